import { Button, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CollectionInfo } from '../../../contract/collection/collection.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { isUntitled, parentOf, suggestedName, type OpenRequest } from '../../collection/tabs/open-item.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { showError } from '../../ui/messages/notify.ts';

/** Asks for the name and the folder of a request that has no file yet. */
export function SaveRequestDialog() {
  const item = useFrom('requests', (state) => state.open.find(({ id }) => id === state.savingAs));
  return item?.kind === 'request' && isUntitled(item.id) ? <SaveForm key={item.id} item={item} /> : null;
}

function SaveForm({ item }: { item: OpenRequest }) {
  const { requests: store } = useApp();
  const collection = useFrom('requests', (state) => state.collection);
  const root = useFrom('app', (state) => state.workspace.root);
  const isLoading = useFrom('requests', (state) => state.isLoading);
  const [name, setName] = useState(() => suggestedName(item));
  const folders = foldersOf(collection, isLoading);
  const [chosenParent, setParent] = useState(parentOf(item));
  const parent = folders.some(({ value }) => value === chosenParent) ? chosenParent : '';
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await store.getState().saveAs(parent, name.trim());
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={() => store.getState().cancelSaveAs()} title="Save the request" centered size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          save().catch(showError);
        }}
      >
        <TextInput
          data-autofocus
          size="xs"
          label="Name"
          value={name}
          maxLength={200}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          mt="xs"
          size="xs"
          label="Folder"
          description={`The workspace is ${visibleText(root)}`}
          styles={{ description: { overflowWrap: 'anywhere' } }}
          searchable
          allowDeselect={false}
          data={folders}
          value={parent}
          onChange={(folder) => setParent(folder ?? '')}
        />
        <Group justify="flex-end" mt="md" gap="xs">
          <Button size="xs" variant="default" onClick={() => store.getState().cancelSaveAs()}>
            Cancel
          </Button>
          <Button type="submit" size="xs" loading={busy} disabled={name.trim() === ''}>
            Save
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

function foldersOf(collection: CollectionInfo | null, isLoading: boolean): { value: string; label: string }[] {
  const labels = new Map<string, string>();
  for (const { kind, id, name, parent } of collection?.items ?? []) {
    const above = labels.get(parent);
    if (kind === 'folder') labels.set(id, above === undefined ? name : `${above} / ${name}`);
  }
  const root = isLoading ? 'The collection itself' : 'A new collection';
  const top = { value: '', label: collection ? visibleText(`${collection.name} (the collection itself)`) : root };
  return [top, ...[...labels].map(([value, label]) => ({ value, label: visibleText(label) }))];
}
