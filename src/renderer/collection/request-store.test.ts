/** The store of the requests with the real host. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EditedRequest } from '../../contract/collection/collection.ts';
import type { Core } from '../../core/create-core.ts';
import { openDrafts } from '../host/testing/open-drafts.ts';
import { createAppStore } from '../context/app-store.ts';
import { createRunStore } from '../console/run-store.ts';
import { blankRequest, isUntitled } from './tabs/open-item.ts';
import { createImportStore } from '../tree/import/import-store.ts';
import { createRequestStore } from './request-store.ts';
import { listen } from '../../core/testing/listen.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';
import { connectTo, openTestCore } from '../../core/testing/test-core.ts';
import { testWorkspace } from '../host/testing/test-workspace.ts';

let core: Core;
let root: string;
const file = () => path.join(root, 'a.yml');
const read = () => readFileSync(file(), 'utf8');

beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  root = temporaryFolder('request-store');
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(file(), 'info:\n  name: a\nhttp:\n  method: GET\n  url: http://file\n');
  core = await openTestCore(root);
});
afterEach(async () => {
  await core.close();
});

/**
 * A window; `leave` resolves when its drafts are stored by the host. @param isLoaded false: its collection is read
 * later
 */
async function openWindow({ isLoaded = true } = {}) {
  const { client, close } = connectTo(core);
  const page = new EventTarget();
  const drafts = await openDrafts(client, page);
  const info = await client.call('workspace.get', {});
  const runs = createRunStore(client);
  const store = createRequestStore(client, runs, testWorkspace(client, info.root, drafts), drafts);
  if (isLoaded) await store.getState().load();
  async function leave() {
    const typed = store.getState().open.map((item) => JSON.stringify(item.edited));
    page.dispatchEvent(new Event('pagehide'));
    await vi.waitFor(async () => {
      const stored = Object.values((await client.call('drafts.get', {})).drafts).join('\n');
      for (const text of typed) expect(stored).toContain(text);
    });
    close();
  }
  const app = await createAppStore(client);
  const imports = createImportStore(client, { app, requests: store });
  return { store, state: store.getState, runs: runs.getState, app, imports, leave };
}

test('a draft asks in the next window if the file has changed meanwhile, until it is answered', async () => {
  const first = await openWindow();
  await first.state().select('a.yml');
  first.state().edit({ url: 'http://mine' });
  await first.leave();
  writeFileSync(file(), read().replace('http://file', 'http://theirs'));

  const second = await openWindow();
  await second.state().select('a.yml');
  expect(second.state().active()).toMatchObject({ edited: { url: 'http://mine' }, saved: { url: 'http://theirs' } });
  expect(second.state().active()?.diskChange).toBeDefined();
  await second.state().save();
  expect(read()).toContain('http://theirs');
  expect(second.state().active()?.diskChange).toBeDefined();
  await second.state().save(true);
  expect(read()).toContain('http://mine');
  expect(second.state().active()?.diskChange).toBeUndefined();

  second.state().edit({ url: 'http://again' });
  await second.state().save();
  expect(read()).toContain('http://again');
});

test('a draft of an unchanged file asks nothing', async () => {
  const first = await openWindow();
  await first.state().select('a.yml');
  first.state().edit({ url: 'http://mine' });
  await first.leave();
  const second = await openWindow();
  await second.state().select('a.yml');
  expect(second.state().active()?.diskChange).toBeUndefined();
  await second.state().save();
  expect(read()).toContain('http://mine');
});

test('a new request whose name is being asked for stays, although a request that was chosen before is read late', async () => {
  const { state } = await openWindow();
  const id = state().openUntitled();
  const opening = state().select('a.yml');
  await state().save();
  await opening;
  expect(state()).toMatchObject({ open: [{ id }, { id: 'a.yml' }], savingAs: id });
  await state().saveAs('', 'mine');
  expect(state().open.map((item) => item.id)).toEqual(['mine.yml', 'a.yml']);
});

test('a request that is read late is opened, but does not take the place of a new one', async () => {
  const { state } = await openWindow();
  const opening = state().select('a.yml');
  const id = state().openUntitled();
  await opening;
  expect(state()).toMatchObject({ activeId: id, open: [{ id }, { id: 'a.yml' }] });
  state().close(id, 'a.yml');
  const again = state().select('a.yml');
  // The request that takes the place of the last tab gives way to the one that was chosen.
  state().close(state().activeId ?? '');
  await again;
  expect(state()).toMatchObject({ activeId: 'a.yml', open: [{ id: 'a.yml' }] });
});

test('a copy that is created late does not take the place of what is open or gets its name meanwhile', async () => {
  const { state } = await openWindow();
  await state().select('a.yml');
  const duplicating = state().duplicate('a.yml');
  const id = state().openUntitled();
  await duplicating;
  expect(state().activeId).toBe(id);
  const again = state().duplicate('a.yml');
  await state().save();
  await again;
  expect(state()).toMatchObject({ activeId: id, savingAs: id });
});

test('renaming an edited request is not a conflict, in this window and the next', async () => {
  const first = await openWindow();
  await first.state().select('a.yml');
  first.state().edit({ url: 'http://mine' });
  await first.state().rename('a.yml', 'b');
  expect(first.state().active()).toMatchObject({ id: 'b.yml', name: 'b', edited: { url: 'http://mine' } });
  expect(first.state().active()?.diskChange).toBeUndefined();
  await first.leave();
  const second = await openWindow();
  await second.state().select('b.yml');
  expect(second.state().active()?.diskChange).toBeUndefined();
  await second.state().save();
  const saved = readFileSync(path.join(root, 'b.yml'), 'utf8');
  expect([saved.includes('http://mine'), saved.includes('name: b')]).toEqual([true, true]);
});

test('when the chosen environment is deleted, none is used; it is used again when it is restored', async () => {
  mkdirSync(path.join(root, 'environments'));
  for (const name of ['Production', 'Staging'])
    writeFileSync(path.join(root, `environments/${name}.yml`), `name: ${name}\nvariables: []\n`);
  const first = await openWindow();
  expect(first.state().environment).toBe('Production');
  first.state().setEnvironment('Staging');
  const text = readFileSync(path.join(root, 'environments/Staging.yml'));
  rmSync(path.join(root, 'environments/Staging.yml'));
  await first.state().load();
  expect(first.state().environment).toBeNull();
  writeFileSync(path.join(root, 'environments/Staging.yml'), text);
  await first.state().load();
  expect(first.state().environment).toBe('Staging');
  first.state().setEnvironment(null);
  await first.leave();
  const second = await openWindow({ isLoaded: false });
  expect(second.state().environment).toBeNull();
  await second.state().load();
  expect(second.state().environment).toBeNull();
});

test('the environment that was used without a choice is used later, too, when one that is listed before it is added', async () => {
  mkdirSync(path.join(root, 'environments'));
  writeFileSync(path.join(root, 'environments/Staging.yml'), 'name: Staging\nvariables: []\n');
  const first = await openWindow();
  expect(first.state().environment).toBe('Staging');
  writeFileSync(path.join(root, 'environments/Production.yml'), 'name: Production\nvariables: []\n');
  await first.leave();
  const second = await openWindow();
  expect(second.state().environment).toBe('Staging');
});

test('an untitled request survives the window, and becomes a file when it is saved', async () => {
  const first = await openWindow();
  await first.state().restore();
  const id = first.state().active()?.id ?? '';
  expect(isUntitled(id)).toBe(true);
  first.state().edit({ url: 'http://typed' });
  await first.leave();

  const second = await openWindow();
  await second.state().restore();
  expect(second.state().active()).toMatchObject({ id, edited: { url: 'http://typed' } });
  await second.state().save();
  expect(second.state().savingAs).toBe(id);
  await second.state().saveAs('', 'Tea');
  expect(second.state().active()).toMatchObject({ id: 'Tea.yml', name: 'Tea' });
  expect(second.state().unsaved.size).toBe(0);
  expect(readFileSync(path.join(root, 'Tea.yml'), 'utf8')).toContain('http://typed');
});

test('unsaved changes of a request whose file another program deletes become a request without a file', async () => {
  mkdirSync(path.join(root, 'orders'));
  writeFileSync(path.join(root, 'orders/b.yml'), read());
  const { state, leave } = await openWindow();
  await state().select('orders/b.yml');
  await state().select('a.yml');
  state().edit({ url: 'http://mine' });
  rmSync(file());
  rmSync(path.join(root, 'orders/b.yml'));
  await state().load();
  expect(state().open.map(({ id }) => isUntitled(id))).toEqual([true]);
  expect(state().active()).toMatchObject({ edited: { url: 'http://mine' }, parent: '' });

  await state().save();
  await state().saveAs('', 'Again');
  expect(readFileSync(path.join(root, 'Again.yml'), 'utf8')).toContain('http://mine');
  state().edit({ url: 'http://more' });
  await leave();
  rmSync(path.join(root, 'Again.yml'));

  // Deleted while the application was closed.
  const second = await openWindow();
  await second.state().restore();
  expect(second.state().active()).toMatchObject({ name: 'Again', edited: { url: 'http://more' } });
  expect(isUntitled(second.state().activeId ?? '')).toBe(true);
  expect([...second.state().unsaved].every(isUntitled)).toBe(true);
});

test('renaming, moving and deleting an edited request here never detaches it', async () => {
  mkdirSync(path.join(root, 'orders'));
  writeFileSync(path.join(root, 'orders/folder.yml'), 'info:\n  name: Orders\n');
  const { state } = await openWindow();
  await state().select('a.yml');
  state().edit({ url: 'http://mine' });
  await Promise.all([state().rename('a.yml', 'b'), state().refreshOpen(), state().load()]);
  expect(state().activeId).toBe('b.yml');
  await Promise.all([state().move('b.yml', 'orders', null), state().refreshOpen(), state().load()]);
  expect(state().active()).toMatchObject({ id: 'orders/b.yml', edited: { url: 'http://mine' } });
  const [undo] = await Promise.all([state().remove('orders/b.yml'), state().refreshOpen(), state().load()]);
  expect(state().open.map(({ name }) => name)).not.toContain('b');
  await undo();
  await state().select('orders/b.yml');
  expect(state().active()).toMatchObject({ edited: { url: 'http://mine' } });
});

test('while the folder of the workspace is gone, tabs, drafts and the chosen environment stay; saving asks for a name', async () => {
  mkdirSync(path.join(root, 'environments'));
  for (const name of ['A', 'B']) writeFileSync(path.join(root, `environments/${name}.yml`), `name: ${name}\n`);
  for (const name of ['b', 'c'])
    writeFileSync(path.join(root, `${name}.yml`), `info:\n  name: ${name}\nhttp:\n  method: GET\n  url: http://file\n`);
  const { state } = await openWindow();
  state().setEnvironment('B');
  for (const id of ['b.yml', 'a.yml']) {
    await state().select(id);
    state().edit({ url: `http://${id}` });
  }
  state().close('b.yml');
  await state().select('c.yml');
  renameSync(root, `${root}-away`);
  await state().load();
  await state().load();
  expect(state().open.map(({ id }) => id)).toEqual(['a.yml', 'c.yml']);
  renameSync(`${root}-away`, root);
  await state().load();
  expect([...state().unsaved].toSorted()).toEqual(['a.yml', 'b.yml']);
  expect(state().environment).toBe('B');
  for (const id of ['b.yml', 'a.yml']) {
    await state().select(id);
    expect(state().active()).toMatchObject({ id, edited: { url: `http://${id}` } });
    expect(state().active()).not.toHaveProperty('diskChange');
  }

  rmSync(root, { recursive: true });
  await state().load();
  await state().save();
  expect(isUntitled(state().savingAs ?? '')).toBe(true);
  await state().saveAs('', 'kept');
  expect(readFileSync(path.join(root, 'kept.yml'), 'utf8')).toContain('http://a.yml');
});

test('open items exist before the collection is read: name, unsaved changes, and variables', async () => {
  mkdirSync(path.join(root, 'orders'));
  writeFileSync(
    path.join(root, 'orders/folder.yml'),
    'info:\n  name: Orders\nrequest:\n  variables:\n    - name: base\n      value: http://orders\n',
  );
  writeFileSync(path.join(root, 'orders/b.yml'), 'info:\n  name: Create\nhttp:\n  method: GET\n  url: "{{base}}"\n');
  const first = await openWindow();
  await first.state().select('orders');
  first.state().edit({ docs: 'Of orders.' });
  await first.state().select('orders/b.yml');
  first.state().edit({ url: '{{base}}/typed' });
  await first.leave();

  const second = await openWindow({ isLoaded: false });
  await second.state().restore();
  expect(second.state()).toMatchObject({ isLoading: true, collection: null });
  expect(second.state().open.map(({ name }) => name)).toEqual(['Orders', 'Create']);
  expect(second.state().active()).toMatchObject({ id: 'orders/b.yml', edited: { url: '{{base}}/typed' } });
  expect(second.state().variables).toEqual([
    { name: 'base', value: 'http://orders', scope: 'folder Orders', secret: false },
  ]);
  await second.state().load();
  expect(second.state()).toMatchObject({ isLoading: false, collection: { name: 'Shop' } });
  expect(second.state().active()).toMatchObject({ edited: { url: '{{base}}/typed' } });
});

test('a request that is sent while the collection is read uses the environment that reading it chooses', async () => {
  mkdirSync(path.join(root, 'environments'));
  writeFileSync(
    path.join(root, 'environments/Local.yml'),
    'name: Local\nvariables:\n  - name: base\n    value: http://127.0.0.1:1\n',
  );
  const { state } = await openWindow({ isLoaded: false });
  await state().restore();
  state().edit({ url: '{{base}}' });
  const reading = state().load();
  await state().send();
  expect(state()).toMatchObject({ environment: 'Local', unresolved: null });
  await reading;
});

test('a request opened without a file has its own tab, beside an unsaved one', async () => {
  const { state } = await openWindow();
  await state().select('a.yml');
  state().edit({ url: 'http://mine' });
  state().openUntitled({ ...blankRequest, url: 'http://sent' }, 'As it was sent');
  expect(state().open.map(({ name }) => name)).toEqual(['a', 'As it was sent']);
  expect([...state().unsaved]).toEqual(['a.yml', state().activeId]);
});

test('closing a request without a file ends its run; a request with a file shows its run when it is opened again', async () => {
  const server = http.createServer();
  const base = `http://127.0.0.1:${await listen(server)}`;
  const { state, runs } = await openWindow();
  const sending: Promise<void>[] = [];
  const send = async () => {
    const requestArrives = once(server, 'request');
    // Stopping cancels the call.
    sending.push(
      state()
        .send()
        .catch(() => undefined),
    );
    await requestArrives;
  };
  await state().select('a.yml');
  state().edit({ url: base });
  await send();
  const untitled = state().openUntitled({ ...blankRequest, url: base });
  await send();
  expect(runs().active).toHaveLength(2);
  state().close(untitled);
  await sending[1];
  expect(runs().active.map(({ owner }) => owner)).toEqual(['request a.yml']);
  state().close('a.yml');
  await state().select('a.yml');
  expect(state().active()).toMatchObject({ run: runs().of('request a.yml') });
  runs().stopAll();
  await sending[0];
  server.closeAllConnections();
  server.close();
});

test('the tab within a request stays while other views are shown, and follows the request to its file', async () => {
  const { state } = await openWindow();
  const id = state().openUntitled({ ...blankRequest, url: 'http://typed' });
  const part = { tab: 'post', requestedPlace: '' };
  state().showPart(id, part);
  await state().save();
  await state().saveAs('', 'Tea');
  expect(state().shownParts['Tea.yml']).toEqual(part);
  const next = state().openUntitled({ ...blankRequest, url: 'http://next' });
  state().showPart(next, part);
  state().close(next);
  expect(Object.keys(state().shownParts)).not.toContain(next);
});

test('what was typed into a kind of auth that is not selected is kept, and is no unsaved change', async () => {
  const { state, leave } = await openWindow();
  await state().select('a.yml');
  const { auth } = state().active()?.edited as EditedRequest;
  state().edit({ auth: { type: 'bearer', token: 'typed' } });
  expect([...state().unsaved]).toEqual(['a.yml']);
  state().edit({ auth });
  expect([...state().unsaved]).toEqual([]);
  expect(await state().unsavedEdits(['a.yml'])).toEqual({ requests: [], folders: [] });
  await state().rename('a.yml', 'b');
  await leave();
  writeFileSync(path.join(root, 'b.yml'), readFileSync(path.join(root, 'b.yml'), 'utf8').replace('//file', '//pulled'));

  const second = await openWindow();
  await second.state().select('b.yml');
  expect([...second.state().unsaved]).toEqual([]);
  expect(second.state().active()).toMatchObject({
    edited: { url: 'http://pulled' },
    others: { auths: { bearer: { token: 'typed' } } },
  });
  expect(second.state().active()?.diskChange).toBeUndefined();
});

test('a change that another program has made, too, is no longer unsaved', async () => {
  const first = await openWindow();
  await first.state().select('a.yml');
  first.state().edit({ url: 'http://same' });
  await first.leave();
  writeFileSync(file(), read().replace('http://file', 'http://same'));

  const { state } = await openWindow();
  expect([...state().unsaved]).toEqual(['a.yml']);
  await state().restore();
  expect([...state().unsaved]).toEqual([]);
  expect(state().active()?.diskChange).toBeUndefined();
});

test('a closed tab keeps unsaved changes; discarding them can be undone', async () => {
  const { state } = await openWindow();
  await state().select('a.yml');
  state().edit({ url: 'http://mine' });
  state().close('a.yml');
  expect([...state().unsaved]).toEqual(['a.yml']);
  await state().select('a.yml');
  expect(state().active()).toMatchObject({ edited: { url: 'http://mine' } });
  const undo = state().discard('a.yml');
  expect(state().active()).toMatchObject({ edited: { url: 'http://file' } });
  expect(state().unsaved.size).toBe(0);
  await undo();
  expect(state().active()).toMatchObject({ edited: { url: 'http://mine' } });
});

test('tabs are moved, stepped through with wrap-around, and the neighbour is shown after closing', async () => {
  for (const name of ['b', 'c'])
    writeFileSync(path.join(root, `${name}.yml`), read().replace('name: a', `name: ${name}`));
  const { state } = await openWindow();
  for (const name of ['a', 'b', 'c']) await state().select(`${name}.yml`);
  const names = () => state().open.map(({ name }) => name);
  state().moveTab('c.yml', 'a.yml');
  expect(names()).toEqual(['c', 'a', 'b']);
  await state().stepTab(-1);
  expect(state().active()?.name).toBe('b');
  await state().stepTab(1);
  expect(state().active()?.name).toBe('c');
  state().close('c.yml');
  expect([names(), state().active()?.name]).toEqual([['a', 'b'], 'a']);
  state().close('a.yml', 'b.yml');
  expect(state().open.map(({ id }) => isUntitled(id))).toEqual([true]);
});

test('the last choice is shown, and sent, however quickly it follows', async () => {
  writeFileSync(path.join(root, 'b.yml'), 'info:\n  name: b\nhttp:\n  method: GET\n  url: http://127.0.0.1:1\n');
  const { state } = await openWindow();
  const chosen = [state().select('a.yml'), state().select('b.yml')];
  await Promise.all([...chosen, state().send()]);
  expect(state().activeId).toBe('b.yml');
  const sent = state().open.filter((item) => item.kind === 'request' && item.run !== undefined);
  expect(sent.map(({ id }) => id)).toEqual(['b.yml']);
});

test('a pasted cURL command replaces the open request, whose scripts and documentation stay', async () => {
  const { state } = await openWindow();
  await state().select('a.yml');
  state().edit({ docs: 'Why it is sent.' });
  await state().pasteCurl("curl -X PUT 'http://pasted/orders?id=7' -H 'Accept: text/plain'");
  expect(state().active()).toMatchObject({
    edited: { method: 'PUT', docs: 'Why it is sent.', headers: [{ name: 'Accept', value: 'text/plain' }] },
  });
  await expect(state().pasteCurl('curl')).rejects.toBeInstanceOf(Error);
});

test('what a pasted cURL command replaces is restored, also after its tab was closed; a blank request has nothing', async () => {
  const { state } = await openWindow();
  await state().select('a.yml');
  state().edit({ body: { type: 'json', text: '{"typed": 1}' } });
  const edited = state().active()?.edited;
  const undo = await state().pasteCurl('curl http://pasted/');
  expect(state().active()?.edited).not.toEqual(edited);
  await undo?.();
  expect(state().active()?.edited).toEqual(edited);

  const later = await state().pasteCurl('curl http://pasted/');
  state().close('a.yml');
  await later?.();
  expect(state().active()).toMatchObject({ id: 'a.yml', edited });
  state().openUntitled();
  expect(await state().pasteCurl('curl http://pasted/')).toBeUndefined();
});

test('an import is loaded and its first request opened; a source that fails is named, and the others are imported', async () => {
  const { store, state, imports, app } = await openWindow();
  const curl = (name: string) => new File([`curl http://${name}/`], name);
  app.getState().showDialog({ kind: 'import' });
  await imports.getState().importFiles([curl('one'), curl('two')]);
  expect(imports.getState()).toMatchObject({ busy: false, results: [{ requests: 1 }, { requests: 1 }] });
  expect(app.getState().view).toBe('requests');
  expect(state().active()).toMatchObject({ edited: { url: 'http://two/' } });
  const count = store.getState().collection?.items.length ?? 0;
  await imports.getState().importFiles([new File(['no format'], 'x'), curl('three')]);
  const failure = { message: expect.stringContaining('x has an unknown format') as string };
  expect(imports.getState()).toMatchObject({ busy: false, results: [{}, {}, {}], failures: [failure] });
  expect(state().collection?.items.length).toBe(count + 1);
  imports.getState().showTab('text');
  expect(imports.getState()).toMatchObject({ results: [{}, {}, {}], failures: [] });
  imports.getState().setText('typed');
  app.getState().closeDialog(app.getState().dialog);
  expect(imports.getState()).toMatchObject({ results: [], failures: [], tab: 'file', text: '' });
});

test('an import that is cancelled keeps what was written, and does not begin the other files', async () => {
  const { state, imports } = await openWindow();
  const item = Array.from({ length: 2000 }, (_, at) => ({ name: `r${at}`, request: 'http://x/' }));
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const large = new File([JSON.stringify({ info: { name: 'Large', schema }, item })], 'large.json');
  const importing = imports.getState().importFiles([large, new File(['curl http://y/'], 'y')]);
  const folder = path.join(root, 'Large');
  await vi.waitFor(() => expect(existsSync(path.join(folder, 'r9.yml'))).toBe(true), { timeout: 10_000, interval: 1 });
  imports.getState().cancel();
  await importing;
  const written = readdirSync(folder).filter((name) => name.startsWith('r')).length;
  expect(written).toBeLessThan(2000);
  expect(imports.getState()).toMatchObject({
    busy: false,
    results: [],
    failures: [
      { code: 'Cancelled', message: `The import was stopped after ${written} requests, which are in the collection.` },
      { code: 'Cancelled', message: '1 file was not imported.' },
    ],
  });
  expect(state().collection?.items.find(({ name }) => name === 'Large')).toBeDefined();
});

test('the draft of a closed request survives its file: it is listed and reopened as a request without one', async () => {
  writeFileSync(path.join(root, 'b.yml'), read());
  const { state, leave } = await openWindow();
  for (const id of ['a.yml', 'b.yml']) {
    await state().select(id);
    state().edit({ url: `http://mine/${id}` });
    state().close(id);
  }
  rmSync(file());
  await state().load();
  const [untitledId = ''] = [...state().unsaved].filter(isUntitled);
  expect([...state().unsaved].toSorted()).toEqual([untitledId, 'b.yml']);
  expect(state().draftItem(untitledId)).toMatchObject({ name: 'a', edited: { url: 'http://mine/a.yml' } });
  // As "Reopen" in the message about the closed tab does.
  await state().select('a.yml');
  expect(state().active()).toMatchObject({ id: untitledId, name: 'a', edited: { url: 'http://mine/a.yml' } });
  state().close(untitledId);

  // Before the window has noticed.
  rmSync(path.join(root, 'b.yml'));
  await state().select('b.yml');
  expect(state().active()).toMatchObject({ name: 'b', edited: { url: 'http://mine/b.yml' }, parent: '' });
  expect([...state().unsaved].every(isUntitled)).toBe(true);
  await leave();
});

test('the draft of a request that was deleted here stays with it, and is restored with it', async () => {
  const { state } = await openWindow();
  await state().select('a.yml');
  state().edit({ url: 'http://mine' });
  const undo = await state().remove('a.yml');
  await state().load();
  expect([...state().unsaved]).toEqual(['a.yml']);
  await undo();
  await state().select('a.yml');
  expect(state().active()).toMatchObject({ id: 'a.yml', edited: { url: 'http://mine' } });
});
