import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { WorkspaceInfo } from '../../contract/host-contract.ts';
import type { ScriptError } from '../../contract/runs/run-event.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/messages/notify.ts';
import { RUN_MARKERS, textEditorOptions } from '../monaco/editor-options.ts';
import { loadMonaco } from '../monaco/load-monaco.ts';
import { textsOfScripts } from '../monaco/texts/texts-of-tabs.ts';
import { replaceText } from '../monaco/texts/replace-text.ts';
import { editorTarget, type EditorTarget } from '../monaco/editor-target.ts';
import { useScriptDebugging } from '../monaco/debugging/use-script-debugging.ts';
import { isProgramSource } from './script-store.ts';
import type { monaco as Monaco } from '../monaco/monaco.ts';
import classes from './scripts.module.css';

type Editor = Monaco.editor.IStandaloneCodeEditor;
/** The run whose error was marked last in a script. */
type MarkedError = { run: string; error: ScriptError | undefined };

/** True for scripts and the modules that they require; false for programs, which other processes run. */
function runsAsScript(path: string, { root, programs }: WorkspaceInfo): boolean {
  const [file = '', directory = ''] = [`${root}/${path}`, `${programs.directory}/`].map((item) =>
    item.replaceAll('\\', '/'),
  );
  return /\.[cm]?js$/.test(path) && !file.startsWith(directory);
}

/** The editor's actions for other views. */
const targetOf = (editor: Editor): EditorTarget => ({
  insert(text) {
    editor.focus();
    editor.trigger('outrigger', 'type', { text });
  },
  reveal(line) {
    editor.revealLineInCenter(line);
    editor.setPosition({ lineNumber: line, column: 1 });
    editor.focus();
  },
});

/** The editor of the active script; each open script keeps its undo history and view state. */
export function ScriptEditor() {
  const { scripts } = useApp();
  const element = useRef<HTMLDivElement>(null);
  /** The path of the text in the editor, which may differ from that in the store for a moment. */
  const shownPath = useRef<string>(undefined);
  const [loaded, setLoaded] = useState<{ monaco: typeof Monaco; editor: Editor }>();
  const active = useFrom('scripts', (state) => state.open.find(({ path }) => path === state.activePath));
  const { root } = useFrom('app', (state) => state.workspace);
  const place = useFrom('scripts', (state) => state.place);
  const isShown = useFrom('app', (state) => state.view === 'scripts');
  const debuggable = useFrom('app', ({ workspace }) => active !== undefined && runsAsScript(active.path, workspace));
  const scheme = useComputedColorScheme('light');
  const lastRun = useFrom('runs', ({ runs }) => runs.findLast(({ scriptName }) => scriptName === active?.path)?.runId);
  const lastError = useFrom('runs', ({ runs }) => {
    const run = runs.find(({ runId }) => runId === lastRun);
    const entry = run?.entries.findLast((entry) => entry.kind === 'single' && entry.event.type === 'script.error');
    return entry?.kind === 'single' && entry.event.type === 'script.error' ? entry.event.error : undefined;
  });
  const marked = useRef(new Map<string, MarkedError>());

  useEffect(() => {
    let isCurrent = true;
    let editor: Editor | undefined;
    loadMonaco()
      .then(({ monaco }) => {
        if (!isCurrent || !element.current) return;
        editor = monaco.editor.create(element.current, {
          ...textEditorOptions,
          model: null,
          glyphMargin: true,
          ariaLabel: 'Script',
        });
        editor.onDidChangeModelContent(() => {
          const { current: path } = shownPath;
          const model = editor?.getModel();
          if (path === undefined || !model) return;
          monaco.editor.setModelMarkers(model, RUN_MARKERS, []);
          scripts.getState().edit(path, model.getValue());
        });
        setLoaded({ monaco, editor });
      })
      .catch(showError);
    return () => {
      isCurrent = false;
      editorTarget.set(undefined);
      editor?.dispose();
    };
  }, [scripts]);

  const latest = useRef(active);
  useLayoutEffect(() => void (latest.current = active), [active]);
  const path = active?.path;
  // Its clean-up stores the view state, and has to run before the effect that disposes of the editor.
  useLayoutEffect(() => {
    const { current: script } = latest;
    if (!loaded) return undefined;
    const { monaco, editor } = loaded;
    editorTarget.set(targetOf(editor));
    if (!script || path === undefined) {
      editor.setModel(null);
      return undefined;
    }
    const uri = monaco.Uri.file(`${root}/${path}`);
    const language = isProgramSource(script) ? undefined : 'plaintext';
    const create = () => monaco.editor.getModel(uri) ?? monaco.editor.createModel(script.content, language, uri);
    shownPath.current = path;
    return textsOfScripts.show(editor, { owner: `${root}/${path}`, part: '', create, keepsText: true });
  }, [loaded, path, root]);
  useLayoutEffect(() => {
    const model = loaded?.editor.getModel();
    if (!loaded || !active || !model) return;
    // The first JavaScript model starts the language service, a worker of 7 MB that takes a second of processor time,
    // so it is not created before a script is shown.
    if (!isProgramSource(active) && isShown) loaded.monaco.editor.setModelLanguage(model, 'javascript');
    // Changed outside of the editor: opened again, or reloaded from disk.
    replaceText(loaded.monaco, model, active.content);
  }, [loaded, active, root, isShown]);

  useEffect(() => {
    // An editor of a hidden view cannot get the focus.
    if (!loaded || !place || !isShown || active?.path !== place.path) return;
    editorTarget.get()?.reveal(place.line);
    scripts.setState({ place: undefined });
  }, [loaded, place, active, isShown, scripts]);

  useEffect(() => loaded?.monaco.editor.setTheme(`outrigger-${scheme}`), [loaded, scheme]);

  // The line that threw is marked until the text changes or the script runs again, and not anew when it is shown again.
  useEffect(() => {
    const model = loaded?.editor.getModel();
    if (!loaded || !model || path === undefined || lastRun === undefined) return;
    const before = marked.current.get(path);
    if (before?.run === lastRun && before.error === lastError) return;
    marked.current.set(path, { run: lastRun, error: lastError });
    const { line, column = 1, name, message } = lastError ?? {};
    const markers = line
      ? [
          {
            severity: loaded.monaco.MarkerSeverity.Error,
            message: `${name}: ${message}`,
            startLineNumber: line,
            startColumn: column,
            endLineNumber: line,
            endColumn: model.getLineMaxColumn(Math.min(line, model.getLineCount())),
          },
        ]
      : [];
    loaded.monaco.editor.setModelMarkers(model, RUN_MARKERS, markers);
    if (line) loaded.editor.revealLineInCenterIfOutsideViewport(line);
  }, [loaded, lastError, lastRun, path]);

  useScriptDebugging(loaded, debuggable ? active?.path : undefined);
  return <div ref={element} className={classes['editor']} data-testid="script-editor" />;
}
