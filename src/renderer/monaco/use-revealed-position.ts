/** Moves the cursor to a requested place of the text, scrolls to it and focuses the editor. */
import { useEffect } from 'react';
import { useRequestedScript } from '../context/requested-script.ts';
import type { LoadedEditor } from './use-loaded-editor.ts';
import type { ScriptKind } from './use-script-error.ts';

/** Places that were shown already, so that returning to a tab does not show them again. */
const revealedPositions = new WeakSet<object>();

/** @param place its line counts from 1 */
export function useRevealedLine(loaded: LoadedEditor | undefined, place: { line: number } | undefined): void {
  useEffect(() => {
    if (!loaded || !place || revealedPositions.has(place)) return;
    revealedPositions.add(place);
    loaded.editor.revealLineInCenter(place.line);
    loaded.editor.setPosition({ lineNumber: place.line, column: 1 });
    loaded.editor.focus();
  }, [loaded, place]);
}

/** @param kind undefined: the editor does not show a script */
export function useRevealedScript(loaded: LoadedEditor | undefined, kind: ScriptKind | undefined): void {
  const requestedScript = useRequestedScript();
  const target = kind && requestedScript?.kind === kind ? requestedScript : undefined;
  useEffect(() => {
    if (!loaded || !target || revealedPositions.has(target)) return;
    revealedPositions.add(target);
    const position = { lineNumber: target.line, column: target.column };
    loaded.editor.setPosition(position);
    loaded.editor.revealPositionInCenter(position);
    loaded.editor.focus();
  }, [loaded, target]);
}
