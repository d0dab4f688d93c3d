import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLoadedEditor, type TextLanguage } from './use-loaded-editor.ts';
import { useRevealedLine, useRevealedScript } from './use-revealed-position.ts';
import { useScriptDebugging } from './debugging/use-script-debugging.ts';
import { useScriptError, type ScriptKind } from './use-script-error.ts';
import { useShownText } from './texts/use-shown-text.ts';
import { useVariableDecorations } from './variables/use-variable-decorations.ts';
import classes from './code-editor.module.css';

/** A code editor for one text: a script, a body. */
export function CodeEditor(props: {
  label: string;
  language: TextLanguage;
  /**
   * The id of the open request or folder to which the text belongs: undo history and cursor are kept while it is open.
   * Undefined: they are lost with the editor.
   */
  of?: string | undefined;
  /** Identifies the text within its item; by default by label and language. */
  part?: string;
  value: string;
  onChange?: (value: string) => void;
  /** For a script of a request or folder: it can have breakpoints, and its error in the last send is marked. */
  scriptKind?: ScriptKind;
  /** Shown while the text is empty. */
  placeholder?: string;
  /** Whether `{{name}}` refers to a variable of the request. */
  withVariables?: boolean;
  /** The one-based line to bring into view; a new object for each request to do so. */
  place?: { line: number } | undefined;
}) {
  const { label, language, of, value, onChange, scriptKind, placeholder, withVariables = false, place } = props;
  const element = useRef<HTMLDivElement>(null);
  /** True while this component replaces the text, which is not an edit of the person. */
  const isReplacing = useRef(false);
  const scheme = useComputedColorScheme('light');
  const readOnly = onChange === undefined;
  const loaded = useLoadedEditor(element, {
    label,
    language,
    isScript: scriptKind !== undefined,
    readOnly,
    placeholder,
    onEdit(editor) {
      if (!isReplacing.current) onChange?.(editor.getValue());
    },
  });
  useShownText(loaded, { of, part: props.part ?? `${label} ${language}`, language, value, readOnly, isReplacing });
  useVariableDecorations(loaded, withVariables);
  useRevealedLine(loaded, place);
  useEffect(() => loaded?.monaco.editor.setTheme(`outrigger-${scheme}`), [loaded, scheme]);
  useScriptError(loaded, { kind: scriptKind, of });
  useRevealedScript(loaded, scriptKind);
  useScriptDebugging(loaded, scriptKind && of !== undefined ? { id: of, kind: scriptKind } : undefined);
  return <div ref={element} className={classes['code']} />;
}
