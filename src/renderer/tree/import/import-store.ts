/** Imports from other programs, and their warnings. */
import { createStore, type StoreApi } from 'zustand';
import { codedError, toFailure, type Failure } from '../../../contract/errors.ts';
import type { HostApi, HostClient } from '../../../contract/host-contract.ts';
import { textOfFile } from '../../../contract/utf16-text.ts';
import type { RequestStore } from '../../collection/request-state.ts';
import type { AppStore } from '../../context/app-store.ts';
import type { Dropped } from '../../ui/drop/dropped.ts';
import { createImportQueue, type ImportSource } from './import-queue.ts';

export type ImportTab = 'file' | 'text' | 'folder';

type ImportResult = Omit<Awaited<ReturnType<HostApi['collection.import']>>, 'first'>;

/** Limit of a file in bytes, as in the host. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;
/** Limit of the files that are imported at once. */
export const MAX_FILES = 100;
/** Limit of a dropped text in characters. The field that shows it becomes slow above it. */
export const MAX_DROPPED_TEXT = 1_000_000;

export interface ImportStore {
  busy: boolean;
  /** The shown tab of the dialog. */
  tab: ImportTab;
  /** The text of its text field. */
  text: string;
  /** The results of the imports since the dialog was opened. */
  results: ImportResult[];
  /** Why sources of the last import, or parts of the last drop, were not imported. */
  failures: Failure[];
  /** Imports a text or a folder, and opens its first request. */
  importSource(source: ImportSource): Promise<void>;
  /** Imports files one after another, and opens the first request of each. A file that fails does not end the import. */
  importFiles(files: readonly File[]): Promise<void>;
  /** Opens the dialog, imports the files of a drop, and adds its text to the text field. */
  receive(dropped: Dropped): Promise<void>;
  /** Stops the import under way; sources that were not begun are not imported. What was written stays. */
  cancel(): void;
  setText(text: string): void;
  /** Shows another kind of source, without the failures, which concern the previous one. */
  showTab(tab: ImportTab): void;
}

const initial = { tab: 'file', text: '', results: [], failures: [] } as const;

export function createImportStore(
  client: Pick<HostClient, 'call'>,
  { app, requests }: { app: StoreApi<AppStore>; requests: StoreApi<RequestStore> },
): StoreApi<ImportStore> {
  const store = createStore<ImportStore>()((set, get) => {
    const refuse = (error: unknown) => set(({ failures }) => ({ failures: [...failures, toFailure(error)] }));
    const importOne = async (source: ImportSource, signal: AbortSignal) => {
      const importing = client.call('collection.import', { ...source, parent: '' }, signal);
      const { first, ...result } = await importing.catch(async (error: unknown) => {
        // An import that was stopped has written some of its requests.
        await requests.getState().load();
        throw error;
      });
      set(({ results }) => ({ results: [...results, result] }));
      await requests.getState().load();
      if (first === null) return;
      app.getState().show('requests');
      await requests.getState().select(first);
    };
    const queue = createImportQueue({ importOne, onBusy: (busy) => set({ busy }), onFailure: refuse });
    const importFiles = (files: readonly File[]) => {
      if (files.length > MAX_FILES) refuse(tooMany(files.length));
      return queue.add(files.slice(0, MAX_FILES).map((file) => () => readFile(file)));
    };
    return {
      ...initial,
      busy: false,
      results: [],
      failures: [],
      async importSource(source) {
        set({ failures: [] });
        await queue.add([() => Promise.resolve(source)]);
      },
      async importFiles(files) {
        set({ failures: [] });
        await importFiles(files);
      },
      async receive({ files, folders, text }) {
        app.getState().showDialog({ kind: 'import' });
        set({ failures: [] });
        for (const name of folders.slice(0, MAX_FILES)) refuse(isFolder(name));
        if (text.length > MAX_DROPPED_TEXT) refuse(tooLongText(text.length));
        else if (text.trim() !== '') set({ tab: 'text', text: joined(get().text, text) });
        if (files.length > 0) await importFiles(files);
      },
      cancel: queue.cancel,
      setText: (text) => set({ text }),
      showTab: (tab) => set({ tab, failures: [] }),
    };
  });
  app.subscribe(({ dialog }, before) => {
    if (before.dialog?.kind === 'import' && dialog?.kind !== 'import')
      store.setState({ ...initial, results: [], failures: [] });
  });
  return store;
}

const joined = (before: string, text: string) => (before.trim() === '' ? text : `${before.trimEnd()}\n${text}`);

async function readFile(file: File): Promise<ImportSource> {
  const { name } = file;
  if (file.size > MAX_FILE_BYTES) {
    throw codedError('FileTooLarge', `${name} is larger than 100 MiB.`, 'Import its parts.');
  }
  const bytes = await file.arrayBuffer().catch(() => {
    throw codedError('FileUnreadable', `${name} cannot be read.`, 'Check that it still exists, and its permissions.');
  });
  return { name, text: textOfFile(bytes), folder: null };
}

const isFolder = (name: string) =>
  codedError(
    'InvalidData',
    `${name} is a folder, which cannot be imported by dropping it.`,
    'Drop its files. For a Bruno collection, type the path of its folder in the tab “Bruno folder”.',
  );

const tooMany = (count: number) =>
  codedError(
    'InvalidData',
    `These are ${count} files; only the first ${MAX_FILES} are imported.`,
    'Import the others afterwards.',
  );

const tooLongText = (length: number) =>
  codedError(
    'InvalidData',
    `The dropped text has ${length} characters; ${MAX_DROPPED_TEXT} are the most.`,
    'Store it in a file, and drop the file.',
  );
