import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { showError } from '../ui/messages/notify.ts';
import { sharedEditorOptions } from './editor-options.ts';
import { loadMonaco } from './load-monaco.ts';
import type { TextLanguage } from './use-loaded-editor.ts';
import type { monaco as Monaco } from './monaco.ts';
import classes from './code-editor.module.css';

interface Side {
  label: string;
  text: string;
}

/** Names a side for screen readers, again whenever its options change: drawing it anew removes the name. */
function keepName(side: Monaco.editor.ICodeEditor, name: string): void {
  const set = () => {
    if (side.getRawOptions().ariaLabel !== name) side.updateOptions({ ariaLabel: name });
  };
  side.onDidChangeConfiguration(set);
  set();
}

/** Two texts side by side with their differences; neither can be edited. */
export function DiffEditor(props: { original: Side; modified: Side; language: TextLanguage }) {
  const { original, modified, language } = props;
  const element = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    let isCurrent = true;
    let dispose = () => undefined as void;
    const show = async () => {
      const { monaco } = await loadMonaco();
      if (!isCurrent || !element.current) return;
      const before = monaco.editor.createModel(original.text, language);
      const after = monaco.editor.createModel(modified.text, language);
      const editor = monaco.editor.createDiffEditor(element.current, {
        readOnly: true,
        ...sharedEditorOptions,
        renderOverviewRuler: false,
      });
      keepName(editor.getOriginalEditor(), original.label);
      keepName(editor.getModifiedEditor(), modified.label);
      const compared = editor.createViewModel({ original: before, modified: after });
      editor.setModel(compared);
      dispose = () => {
        editor.setModel(null);
        // Cancels the comparison, which fails when its texts are gone. The editor itself does not cancel it.
        compared.dispose();
        before.dispose();
        after.dispose();
        // The editor finishes drawing in a timer of its own, which fails when it is disposed of at once.
        setTimeout(() => editor.dispose(), 500);
      };
    };
    show().catch(showError);
    return () => {
      isCurrent = false;
      dispose();
    };
  }, [original.text, original.label, modified.text, modified.label, language]);
  useEffect(() => {
    void loadMonaco().then(({ monaco }) => monaco.editor.setTheme(`outrigger-${scheme}`));
  }, [scheme]);
  return <div ref={element} className={classes['diff']} />;
}
