/**
 * Replaces the text of an editor by an edit that can be undone, and that leaves the cursor where nothing has changed.
 */
import type { monaco as Monaco } from '../monaco.ts';
import { smallestChange } from './smallest-change.ts';

/**
 * Line ends are normalised by the editor, so different line ends alone are not a change. @returns whether the text was
 * replaced
 */
export function replaceText(monaco: typeof Monaco, model: Monaco.editor.ITextModel, text: string): boolean {
  if (model.getValue() === text) return false;
  const { EndOfLinePreference, EndOfLineSequence } = monaco.editor;
  if (text.includes('\n')) model.setEOL(text.includes('\r\n') ? EndOfLineSequence.CRLF : EndOfLineSequence.LF);
  const change = smallestChange(model.getValue(EndOfLinePreference.LF), text.replaceAll(/\r\n?/g, '\n'));
  if (!change) return false;
  model.pushStackElement();
  model.pushEditOperations([], [change], () => null);
  model.pushStackElement();
  return true;
}
