import { Modal, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useApp } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import { loadMonaco } from '../monaco/load-monaco.ts';
import type { OpenItem } from '../collection/open-item.ts';
import classes from './request-editor.module.css';

/** What is on disk beside what was typed here. */
export function CompareDialog({ item, onClose }: { item: OpenItem; onClose: () => void }) {
  const { client } = useApp();
  const element = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  // As it was when it was opened.
  const first = useRef(item);
  useEffect(() => {
    let gone = false;
    let dispose = () => undefined as void;
    const show = async () => {
      const { id, kind, edited } = first.current;
      const theirs =
        kind === 'request'
          ? (await client.call('collection.read', { id })).request
          : (await client.call('collection.readFolder', { id })).folder;
      const { monaco } = await loadMonaco();
      if (gone || !element.current) return;
      const original = monaco.editor.createModel(readable(theirs), 'body-json');
      const modified = monaco.editor.createModel(readable(edited), 'body-json');
      const editor = monaco.editor.createDiffEditor(element.current, {
        readOnly: true,
        automaticLayout: true,
        fontSize: 12,
        minimap: { enabled: false },
        originalAriaLabel: 'On disk',
        modifiedAriaLabel: 'Typed here',
      });
      editor.setModel({ original, modified });
      dispose = () => {
        editor.setModel(null);
        original.dispose();
        modified.dispose();
        // What it has begun to draw ends first.
        setTimeout(() => editor.dispose(), 500);
      };
    };
    show().catch(showError);
    return () => {
      gone = true;
      dispose();
    };
  }, [client]);
  useEffect(() => {
    void loadMonaco().then(({ monaco }) => monaco.editor.setTheme(`outrigger-${scheme}`));
  }, [scheme]);
  return (
    <Modal opened onClose={onClose} title="On disk · typed here" size="90%" centered>
      <div ref={element} className={classes['compare']} />
    </Modal>
  );
}

/** Texts of several lines as lines. */
const readable = (value: object): string => JSON.stringify(value, null, 2).replaceAll('\\n', '\n        ');
