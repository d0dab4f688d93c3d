/** Places in the text that something else asks for: the cursor goes there, in view and with the focus. */
import { useEffect } from 'react';
import { useWantedScript } from '../context/wanted-script.ts';
import type { LoadedEditor } from './use-loaded-editor.ts';
import type { ScriptKind } from './use-script-error.ts';

/** @param line counted from 1 */
export function useRevealedLine(loaded: LoadedEditor | undefined, line: number | undefined): void {
  useEffect(() => {
    if (!loaded || line === undefined) return;
    loaded.editor.revealLineInCenter(line);
    loaded.editor.setPosition({ lineNumber: line, column: 1 });
    loaded.editor.focus();
  }, [loaded, line]);
}

/** @param kind undefined: the editor does not show a script */
export function useRevealedScript(loaded: LoadedEditor | undefined, kind: ScriptKind | undefined): void {
  const wantedScript = useWantedScript();
  const target = kind && wantedScript?.kind === kind ? wantedScript : undefined;
  useEffect(() => {
    if (!loaded || !target) return;
    const position = { lineNumber: target.line, column: target.column };
    loaded.editor.setPosition(position);
    loaded.editor.revealPositionInCenter(position);
    loaded.editor.focus();
  }, [loaded, target]);
}
