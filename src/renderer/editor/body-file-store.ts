/** Whether files that a body names may be sent, and the person's permission for one outside of the workspace. */
import { createStore, type StoreApi } from 'zustand';
import type { BodyFileState } from '../../contract/collection-calls.ts';
import type { HostClient } from '../../contract/host-contract.ts';

export interface BodyFileStore {
  /** By the path as it is typed. */
  states: Record<string, BodyFileState>;
  check(path: string): Promise<void>;
  /** @param path as it is typed */
  allow(path: string, isAllowed: boolean): Promise<void>;
}

export function createBodyFileStore(client: HostClient): StoreApi<BodyFileStore> {
  return createStore<BodyFileStore>()((set) => {
    const put = (path: string, state: BodyFileState) => set(({ states }) => ({ states: { ...states, [path]: state } }));
    return {
      states: {},
      async check(path) {
        put(path, await client.call('files.state', { path }));
      },
      async allow(path, isAllowed) {
        put(path, await client.call('files.allow', { path, allow: isAllowed }));
      },
    };
  });
}
