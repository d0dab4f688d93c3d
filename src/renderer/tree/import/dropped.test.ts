import { expect, test } from 'vitest';
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { RequestStore } from '../../collection/request-state.ts';
import type { AppStore } from '../../context/app-store.ts';
import { canBeImported, readDropped } from '../../ui/drop/dropped.ts';
import { createImportStore, MAX_DROPPED_TEXT, MAX_FILE_BYTES, MAX_FILES } from './import-store.ts';

test('files and texts of other programs can be imported, lines and tabs of the window cannot', () => {
  expect(canBeImported({ types: ['Files'] })).toBe(true);
  expect(canBeImported({ types: ['text/plain', 'text/html'] })).toBe(true);
  expect(canBeImported({ types: ['application/x-outrigger-request'] })).toBe(false);
  expect(canBeImported({ types: ['text/plain', 'application/x-outrigger-tab'] })).toBe(false);
  expect(canBeImported({ types: [] })).toBe(false);
});

test('a drop is divided into files and folders; without them it is a text', () => {
  const file = new File(['curl http://a/'], 'a.sh');
  const fileItem = { kind: 'file', getAsFile: () => file, webkitGetAsEntry: () => null };
  const entry = { isDirectory: true, name: 'shop' };
  const folderItem = { kind: 'file', getAsFile: () => new File([], 'shop'), webkitGetAsEntry: () => entry };
  const textItem = { kind: 'string', getAsFile: () => null, webkitGetAsEntry: () => null };
  const getData = () => 'curl http://b/';
  expect(readDropped({ items: [textItem, fileItem, folderItem], getData })).toEqual({
    files: [file],
    folders: ['shop'],
    text: '',
  });
  expect(readDropped({ items: [textItem], getData })).toEqual({ files: [], folders: [], text: 'curl http://b/' });
});

function openStore() {
  const imported: string[] = [];
  const app = createStore(() => ({
    dialog: undefined as unknown,
    view: 'history',
    showDialog: (dialog: unknown) => app.setState({ dialog }),
    show: (view: string) => app.setState({ view }),
  }));
  const requests = createStore(() => ({ load: async () => undefined, select: async () => undefined }));
  const call = async (_method: string, { name }: { name: string }) => {
    if (name.startsWith('broken')) throw new Error(`${name} has an unknown format.`);
    imported.push(name);
    return {
      kind: 'cURL',
      name,
      requests: 1,
      environments: 0,
      environmentNames: [],
      globals: 0,
      replaced: [],
      warnings: [],
      renamed: [],
      secrets: [],
      first: null,
    };
  };
  const store = createImportStore({ call } as unknown as HostClient, {
    app: app as unknown as StoreApi<AppStore>,
    requests: requests as unknown as StoreApi<RequestStore>,
  });
  const messages = () => store.getState().failures.map(({ message }) => message);
  return { state: store.getState, app, imported, messages };
}

const fileOf = (name: string) => new File(['curl http://a/'], name);
const nothing = { files: [], folders: [], text: '' };

test('a drop opens the dialog and imports its files; what cannot be imported is named, and the rest is imported', async () => {
  const { state, app, imported, messages } = openStore();
  const large = Object.defineProperty(fileOf('large.json'), 'size', { value: MAX_FILE_BYTES + 1 });
  const unreadable = { arrayBuffer: async () => Promise.reject(new Error('NotReadableError')) };
  const gone = Object.assign(fileOf('gone.json'), unreadable);
  const files = [fileOf('a.sh'), large, fileOf('broken.txt'), gone, fileOf('b.sh')];
  await state().receive({ files, folders: ['shop'], text: '' });
  expect(app.getState().dialog).toEqual({ kind: 'import' });
  expect(imported).toEqual(['a.sh', 'b.sh']);
  expect(messages()).toEqual([
    'shop is a folder, which cannot be imported by dropping it.',
    'large.json is larger than 100 MiB.',
    'broken.txt has an unknown format.',
    'gone.json cannot be read.',
  ]);
  expect(state().results.map(({ name }) => name)).toEqual(['a.sh', 'b.sh']);
  expect(state().busy).toBe(false);
});

test('a second drop waits for the first one, and more files than the limit are named', async () => {
  const { state, imported, messages } = openStore();
  const many = Array.from({ length: MAX_FILES + 1 }, (_, index) => fileOf(`a${index}`));
  const first = state().receive({ ...nothing, files: many });
  expect(messages()).toEqual(['These are 101 files; only the first 100 are imported.']);
  await state().receive({ ...nothing, files: [fileOf('second')] });
  expect(imported).toHaveLength(MAX_FILES + 1);
  expect(imported.at(-1)).toBe('second');
  await first;
});

test('a dropped text is added to the text that is typed already; one that is too long is refused', async () => {
  const { state, imported, messages } = openStore();
  await state().receive({ ...nothing, text: 'curl http://a/' });
  expect(state()).toMatchObject({ tab: 'text', text: 'curl http://a/' });
  await state().receive({ ...nothing, text: 'curl http://b/' });
  expect(state().text).toBe('curl http://a/\ncurl http://b/');
  await state().receive({ ...nothing, text: 'x'.repeat(MAX_DROPPED_TEXT + 1) });
  expect(state().text).toBe('curl http://a/\ncurl http://b/');
  expect(messages()).toEqual(['The dropped text has 1000001 characters; 1000000 are the most.']);
  expect(imported).toEqual([]);
});
