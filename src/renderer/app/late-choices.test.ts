/** What was chosen or typed while the host was working stays when its reply is late. */
import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand';
import type { RequestStore } from '../collection/request-store.ts';
import type { AppStore } from '../context/app-store.ts';
import { createBodyFileStore } from '../editor/body/body-file-store.ts';
import { createVariablesStore } from '../environments/store/variables-store.ts';
import { createHistoryStore } from '../history/history-store.ts';
import { lateHost } from '../host/testing/late-host.ts';
import { createPastRuns } from '../runner/results/past-runs.ts';
import type { RunnerStore } from '../runner/runner-state.ts';
import type { ScriptStore } from '../scripts/script-store.ts';
import type { SearchHit } from '../../contract/collection/search.ts';
import { createSearchStore } from '../search/search-store.ts';
import { createForwardStore } from '../webhooks/forward/forward-store.ts';

const storeOf = <T>(state: Partial<T>) => createStore<T>()(() => state as T);

test('the history is cleared: the search that was typed stays, and an entry that is read is not shown', async () => {
  const { client, workspace, reply } = lateHost();
  const { getState } = createHistoryStore(client, workspace);
  void [getState().select(1), getState().clear()];
  getState().setSearch('typed');
  await reply('history.clear', {});
  await reply('history.get', { id: 1, text: '', headers: [] });
  expect(getState()).toMatchObject({ search: 'typed', detail: undefined });
});

test('the request that is searched in the history is not shown when another entry was chosen, or another search typed', async () => {
  const { client, workspace, reply } = lateHost();
  const { getState } = createHistoryStore(client, workspace);
  const detail = ({ id }: { id: number }) => ({ id, text: '', headers: [] });
  const searching = getState().selectFound('order', (entries) => entries[0]);
  void getState().select(2);
  await reply('history.list', { entries: [{ id: 1 }] });
  await searching;
  await reply('history.get', detail);
  expect(getState().detail?.id).toBe(2);
  const second = getState().selectFound('order', (entries) => entries[0]);
  getState().setSearch('typed');
  await reply('history.list', { entries: [{ id: 1 }] });
  await second;
  expect(getState()).toMatchObject({ search: 'typed', detail: { id: 2 } });
});

test('runs that were listed before they were deleted', async () => {
  const { client, workspace, reply } = lateHost();
  const { getState } = createStore<RunnerStore>()(
    (set, get) => createPastRuns(client, workspace, { set, get }) as RunnerStore,
  );
  void [getState().load(), getState().clear()];
  await reply('runner.clear', {});
  await reply('runner.list', { runs: [{ id: 1 }] });
  expect(getState().runs).toEqual([]);
});

test('an environment that is chosen while another one is added or deleted', async () => {
  const { client, workspace, reply } = lateHost();
  const { getState } = createVariablesStore(client, workspace, () => Promise.resolve());
  const variables = { variables: [], current: {}, version: '', stored: [], inherited: [], hidden: [] };
  async function choose(name: string): Promise<void> {
    const showing = getState().show({ kind: 'environment', name });
    await reply('variables.read', variables);
    await showing;
  }
  await choose('Local');
  const adding = getState().add('New', null);
  await new Promise((resolve) => setTimeout(resolve));
  await choose('Staging');
  await reply('collection.addEnvironment', {});
  await adding;
  expect(getState().owner).toMatchObject({ name: 'Staging' });
  const removing = getState().remove('Staging');
  await new Promise((resolve) => setTimeout(resolve));
  await choose('Local');
  await reply('collection.removeEnvironment', { token: 't' });
  await removing;
  expect(getState().owner).toMatchObject({ name: 'Local' });
});

test('a file that is allowed while it is checked, and one of another folder', async () => {
  const { client, workspace, leave, reply } = lateHost();
  const { getState } = createBodyFileStore(client, workspace, { hasDialog: false });
  void [getState().check('/a'), getState().allow('/a', true)];
  await reply('files.allow', { allowed: true });
  await reply('files.state', { allowed: false });
  expect(getState().states).toEqual({ '/a': { allowed: true } });
  void getState().check('b');
  leave({ root: '/other' });
  await reply('files.state', { allowed: true });
  expect(getState().states).toEqual({});
});

test('a rehearsal that was stopped does not end the progress of the next one', async () => {
  const { client, workspace, reply } = lateHost();
  const { getState } = createForwardStore(client, workspace);
  void getState().rehearse({}, '', null);
  getState().stopRehearsal();
  void getState().rehearse({}, '', null);
  await reply('rehearsal.run', { report: {} }, 'first');
  expect(getState().progress).toEqual({ done: 0, total: 0 });
  await reply('rehearsal.run', { report: {} });
  expect(getState().progress).toBe(undefined);
});

const hit = (id: string, line: number) => ({ id, line, part: 'docs', field: [], occurrence: 0, replaceable: true });

function openSearch() {
  const host = lateHost();
  const typed = { text: 'order' };
  const select = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const edit = vi.fn<(edited: unknown) => void>();
  const requests = storeOf<RequestStore>({
    open: [],
    unsaved: new Set(),
    unsavedEdits: () => Promise.resolve({ requests: [{ id: 'a.yml', request: { ...typed } }], folders: [] }) as never,
    select,
    edit,
    load: () => Promise.resolve(),
  });
  const scripts = storeOf<ScriptStore>({ unsaved: () => [] });
  const app = storeOf<AppStore>({ show: () => undefined });
  const { getState } = createSearchStore(host.client, { app, requests, scripts, workspace: host.workspace });
  return { ...host, getState, typed, select, edit };
}

test('of two hits that are opened, the place of the later one is shown', async () => {
  const { getState, select } = openSearch();
  const first = Promise.withResolvers<void>();
  select.mockReturnValueOnce(first.promise);
  const opening = getState().open(hit('a.yml', 1) as unknown as SearchHit);
  await getState().open(hit('a.yml', 2) as unknown as SearchHit);
  first.resolve();
  await opening;
  expect(getState().place).toMatchObject({ line: 2 });
});

test('what is typed while hits are replaced stays, and is named; nothing else is replaced meanwhile', async () => {
  const { getState, reply, typed, edit } = openSearch();
  const search = getState().ask({ text: 'order' });
  const found = { items: [{ id: 'a.yml', hits: [hit('a.yml', 1)] }], complete: true };
  await reply('collection.search', found);
  await search;
  const replacing = getState().replace();
  expect(getState().answered).toBe(false);
  await new Promise((resolve) => setTimeout(resolve));
  typed.text = 'order, typed';
  const item = { kind: 'request', id: 'a.yml', edited: { text: 'x' } };
  await reply('collection.replace', { replaced: 3, files: [], unsaved: [{ item, count: 2 }], problems: [] });
  await reply('collection.search', found);
  expect(edit).not.toHaveBeenCalled();
  expect(await replacing).toMatchObject({
    replaced: 1,
    problems: ['a.yml was edited meanwhile: nothing was replaced in its unsaved edits. Replace again.'],
  });
});

test('what is typed after a replacement is not overwritten when it is undone, and is named', async () => {
  const { getState, reply, typed, edit } = openSearch();
  const search = getState().ask({ text: 'order' });
  const found = { items: [{ id: 'a.yml', hits: [hit('a.yml', 1)] }], complete: true };
  await reply('collection.search', found);
  await search;
  edit.mockImplementation((edited) => Object.assign(typed, edited));
  const replace = async () => {
    const replacing = getState().replace();
    const item = { kind: 'request', id: 'a.yml', edited: { text: 'sale' } };
    await reply('collection.replace', { replaced: 1, files: [], unsaved: [{ item, count: 1 }], problems: [] });
    await reply('collection.search', found);
    return (await replacing).undo;
  };
  const undo = await replace();
  void undo();
  await reply('collection.search', found);
  expect(typed.text).toBe('order');
  const undoLate = await replace();
  typed.text = 'sale, typed';
  const undoing = undoLate().catch((error: unknown) => (error as Error).message);
  await reply('collection.search', found);
  expect(await undoing).toBe('a.yml was edited after the replacement, which is not undone there.');
  expect(typed.text).toBe('sale, typed');
});
