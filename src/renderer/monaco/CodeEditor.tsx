import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFrom } from '../context/app-context.ts';
import { useWantedScript } from '../context/wanted-script.ts';
import { showError } from '../ui/notify.ts';
import { useVariables } from '../ui/variables/variables-context.ts';
import { RUN_MARKERS, textEditorOptions } from './editor-options.ts';
import { useScriptDebugging } from './use-script-debugging.ts';
import { loadMonaco } from './load-monaco.ts';
import type { monaco as Monaco } from './monaco.ts';
import { decorateVariables, type VariableDecorations } from './variable-decorations.ts';
import classes from './code-editor.module.css';

/** A text with the editor's help: a script, a body. */
export function CodeEditor(props: {
  label: string;
  language: 'javascript' | 'plaintext' | 'body-json' | 'xml' | 'html' | 'graphql';
  /** Id of what the text belongs to. The editor stays for another one, which is quick, and undoes only its changes. */
  of?: string | undefined;
  value: string;
  onChange?: (value: string) => void;
  /** The kind of script whose errors of the last send are marked. */
  marks?: 'before-request' | 'after-response';
  /** `{{name}}` stands for a variable of the request around it. */
  withVariables?: boolean;
  /** The line that is brought into view, from 1. */
  line?: number | undefined;
}) {
  const { label, language, of, value, onChange, marks, withVariables = false, line } = props;
  const variables = useVariables();
  const references = useRef<VariableDecorations>(undefined);
  const element = useRef<HTMLDivElement>(null);
  const change = useRef(onChange);
  const latest = useRef(value);
  /** Whether the text of the editor is being replaced from here, which is no change by the person. */
  const isReplacing = useRef(false);
  const [loaded, setLoaded] = useState<{ monaco: typeof Monaco; editor: Monaco.editor.IStandaloneCodeEditor }>();
  const scheme = useComputedColorScheme('light');
  const readOnly = onChange === undefined;
  const isScript = marks !== undefined;
  const kind = marks === 'before-request' ? 'pre-request' : 'post-response';
  const activeId = useFrom('requests', (state) => state.activeId);
  const failed = useFrom('runs', (state) => {
    if (!marks) return undefined;
    const entry = state.runs
      .at(-1)
      ?.entries.findLast((one) => one.kind === 'single' && one.event.type === 'script.error');
    const event = entry?.kind === 'single' && entry.event.type === 'script.error' ? entry.event : undefined;
    const { script } = event ?? {};
    return script && script.id === activeId && script.kind === kind ? event : undefined;
  });
  const wantedScript = useWantedScript();
  const wanted = marks && wantedScript?.kind === kind ? wantedScript : undefined;

  useEffect(() => {
    change.current = onChange;
    latest.current = value;
  }, [onChange, value]);
  useEffect(() => {
    let gone = false;
    let dispose = () => undefined as void;
    loadMonaco()
      .then(({ monaco }) => {
        if (gone || !element.current) return;
        const model = monaco.editor.createModel('', language);
        const editor = monaco.editor.create(element.current, {
          ...textEditorOptions,
          model,
          readOnly,
          glyphMargin: isScript,
          wordWrap: language === 'javascript' ? 'off' : 'on',
          ariaLabel: label,
        });
        const listening = editor.onDidChangeModelContent(() => {
          monaco.editor.setModelMarkers(model, RUN_MARKERS, []);
          if (!isReplacing.current) change.current?.(editor.getValue());
        });
        dispose = () => {
          listening.dispose();
          editor.dispose();
          model.dispose();
        };
        setLoaded({ monaco, editor });
      })
      .catch(showError);
    return () => {
      gone = true;
      dispose();
    };
  }, [label, language, readOnly, isScript]);

  // Another text in the same model: it begins a new undo history, and a new model would make the whole view anew.
  const replaceText = useCallback((editor: Monaco.editor.IStandaloneCodeEditor, text: string) => {
    isReplacing.current = true;
    editor.getModel()?.setValue(text);
    isReplacing.current = false;
  }, []);
  useEffect(() => {
    if (!loaded) return;
    replaceText(loaded.editor, latest.current);
    loaded.editor.setScrollPosition({ scrollTop: 0, scrollLeft: 0 });
  }, [loaded, of, replaceText]);
  useEffect(() => {
    if (!loaded || !withVariables) return undefined;
    const decorations = decorateVariables(loaded.editor);
    references.current = decorations;
    return () => {
      decorations.dispose();
      references.current = undefined;
    };
  }, [loaded, withVariables]);
  useEffect(() => references.current?.show(variables), [loaded, withVariables, variables]);
  useEffect(() => {
    if (loaded && loaded.editor.getValue() !== value) replaceText(loaded.editor, value);
  }, [loaded, value, replaceText]);
  useEffect(() => {
    if (!loaded || line === undefined) return;
    loaded.editor.revealLineInCenter(line);
    loaded.editor.setPosition({ lineNumber: line, column: 1 });
    loaded.editor.focus();
  }, [loaded, line]);
  useEffect(() => loaded?.monaco.editor.setTheme(`outrigger-${scheme}`), [loaded, scheme]);
  // The line that threw is marked until the text changes or the request is sent again.
  useEffect(() => {
    const model = loaded?.editor.getModel();
    if (!loaded || !model) return;
    const { column = 1, name, message } = failed?.error ?? {};
    const line = failed?.error.line && failed.error.line + (failed.script?.linesBefore ?? 0);
    const inside = line !== undefined && line <= model.getLineCount();
    const marker = {
      severity: loaded.monaco.MarkerSeverity.Error,
      message: `${name}: ${message}`,
      startLineNumber: line ?? 1,
      startColumn: column,
      endLineNumber: line ?? 1,
      endColumn: inside ? model.getLineMaxColumn(line) : 1,
    };
    loaded.monaco.editor.setModelMarkers(model, RUN_MARKERS, inside ? [marker] : []);
  }, [loaded, of, failed]);
  useEffect(() => {
    if (!loaded || !wanted) return;
    const position = { lineNumber: wanted.line, column: wanted.column };
    loaded.editor.setPosition(position);
    loaded.editor.revealPositionInCenter(position);
    loaded.editor.focus();
  }, [loaded, wanted]);
  useScriptDebugging(loaded, isScript && of !== undefined ? { id: of, kind } : undefined);
  return <div ref={element} className={classes['code']} />;
}
