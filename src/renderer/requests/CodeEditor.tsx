import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { showError } from '../app/notify.ts';
import { loadMonaco } from '../scripts/load-monaco.ts';
import type { monaco as Monaco } from '../scripts/monaco.ts';
import classes from './requests.module.css';

/** A text with the editor's help: a script, a body. */
export function CodeEditor(props: {
  label: string;
  language: 'javascript' | 'plaintext';
  value: string;
  onChange?: (value: string) => void;
}) {
  const { label, language, value, onChange } = props;
  const element = useRef<HTMLDivElement>(null);
  const change = useRef(onChange);
  const [loaded, setLoaded] = useState<{ monaco: typeof Monaco; editor: Monaco.editor.IStandaloneCodeEditor }>();
  const scheme = useComputedColorScheme('light');
  const readOnly = onChange === undefined;

  useEffect(() => {
    change.current = onChange;
  }, [onChange]);
  useEffect(() => {
    let gone = false;
    let dispose = () => undefined as void;
    loadMonaco()
      .then(({ monaco }) => {
        if (gone || !element.current) return;
        const model = monaco.editor.createModel('', language);
        const editor = monaco.editor.create(element.current, {
          model,
          readOnly,
          automaticLayout: true,
          minimap: { enabled: false },
          fontSize: 13,
          scrollBeyondLastLine: false,
          fixedOverflowWidgets: true,
          tabSize: 2,
          wordWrap: language === 'plaintext' ? 'on' : 'off',
          padding: { top: 6 },
          ariaLabel: label,
        });
        const listening = editor.onDidChangeModelContent(() => change.current?.(editor.getValue()));
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
  }, [label, language, readOnly]);

  useEffect(() => {
    if (loaded && loaded.editor.getValue() !== value) loaded.editor.setValue(value);
  }, [loaded, value]);
  useEffect(() => loaded?.monaco.editor.setTheme(`outrigger-${scheme}`), [loaded, scheme]);
  return <div ref={element} className={classes['code']} />;
}
