import { Button, CopyButton, Group, Select } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { CloseFooter } from '../../ui/dialogs/CloseFooter.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { useRead } from '../../ui/work/use-read.ts';
import type { OpenRequest } from '../../collection/tabs/open-item.ts';
import { CodeEditor } from '../../monaco/CodeEditor.tsx';
import classes from '../request-editor.module.css';

/** Shows the open request as code of another language; secrets stay variables. */
export function CodeDialog({ open, onClose }: { open: OpenRequest; onClose: () => void }) {
  const { code: store } = useApp();
  const targets = useFrom('code', (state) => state.targets);
  const environment = useFrom('requests', (state) => state.environment);
  const [target, setTarget] = useState('shell/curl');
  const code = useRead(
    useCallback(
      async () => ({ of: target, text: await store.getState().codeOf(open, environment, target) }),
      [store, open, environment, target],
    ),
  );
  // The code of the language before must not be copied as that of this one.
  const text = code?.of === target ? code.text : '';
  useEffect(() => {
    store.getState().loadTargets().catch(showError);
  }, [store]);
  return (
    <Dialog opened onClose={onClose} title="As code" size="xl">
      <Group justify="space-between" mb="xs">
        <Select
          size="xs"
          w={300}
          aria-label="Language"
          searchable
          allowDeselect={false}
          data={targets.map((target) => ({ value: target.id, label: target.title }))}
          value={target}
          onChange={(chosen) => setTarget(chosen ?? target)}
        />
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button data-autofocus size="xs" aria-disabled={text === ''} onClick={() => text !== '' && copy()}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <div className={classes['codeBox']}>
        <CodeEditor label="Code" language="plaintext" value={text} />
      </div>
      <CloseFooter />
    </Dialog>
  );
}
