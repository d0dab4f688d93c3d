/** Imports from other programs, and their warnings. */
import { createStore, type StoreApi } from 'zustand';
import { toFailure, type Failure } from '../../../contract/errors.ts';
import type { HostApi, HostClient } from '../../../contract/host-contract.ts';
import type { RequestStore } from '../../collection/request-state.ts';
import type { AppStore } from '../../context/app-store.ts';

/** A named text, or a folder of this computer. */
export interface ImportSource {
  text: string;
  name: string;
  folder: string | null;
}

type ImportResult = Omit<Awaited<ReturnType<HostApi['collection.import']>>, 'first'>;

export interface ImportStore {
  busy: boolean;
  /** The results of the imports since the dialog was opened. */
  results: ImportResult[];
  /** Why the last import has ended before its last source. */
  failure: Failure | undefined;
  /** Imports sources one after another, and opens the first request of each. Ends at the first failure. */
  importAll(sources: readonly ImportSource[]): Promise<void>;
  clearResults(): void;
  /** Called when another kind of source is chosen, because the failure concerns the previous one. */
  clearFailure(): void;
}

export function createImportStore(
  client: HostClient,
  { app, requests }: { app: StoreApi<AppStore>; requests: StoreApi<RequestStore> },
): StoreApi<ImportStore> {
  return createStore<ImportStore>()((set) => ({
    busy: false,
    results: [],
    failure: undefined,
    async importAll(sources) {
      set({ busy: true, failure: undefined });
      try {
        for (const source of sources) {
          const { first, ...result } = await client.call('collection.import', { ...source, parent: '' });
          set(({ results }) => ({ results: [...results, result] }));
          await requests.getState().load();
          if (first === null) continue;
          app.getState().show('requests');
          await requests.getState().select(first);
        }
      } catch (error) {
        set({ failure: toFailure(error) });
      } finally {
        set({ busy: false });
      }
    },
    clearResults: () => set({ results: [], failure: undefined }),
    clearFailure: () => set({ failure: undefined }),
  }));
}
