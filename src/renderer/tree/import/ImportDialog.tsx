import { Button, Group, Tabs, Text, Textarea, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { CloseFooter } from '../../ui/dialogs/CloseFooter.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { ImportFailures, ImportProgress } from './ImportProgress.tsx';
import { ImportResult } from './ImportResult.tsx';
import { DropHint } from '../../ui/drop/DropHint.tsx';
import type { ImportTab } from './import-store.ts';
import { useImportDrop } from './use-import-drop.ts';

/** Matches the field or button with which an import begins in the shown tab. */
const FIRST_FIELD = '[role="tabpanel"] :is(textarea, input:not([hidden]), button)';

/** Imports collections of other programs, and lists what could not be carried over. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { imports } = useApp();
  const [folder, setFolder] = useState('');
  const { busy, tab, text, results, failures } = useFrom('imports', (state) => state);
  const { importFiles, importSource, setText, showTab } = imports.getState();
  const drop = useImportDrop();
  const forms = useRef<HTMLDivElement>(null);
  const hasFailed = failures.length > 0 && !busy;
  // The button that began the import has lost the focus while it was disabled.
  useEffect(() => {
    if (hasFailed) forms.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  }, [hasFailed]);
  const upload = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      opened
      unsaved={text.trim() !== '' && results.length === 0}
      onClose={onClose}
      title="Import"
      size="lg"
      attributes={{ content: drop.listeners }}
    >
      <Text size="xs" c="dimmed" mb="xs">
        Postman (collection 1, 2.0 and 2.1, environment, globals), OpenAPI 3, Swagger 2, Insomnia 4 and 5, HAR, cURL,
        OpenCollection, Bruno folders. The format is recognised by the content. Files and texts can also be dropped
        here.
      </Text>
      <Tabs ref={forms} value={tab} keepMounted={false} onChange={(tab) => showTab(tab as ImportTab)}>
        <Tabs.List>
          <Tabs.Tab value="file">Files</Tabs.Tab>
          <Tabs.Tab value="text">Text</Tabs.Tab>
          <Tabs.Tab value="folder">Bruno folder</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="file" pt="sm">
          <Button
            data-autofocus
            size="xs"
            leftSection={<IconUpload size={14} />}
            loading={busy}
            onClick={() => upload.current?.click()}
          >
            Choose files
          </Button>
          <input
            ref={upload}
            type="file"
            multiple
            hidden
            accept=".json,.yaml,.yml,.har,.txt,.sh"
            aria-label="Files to import"
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])];
              // Otherwise choosing the same file again, after it was corrected, would not be a change.
              currentTarget.value = '';
              importFiles(files).catch(showError);
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="text" pt="sm">
          <Textarea
            size="xs"
            autosize
            minRows={6}
            maxRows={14}
            aria-label="Text to import"
            placeholder="curl https://example.com -H 'Accept: application/json'"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="flex-end" mt="xs">
            <Button
              size="xs"
              loading={busy}
              disabled={text.trim() === ''}
              onClick={() => void importSource({ text, name: 'The text', folder: null }).catch(showError)}
            >
              Import
            </Button>
          </Group>
        </Tabs.Panel>
        <Tabs.Panel value="folder" pt="sm">
          <Group
            component="form"
            gap="xs"
            onSubmit={(event) => {
              event.preventDefault();
              importSource({ text: '', name: folder, folder: folder.trim() }).catch(showError);
            }}
          >
            <TextInput
              size="xs"
              style={{ flex: 1 }}
              aria-label="Folder of a Bruno collection"
              placeholder="/path/to/the/collection"
              value={folder}
              onChange={(event) => setFolder(event.currentTarget.value)}
            />
            <Button size="xs" type="submit" loading={busy} disabled={folder.trim() === ''}>
              Import
            </Button>
          </Group>
        </Tabs.Panel>
      </Tabs>
      <ImportProgress />
      <ImportFailures />
      {results.map((result, index) => (
        <ImportResult key={index} result={result} />
      ))}
      {results.length > 0 && failures.length === 0 && !busy ? <DoneButton onClick={onClose} /> : <CloseFooter />}
      {drop.isOver && <DropHint />}
    </Dialog>
  );
}

/** Gets the focus, which the button of the import has lost while it was disabled. */
function DoneButton({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <Group justify="flex-end" mt="sm">
      <Button ref={button} size="xs" onClick={onClick}>
        Done
      </Button>
    </Group>
  );
}
