import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLoadedEditor, type TextLanguage } from './use-loaded-editor.ts';
import { useRevealedLine, useRevealedScript } from './use-revealed-position.ts';
import { useScriptDebugging } from './debugging/use-script-debugging.ts';
import { useScriptError } from './use-script-error.ts';
import { useShownText } from './use-shown-text.ts';
import { useVariableDecorations } from './variables/use-variable-decorations.ts';
import classes from './code-editor.module.css';

/** A text with the editor's help: a script, a body. */
export function CodeEditor(props: {
  label: string;
  language: TextLanguage;
  /**
   * The id of the open request or folder to which the text belongs: its undo history and the place in it are kept while that is
   * open. Undefined: they are lost when the editor goes.
   */
  of?: string | undefined;
  /** Which text of these it is; by default the label and the language say it. */
  part?: string;
  value: string;
  onChange?: (value: string) => void;
  /** The kind of script whose errors of the last send are marked. */
  marks?: 'before-request' | 'after-response';
  /** `{{name}}` stands for a variable of the request around it. */
  withVariables?: boolean;
  /** The line that is brought into view, from 1; another object each time it is asked for. */
  place?: { line: number } | undefined;
}) {
  const { label, language, of, value, onChange, marks, withVariables = false, place } = props;
  const element = useRef<HTMLDivElement>(null);
  /** Whether this component is replacing the text of the editor, which is no change by the person. */
  const isReplacing = useRef(false);
  const scheme = useComputedColorScheme('light');
  const isScript = marks !== undefined;
  const kind = marks === 'before-request' ? 'pre-request' : 'post-response';
  const scriptKind = isScript ? kind : undefined;
  const readOnly = onChange === undefined;
  const loaded = useLoadedEditor(element, {
    ...{ label, language, isScript, readOnly },
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
  useScriptDebugging(loaded, isScript && of !== undefined ? { id: of, kind } : undefined);
  return <div ref={element} className={classes['code']} />;
}
