/** The store of the requests over the real host. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { hostContract } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/memory-port.ts';
import { connect, serve } from '../../contract/rpc.ts';
import { createCore, type Core } from '../../core/create-core.ts';
import { appFiles } from '../../core/platform/app-files.ts';
import { createDrafts } from '../host/drafts.ts';
import { createRunStore } from '../console/run-store.ts';
import { createRequestStore } from './request-store.ts';

const files = { ...appFiles(path.join(import.meta.dirname, '../../../out/main')), slotEntry: inject('slotEntry') };
let core: Core;
let root: string;
const file = () => path.join(root, 'a.yml');
const read = () => readFileSync(file(), 'utf8');

beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = mkdtempSync(path.join(tmpdir(), 'outrigger-config-'));
  root = mkdtempSync(path.join(tmpdir(), 'outrigger-request-store-'));
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(file(), 'info:\n  name: a\nhttp:\n  method: GET\n  url: http://file\n');
  const capabilities = { folderDialog: false, openFolder: false, menus: false };
  core = await createCore({ version: '1.0.0', workspace: root, files, capabilities });
});
afterEach(() => core.close());

/** A window; `leave` returns when its drafts are with the host. */
async function openWindow() {
  const ports = memoryPorts();
  serve(hostContract, ports.server, core.api, core.subscribe);
  const client = connect(hostContract, ports.client);
  const page = new EventTarget();
  const drafts = await createDrafts(client, (error) => expect.unreachable(String(error)), page);
  const info = await client.call('workspace.get', {});
  const store = createRequestStore(client, createRunStore(client), info.root, drafts);
  await store.getState().load();
  async function leave() {
    const typed = store.getState().open.map((item) => JSON.stringify(item.edited));
    page.dispatchEvent(new Event('pagehide'));
    await vi.waitFor(async () => {
      const stored = Object.values((await client.call('drafts.get', {})).drafts).join('\n');
      for (const text of typed) expect(stored).toContain(text);
    });
    ports.close();
  }
  return { store, state: store.getState, leave };
}

test('a draft asks in the next window when the file has changed meanwhile; the answer settles it', async () => {
  const first = await openWindow();
  await first.state().select('a.yml');
  first.state().edit({ url: 'http://mine' });
  await first.leave();
  writeFileSync(file(), read().replace('http://file', 'http://theirs'));

  const second = await openWindow();
  await second.state().select('a.yml');
  expect(second.state().active()).toMatchObject({ edited: { url: 'http://mine' }, saved: { url: 'http://theirs' } });
  expect(second.state().active()?.theirs).toBeDefined();
  await second.state().save();
  expect(read()).toContain('http://theirs');
  expect(second.state().active()?.theirs).toBeDefined();
  await second.state().save(true);
  expect(read()).toContain('http://mine');
  expect(second.state().active()?.theirs).toBeUndefined();

  second.state().edit({ url: 'http://again' });
  await second.state().save();
  expect(read()).toContain('http://again');
});

test('a draft of the file as it is asks nothing', async () => {
  const first = await openWindow();
  await first.state().select('a.yml');
  first.state().edit({ url: 'http://mine' });
  await first.leave();
  const second = await openWindow();
  await second.state().select('a.yml');
  expect(second.state().active()?.theirs).toBeUndefined();
  await second.state().save();
  expect(read()).toContain('http://mine');
});

test('a request that is renamed while it is edited is no conflict, in this window and the next', async () => {
  const first = await openWindow();
  await first.state().select('a.yml');
  first.state().edit({ url: 'http://mine' });
  await first.state().rename('a.yml', 'b');
  expect(first.state().active()).toMatchObject({ id: 'b.yml', name: 'b', edited: { url: 'http://mine' } });
  expect(first.state().active()?.theirs).toBeUndefined();
  await first.leave();
  const second = await openWindow();
  await second.state().select('b.yml');
  expect(second.state().active()?.theirs).toBeUndefined();
  await second.state().save();
  const saved = readFileSync(path.join(root, 'b.yml'), 'utf8');
  expect([saved.includes('http://mine'), saved.includes('name: b')]).toEqual([true, true]);
});
