import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../contract/collection/collection.ts';
import { hostContract, type HostApi } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/rpc/memory-port.ts';
import { serve } from '../../contract/rpc/rpc.ts';
import { connect } from '../../contract/rpc/rpc-client.ts';
import { blankRequest } from '../collection/tabs/open-item.ts';
import { byDay, createHistoryStore } from './history-store.ts';
import { testWorkspace } from '../host/testing/test-workspace.ts';

const entry = (id: number, at = new Date(2026, 4, 5, 12)): HistoryEntry => ({
  id,
  at: at.getTime(),
  request: 'a.yml',
  name: 'a',
  method: 'GET',
  url: `http://x/${id}`,
  status: 200,
  durationMs: 1,
  size: 1,
  failure: null,
});

/** A host whose history has this many entries. */
function open(count: number) {
  let all = Array.from({ length: count }, (_, index) => entry(count - index));
  const removed = new Set<number>();
  const pagesAsked: (number | undefined)[] = [];
  /** When the next answers to `history.list` are sent. */
  const listing: Promise<unknown>[] = [];
  let isFailing = false;
  /** The answers to `history.get` that are delayed. */
  const reading = new Map<number, Promise<unknown>>();
  const api: Partial<HostApi> = {
    async 'history.list'({ search, before = Infinity, limit }) {
      if (isFailing) {
        isFailing = false;
        throw new Error('The history could not be read.');
      }
      pagesAsked.push(before === Infinity ? undefined : before);
      await listing.shift();
      const matching = all.filter(({ id, url }) => !removed.has(id) && id < before && url.includes(search));
      return { entries: matching.slice(0, limit) };
    },
    async 'history.get'({ id }) {
      await reading.get(id);
      const headers = [{ name: 'Content-Type', value: 'application/json' }];
      return { ...entry(id), edited: blankRequest, requestHeaders: [], headers, text: '{"a":1}', truncated: false };
    },
    'body.format': ({ text, contentType }) => ({ text: `${contentType} ${text}` }),
    'history.remove': ({ id }) => (removed.add(id), {}),
    'history.restore': ({ id }) => (removed.delete(id), {}),
    'history.clear': () => ((all = []), {}),
  };
  const ports = memoryPorts();
  let emit: Emit = () => undefined;
  serve(hostContract, ports.server, api as HostApi, (listener) => {
    emit = listener as Emit;
    return () => undefined;
  });
  const client = connect<typeof hostContract>(ports.client);
  const store = createHistoryStore(client, testWorkspace(client, '/shop'));
  const openFolder = (root: string) => {
    const programs = { directory: `${root}/programs`, exists: false, files: [] };
    emit('workspace.changed', { root, name: 'shop', scripts: [], programs });
  };
  const sendElsewhere = () => void all.unshift(entry(all.length + 1));
  return {
    state: store.getState,
    sendElsewhere,
    pagesAsked,
    listing,
    reading,
    openFolder,
    failNext: () => (isFailing = true),
  };
}
type Emit = (name: string, payload: unknown) => void;
const ids = (entries: readonly HistoryEntry[] | undefined) => entries?.map(({ id }) => id);

test('the mark moves before the entry is read', async () => {
  const { state, reading } = open(3);
  await state().load();
  await state().select(3);
  const late = Promise.withResolvers<void>();
  reading.set(2, late.promise);
  const choosing = state().select(2);
  expect(state()).toMatchObject({ chosenId: 2, detail: { id: 3 } });
  await state().remove(2);
  late.resolve();
  await choosing;
  expect(state()).toMatchObject({ chosenId: 3, detail: { id: 3 } });
  await state().remove(3);
  expect(state()).toMatchObject({ chosenId: undefined, detail: undefined });
});

test('the entry that was chosen last is shown, whichever is read first', async () => {
  const { state, reading } = open(2);
  let finishFirst = () => undefined as void;
  reading.set(1, new Promise((resolve) => (finishFirst = () => resolve(undefined))));
  const first = state().select(1);
  await state().select(2);
  expect(state().detail).toMatchObject({ id: 2 });
  finishFirst();
  await first;
  expect(state().detail).toMatchObject({ id: 2 });
  expect(state().pretty).toBe('application/json {"a":1}');
});

test('an entry of another folder is not shown, also when it is still being read', async () => {
  const { state, reading, openFolder } = open(2);
  await state().load();
  await state().select(2);
  openFolder('/shop');
  await new Promise((resolve) => setImmediate(resolve));
  expect(state().detail).toMatchObject({ id: 2 });
  let finish = () => undefined as void;
  reading.set(1, new Promise((resolve) => (finish = () => resolve(undefined))));
  const choosing = state().select(1);
  openFolder('/other');
  await expect.poll(() => state().detail).toBeUndefined();
  finish();
  await choosing;
  expect(state().detail).toBeUndefined();
});

test('the history is read page by page, and no page twice', async () => {
  const { state, pagesAsked } = open(450);
  await state().load();
  expect(state().entries).toHaveLength(200);
  await Promise.all([state().loadMore(), state().loadMore()]);
  expect(state().entries).toHaveLength(400);
  await state().loadMore();
  await state().loadMore();
  expect(ids(state().entries)).toEqual(Array.from({ length: 450 }, (_, index) => 450 - index));
  expect(pagesAsked).toEqual([undefined, 251, 51]);
});

test('a request that another window has sent is found, and what is listed is read again only then', async () => {
  const { state, pagesAsked, sendElsewhere } = open(250);
  await state().load();
  await state().loadMore();
  await state().follow();
  expect(state().entries).toHaveLength(250);
  sendElsewhere();
  await state().follow();
  expect(state().entries?.[0]?.id).toBe(251);
  expect(pagesAsked).toEqual([undefined, 51, undefined, undefined, undefined]);
});

test('a page that could not be read is read again', async () => {
  const { state, failNext } = open(250);
  await state().load();
  failNext();
  await expect(state().loadMore()).rejects.toThrow();
  await state().loadMore();
  expect(state().entries).toHaveLength(250);
});

test('a page of what was listed before is not added to what is searched for', async () => {
  const { state, pagesAsked } = open(450);
  await state().load();
  // The search is typed, and its results are not read yet.
  state().setSearch('/1');
  const [searching] = [state().load(), state().loadMore()];
  await searching;
  await state().loadMore();
  expect(ids(state().entries)).toEqual(
    ids(Array.from({ length: 450 }, (_, i) => entry(450 - i)).filter(({ url }) => url.includes('/1'))),
  );
  expect(new Set(ids(state().entries)).size).toBe(state().entries?.length);
  state().setSearch('/2');
  const shown = ids(state().entries);
  await state().loadMore();
  expect(ids(state().entries)).toEqual(shown);
  expect(pagesAsked.length).toBe(2);
});

test('the response to an older search does not replace that to a later one', async () => {
  const { state } = open(3);
  state().setSearch('/1');
  const first = state().load();
  state().setSearch('/2');
  await Promise.all([first, state().load()]);
  expect(ids(state().entries)).toEqual([2]);
});

test('whoever waits for entries whose reading another one replaces gets those of the later one', async () => {
  const { state, listing, openFolder } = open(3);
  const later = Promise.withResolvers<void>();
  listing.push(Promise.resolve(), later.promise);
  const first = state()
    .load()
    .then(() => ids(state().entries));
  const second = state().load();
  await new Promise((resolve) => setTimeout(resolve, 20));
  later.resolve();
  expect(await first).toEqual([3, 2, 1]);
  await second;
  const left = state().load();
  openFolder('/other');
  await left;
  expect(state().entries).toBeUndefined();
});

test('a removed entry is restored by undo', async () => {
  const { state } = open(2);
  await state().load();
  const undo = await state().remove(2);
  expect(ids(state().entries)).toEqual([1]);
  await undo();
  expect(ids(state().entries)).toEqual([2, 1]);
  await state().clear();
  expect(state().entries).toEqual([]);
});

test('entries are grouped by day', () => {
  const now = new Date(2026, 4, 5, 18);
  const days = [now, now, new Date(2026, 4, 4, 1), new Date(2026, 3, 1)].map((at, index) => entry(9 - index, at));
  const rows = byDay(days, now).map((row) => ('day' in row ? row.day : row.entry.id));
  expect(rows.slice(0, 5)).toEqual(['Today', 9, 8, 'Yesterday', 7]);
  expect(rows[5]).toMatch(/2026/);
});
