/** The cookies of the workspace: those that servers have set, and those that a person adds. */
import { createStore, type StoreApi } from 'zustand';
import type { KeptCookie } from '../../contract/collection.ts';
import type { HostClient } from '../../contract/host-contract.ts';

export interface CookieStore {
  /** Undefined until they are read. */
  cookies: KeptCookie[] | undefined;
  load(): Promise<void>;
  /** @param former the cookie that it replaces: another name, domain or path makes another cookie */
  save(cookie: KeptCookie, former?: KeptCookie): Promise<void>;
  remove(cookie: KeptCookie): Promise<void>;
  clear(): Promise<void>;
}

const keyOf = ({ domain, path, name }: KeptCookie) => ({ domain, path, name });

export function createCookieStore(client: HostClient): StoreApi<CookieStore> {
  return createStore<CookieStore>()((set, get) => ({
    cookies: undefined,
    async load() {
      set({ cookies: (await client.call('cookies.list', {})).cookies });
    },
    async save(cookie, former) {
      await client.call('cookies.set', { cookie });
      const isMoved = former && JSON.stringify(keyOf(former)) !== JSON.stringify(keyOf(cookie));
      if (isMoved) await client.call('cookies.remove', keyOf(former));
      await get().load();
    },
    async remove(cookie) {
      await client.call('cookies.remove', keyOf(cookie));
      await get().load();
    },
    async clear() {
      await client.call('cookies.clear', {});
      await get().load();
    },
  }));
}
