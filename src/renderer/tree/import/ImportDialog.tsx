import { Button, Group, Tabs, Text, Textarea, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { ImportResult } from './ImportResult.tsx';
import type { ImportSource } from './import-store.ts';
import classes from '../tree.module.css';

/** Matches the field or button with which an import begins in the shown tab. */
const FIRST_FIELD = '[role="tabpanel"] :is(textarea, input:not([hidden]), button)';

/** Imports collections of other programs, and lists what could not be carried over. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { imports } = useApp();
  const [text, setText] = useState('');
  const [folder, setFolder] = useState('');
  const busy = useFrom('imports', (state) => state.busy);
  const results = useFrom('imports', (state) => state.results);
  const failure = useFrom('imports', (state) => state.failure);
  const forms = useRef<HTMLDivElement>(null);
  // The button that began the import has lost the focus while it was disabled.
  useEffect(() => {
    if (failure) forms.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  }, [failure]);
  const upload = useRef<HTMLInputElement>(null);
  useEffect(() => imports.getState().clearResults, [imports]);
  const importAll = (sources: readonly ImportSource[]) => imports.getState().importAll(sources);
  const read = async (files: FileList | null) =>
    importAll(
      await Promise.all(
        [...(files ?? [])].map(async (file) => ({ name: file.name, text: await file.text(), folder: null })),
      ),
    );
  return (
    <Dialog opened unsaved={text.trim() !== '' && results.length === 0} onClose={onClose} title="Import" size="lg">
      <Text size="xs" c="dimmed" mb="xs">
        Postman (collection 1, 2.0 and 2.1, environment), OpenAPI 3, Swagger 2, Insomnia 4 and 5, HAR, cURL,
        OpenCollection, Bruno folders. The format is recognised by the content.
      </Text>
      <Tabs ref={forms} defaultValue="file" keepMounted={false} onChange={imports.getState().clearFailure}>
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
            onChange={(event) => void read(event.currentTarget.files).catch(showError)}
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
              onClick={() => void importAll([{ text, name: 'The text', folder: null }]).catch(showError)}
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
              importAll([{ text: '', name: folder, folder: folder.trim() }]).catch(showError);
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
      {results.map((result, index) => (
        <ImportResult key={index} result={result} />
      ))}
      {failure && (
        <div className={classes['importFailed']} role="alert">
          <b>{visibleText(failure.message)}</b>
          <p>{visibleText(failure.remedy)}</p>
        </div>
      )}
      {results.length > 0 && !failure && !busy && <DoneButton onClick={onClose} />}
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
