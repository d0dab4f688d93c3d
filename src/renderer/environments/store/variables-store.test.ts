/** The store of the environments page with the real host. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Core } from '../../../core/create-core.ts';
import { createVariablesStore } from './variables-store.ts';
import { temporaryFolder } from '../../../core/testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../../core/testing/test-core.ts';
import { testWorkspace } from '../../host/testing/test-workspace.ts';

let core: Core;
let root: string;
const file = () => path.join(root, 'environments/Local.yml');
const read = () => readFileSync(file(), 'utf8');
const local = { kind: 'environment' as const, name: 'Local' };

beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  root = temporaryFolder('variables');
  mkdirSync(path.join(root, 'environments'));
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(file(), 'name: Local\nvariables:\n  - name: a\n    value: "1"\n  - secret: true\n    name: key\n');
  core = await openTestCore(root);
});
afterEach(() => core.close());

function createStore() {
  const client = clientOf(core);
  const store = createVariablesStore(client, testWorkspace(client, root), () => Promise.resolve());
  return { client, state: store.getState };
}
async function openPage() {
  const page = createStore();
  await page.state().show(local);
  return page;
}
const row = (name: string, value: string, secret = false) => ({ name, value, secret });

test('input is stored a moment later, and at once when another owner is shown', async () => {
  const { state } = await openPage();
  state().edit([row('a', 'typed'), row('key', '', true)]);
  expect(state().status).toBe('unsaved');
  await vi.waitFor(() => expect(state().status).toBe('saved'));
  expect(read()).toContain('value: typed');
  state().edit([row('a', 'again'), row('key', '', true)]);
  await state().show({ kind: 'globals' });
  expect(read()).toContain('value: again');
  expect(state().rows).toEqual([]);
});

test('the owner that the person has chosen stays, although that with which the page begins is known later', async () => {
  const { state } = createStore();
  const choosing = state().show({ kind: 'globals' });
  await state().showFirst(local);
  await choosing;
  expect(state().owner).toEqual({ kind: 'globals' });
  await state().show(local);
  await state().remove('Local');
  await state().showFirst({ kind: 'globals' });
  expect(state().owner).toEqual({ kind: 'globals' });
});

test('input is stored although the host still answers a second call for the same owner, or one for another', async () => {
  const { state } = createStore();
  const first = state().show(local);
  const second = state().show(local);
  await first;
  state().edit([row('a', 'typed'), row('key', '', true)]);
  await second;
  expect(state().rows[0]).toMatchObject({ value: 'typed' });
  const other = state().show({ kind: 'globals' });
  state().edit([row('a', 'on leaving'), row('key', '', true)]);
  await other;
  expect(read()).toContain('value: on leaving');
  expect(state().rows).toEqual([]);
});

test('undo restores rows and an overwritten secret; redo applies the change again', async () => {
  const { state, client } = await openPage();
  const secret = async () => (await client.call('variables.reveal', { environment: 'Local', name: 'key' })).value;
  state().edit([row('a', '1'), row('key', 'first', true)]);
  await state().save();
  await state().show({ kind: 'globals' });
  await state().show(local);
  expect(state().rows.map(({ value }) => value)).toEqual(['1', '']);
  state().edit([row('a', '1'), row('key', 'second', true)]);
  await state().save();
  expect(await secret()).toBe('second');
  state().undo();
  await state().save();
  expect(await secret()).toBe('first');
  state().redo();
  await state().save();
  expect(await secret()).toBe('second');
  state().edit([]);
  state().undo();
  expect(state().rows.map(({ name }) => name)).toEqual(['a', 'key']);
});

test('a change of another program is asked about, and neither version is lost', async () => {
  const { state } = await openPage();
  state().edit([row('a', 'mine'), row('key', '', true)]);
  writeFileSync(file(), 'name: Local\nvariables:\n  - name: theirs\n    value: x\n');
  await state().save();
  expect(state().problem?.code).toBe('FileChangedOnDisk');
  expect(state().rows[0]?.value).toBe('mine');
  expect(read()).toContain('theirs');
  // Another owner is not shown while this one cannot be stored.
  await state().show({ kind: 'globals' });
  expect(state().owner).toEqual(local);
  await state().save(true);
  expect([read().includes('mine'), state().problem]).toEqual([true, null]);
});

test('a current value is set and reset; a name without a value is written to the file when it has one', async () => {
  const { state, client } = await openPage();
  state().setCurrent({ a: 'now' });
  await state().save();
  expect((await client.call('variables.read', { owner: local })).current).toEqual({ a: 'now' });
  state().setCurrent({ a: null });
  await state().save();
  expect((await client.call('variables.read', { owner: local })).current).toEqual({});
  state().define(['b', 'c']);
  state().edit(state().rows.map((row) => (row.name === 'b' ? { ...row, value: 'set' } : row)));
  await state().save();
  expect(read()).toContain('name: b');
  expect(read()).not.toContain('name: c');
});
