import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useEffect, useRef } from 'react';
import type { monaco as Monaco } from './monaco.ts';
import { useLoadedEditor, type TextLanguage } from './use-loaded-editor.ts';
import { useRevealedLine, useRevealedScript } from './use-revealed-position.ts';
import { useScriptDebugging } from './debugging/use-script-debugging.ts';
import { useScriptError } from './use-script-error.ts';
import { useVariableDecorations } from './variables/use-variable-decorations.ts';
import classes from './code-editor.module.css';

/** A text with the editor's help: a script, a body. */
export function CodeEditor(props: {
  label: string;
  language: TextLanguage;
  /** The id of what the text belongs to. Another id keeps the editor, which is quick, and begins a new undo history. */
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
  const element = useRef<HTMLDivElement>(null);
  const latestValue = useRef(value);
  /** Whether this component is replacing the text of the editor, which is no change by the person. */
  const isReplacing = useRef(false);
  const scheme = useComputedColorScheme('light');
  const isScript = marks !== undefined;
  const kind = marks === 'before-request' ? 'pre-request' : 'post-response';
  const scriptKind = isScript ? kind : undefined;
  useEffect(() => {
    latestValue.current = value;
  }, [value]);
  const loaded = useLoadedEditor(element, {
    ...{ label, language, isScript },
    readOnly: onChange === undefined,
    onEdit(editor) {
      if (!isReplacing.current) onChange?.(editor.getValue());
    },
  });

  // `setValue` begins a new undo history; a new model would render the whole view again.
  const replaceText = useCallback((editor: Monaco.editor.IStandaloneCodeEditor, text: string) => {
    isReplacing.current = true;
    editor.getModel()?.setValue(text);
    isReplacing.current = false;
  }, []);
  useEffect(() => {
    if (!loaded) return;
    replaceText(loaded.editor, latestValue.current);
    loaded.editor.setScrollPosition({ scrollTop: 0, scrollLeft: 0 });
  }, [loaded, of, replaceText]);
  useVariableDecorations(loaded, withVariables);
  useEffect(() => {
    if (loaded && loaded.editor.getValue() !== value) replaceText(loaded.editor, value);
  }, [loaded, value, replaceText]);
  useRevealedLine(loaded, line);
  useEffect(() => loaded?.monaco.editor.setTheme(`outrigger-${scheme}`), [loaded, scheme]);
  useScriptError(loaded, { kind: scriptKind, of });
  useRevealedScript(loaded, scriptKind);
  useScriptDebugging(loaded, isScript && of !== undefined ? { id: of, kind } : undefined);
  return <div ref={element} className={classes['code']} />;
}
