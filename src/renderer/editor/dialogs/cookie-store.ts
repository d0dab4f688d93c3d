/** The cookies of the workspace as editable rows: those that servers have set, and added ones. */
import pLimit from 'p-limit';
import { isSameJson } from '../../ui/same-json.ts';
import { createStore, type StoreApi } from 'zustand';
import type { KeptCookie } from '../../../contract/collection/collection.ts';
import { toFailure } from '../../../contract/errors.ts';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { ShownWorkspace } from '../../host/shown-workspace.ts';

export interface CookieRow extends KeptCookie {
  /** The stored cookie; absent while the row is new. */
  stored?: KeptCookie;
}

export interface CookieStore {
  /** Undefined until they are read. */
  rows: CookieRow[] | undefined;
  /** Whether they are being read: edits of the rows would be lost when the reply replaces them. */
  reading: boolean;
  /** Reasons why the host has refused rows. */
  refused: ReadonlyMap<CookieRow, string>;
  /** Reads them after what is being saved. */
  load(): Promise<void>;
  edit(rows: CookieRow[]): void;
  /** Why a row is not a cookie yet, or was refused. */
  problemOf(row: CookieRow): string | undefined;
  /** Stores the valid rows, and deletes cookies whose rows were removed. @returns whether all rows are stored */
  save(): Promise<boolean>;
  /** Adds removed rows again, and saves. */
  restore(removed: readonly CookieRow[]): Promise<boolean>;
}

export const emptyCookie: CookieRow = {
  name: '',
  value: '',
  domain: '',
  path: '/',
  expires: null,
  secure: false,
  httpOnly: false,
};

/** Whether the text is a valid time, or empty for a session cookie. */
export const isExpiry = (expires: string | null): boolean => expires === null || !isNaN(Date.parse(expires));

export function createCookieStore(client: HostClient, workspace: ShownWorkspace): StoreApi<CookieStore> {
  const onHost = { cookies: [] as KeptCookie[] };
  /** Reads and saves follow each other. */
  const inTurn = pLimit(1);
  const lists = workspace.latestCall();
  const store = createStore<CookieStore>()((set, get) => {
    const saveNow = createSaving(client, onHost, { set, get });
    async function read(list: AbortSignal): Promise<void> {
      const { cookies } = await client.call('cookies.list', {});
      if (list.aborted) return;
      onHost.cookies = cookies;
      const rows = cookies.map((cookie) => ({ ...cookie, stored: cookie }));
      set({ rows, reading: false, refused: new Map() });
    }
    return {
      rows: undefined,
      reading: false,
      refused: new Map(),
      load() {
        const list = lists.begin();
        set({ reading: true });
        return inTurn(() => read(list));
      },
      edit: (rows) => set({ rows }),
      problemOf: (row) => problemIn(row) ?? get().refused.get(row),
      save: () => inTurn(saveNow),
      restore: (removed) =>
        inTurn(() => {
          const added = removed.map(({ stored: _stored, ...row }) => row);
          set(({ rows }) => ({ rows: rows && [...rows, ...added] }));
          return saveNow();
        }),
    };
  });
  workspace.empty(store);
  return store;
}

/** @returns a function that stores the valid rows, and says whether all rows are stored */
function createSaving(
  client: HostClient,
  onHost: { cookies: KeptCookie[] },
  { set, get }: { set: StoreApi<CookieStore>['setState']; get: StoreApi<CookieStore>['getState'] },
): () => Promise<boolean> {
  const remove = async (cookie: KeptCookie) => {
    await client.call('cookies.remove', keyOf(cookie));
    onHost.cookies = onHost.cookies.filter((entry) => entry !== cookie);
  };
  /** Another name, domain or path makes another cookie. */
  async function storeRow(row: CookieRow): Promise<void> {
    const cookie = cookieIn(row);
    const storedCookie = row.stored;
    if (storedCookie && isSameJson(storedCookie, cookie)) return;
    await client.call('cookies.set', { cookie });
    if (storedCookie && !isSameJson(keyOf(storedCookie), keyOf(cookie))) await remove(storedCookie);
    onHost.cookies = [...onHost.cookies.filter((entry) => entry !== storedCookie), cookie];
    set(({ rows }) => ({ rows: rows?.map((other) => (other === row ? { ...row, stored: cookie } : other)) }));
  }
  return async () => {
    const { rows } = get();
    // Another folder was opened, whose cookies are not read.
    if (!rows) return true;
    for (const cookie of onHost.cookies.filter((entry) => !rows.some((row) => row.stored === entry)))
      await remove(cookie);
    const refusals = new Map<CookieRow, string>();
    for (const row of rows.filter((row) => problemIn(row) === undefined)) {
      await storeRow(row).catch((error: unknown) => refusals.set(row, toFailure(error).message));
    }
    set({ refused: refusals });
    return rows.every((row) => problemIn(row) === undefined && !refusals.has(row));
  };
}

const keyOf = ({ domain, path, name }: KeptCookie) => ({ domain, path, name });
const cookieIn = ({ name, value, domain, path, expires, secure, httpOnly }: CookieRow): KeptCookie => ({
  name,
  value,
  domain,
  path,
  expires,
  secure,
  httpOnly,
});

function problemIn({ name, domain, expires }: CookieRow): string | undefined {
  if (name === '') return 'The cookie has no name.';
  if (domain === '') return 'The cookie has no domain, such as example.com.';
  return isExpiry(expires) ? undefined : 'This is not a time, such as 2030-01-31T12:00:00Z.';
}
