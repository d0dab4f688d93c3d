import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Markdown } from './Markdown.tsx';
import shared from '../shared.module.css';

/** Documentation that is shown as Markdown and edited as text. `empty` is shown when there is none. */
export function DocsEditor(props: { value: string; empty: string; onChange: (value: string) => void }) {
  const { value, empty, onChange } = props;
  const [mode, setMode] = useState<'preview' | 'edit'>('preview');
  if (mode === 'preview' && value.trim() === '') {
    return (
      <div className={shared['docsEmpty']}>
        <p>{empty}</p>
        <Button size="xs" variant="default" onClick={() => setMode('edit')}>
          Write documentation
        </Button>
      </div>
    );
  }
  return (
    <div className={shared['docs']}>
      <SegmentedControl
        size="xs"
        aria-label="Form of the documentation"
        data={[
          { value: 'preview', label: 'Preview' },
          { value: 'edit', label: 'Edit' },
        ]}
        value={mode}
        onChange={(next) => setMode(next)}
      />
      {mode === 'preview' ? (
        <Markdown text={value} />
      ) : (
        <Textarea
          size="xs"
          aria-label="Docs"
          placeholder="Markdown"
          autosize
          autoFocus
          minRows={10}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
