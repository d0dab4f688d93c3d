/** Marks the line at which a script threw in the last send. */
import { useEffect } from 'react';
import type { RunEventOf } from '../../contract/runs/run-event.ts';
import { useFrom } from '../context/app-context.ts';
import { idOfRunScript } from '../collection/script-ref.ts';
import { RUN_MARKERS } from './editor-options.ts';
import type { LoadedEditor } from './use-loaded-editor.ts';

export type ScriptKind = 'pre-request' | 'post-response';

/** The errors that were marked in the texts: an edit removes the mark, which must not return when a text is shown again. */
const markedErrors = new WeakMap<object, RunEventOf<'script.error'>>();

/**
 * Marks the line until the text changes or the request is sent again.
 * @param script.kind undefined: the editor does not show a script
 * @param script.of the item of the text; another item's text gets its own mark
 */
export function useScriptError(
  loaded: LoadedEditor | undefined,
  { kind, of }: { kind: ScriptKind | undefined; of: string | undefined },
): void {
  const scriptError = useLastScriptError(kind);
  useEffect(() => {
    const model = loaded?.editor.getModel();
    if (!loaded || !model || (scriptError && markedErrors.get(model) === scriptError)) return;
    if (scriptError) markedErrors.set(model, scriptError);
    const { column = 1, name, message } = scriptError?.error ?? {};
    const line = scriptError?.error.line && scriptError.error.line + (scriptError.script?.linesBefore ?? 0);
    const isInside = line !== undefined && line <= model.getLineCount();
    const marker = {
      severity: loaded.monaco.MarkerSeverity.Error,
      message: `${name}: ${message}`,
      startLineNumber: line ?? 1,
      startColumn: column,
      endLineNumber: line ?? 1,
      endColumn: isInside ? model.getLineMaxColumn(line) : 1,
    };
    loaded.monaco.editor.setModelMarkers(model, RUN_MARKERS, isInside ? [marker] : []);
  }, [loaded, of, scriptError]);
}

/** @returns the error of the open item's script of this kind, if the last send of it, or of a folder's request, ended with it */
function useLastScriptError(kind: ScriptKind | undefined) {
  const runOfTab = useFrom('requests', ({ open, activeId }) => {
    const item = open.find(({ id }) => id === activeId);
    return item?.kind === 'request' ? item.run : undefined;
  });
  const latestRunId = useFrom('runs', (state) => state.latest);
  const runId = runOfTab ?? latestRunId ?? '';
  const event = useFrom('runs', ({ runs }) => {
    const run = runs.find((candidate) => candidate.runId === runId);
    const entry = run?.entries.findLast((entry) => entry.kind === 'single' && entry.event.type === 'script.error');
    return entry?.kind === 'single' && entry.event.type === 'script.error' ? entry.event : undefined;
  });
  const script = event?.script;
  const isOfActive = useFrom(
    'requests',
    ({ open, activeId }) => script && idOfRunScript(script, { runId, open }) === activeId,
  );
  return isOfActive && script?.kind === kind ? event : undefined;
}
