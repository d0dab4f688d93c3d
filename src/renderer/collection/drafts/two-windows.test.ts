/** Two windows on one folder, of one host or of two: what is typed in one is shown in the other, and nothing is lost. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Core } from '../../../core/create-core.ts';
import { temporaryFolder } from '../../../core/testing/temporary-folder.ts';
import { createRunStore } from '../../console/run-store.ts';
import { openDrafts } from '../../host/testing/open-drafts.ts';
import { createScriptStore } from '../../scripts/script-store.ts';
import { createRequestStore } from '../request-store.ts';
import { clientOf, openTestCore } from '../../../core/testing/test-core.ts';
import { testWorkspace } from '../../host/testing/test-workspace.ts';

let root: string;

beforeEach(() => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  root = temporaryFolder('two-windows');
  mkdirSync(path.join(root, 'scripts'));
  writeFileSync(path.join(root, 'scripts/a.js'), '// file\n');
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(path.join(root, 'a.yml'), 'info:\n  name: a\nhttp:\n  method: GET\n  url: http://file\n');
});

async function openHost(): Promise<Core> {
  const core = await openTestCore(root);
  onTestFinished(() => core.close());
  return core;
}

/** What a browser stores for a window. */
function windowStorage() {
  const texts = new Map<string, string>();
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
  };
}

async function openWindow(core: Core, sessionStorage = windowStorage()) {
  const client = clientOf(core);
  const drafts = await openDrafts(client, Object.assign(new EventTarget(), { sessionStorage }));
  const { root: folder } = await client.call('workspace.get', {});
  const workspace = testWorkspace(client, folder, drafts);
  const requests = createRequestStore(client, createRunStore(client), workspace, drafts);
  const scripts = createScriptStore(client, workspace, drafts);
  await requests.getState().restore();
  await requests.getState().load();
  const url = () => {
    const active = requests.getState().active();
    return active?.kind === 'request' ? active.edited.url : undefined;
  };
  const typedUrls = () =>
    [...requests.getState().unsaved].flatMap((id) => {
      const item = requests.getState().open.find((open) => open.id === id) ?? requests.getState().draftItem(id);
      return item.kind === 'request' ? [item.edited.url] : [];
    });
  return { state: requests.getState, scripts: scripts.getState, drafts, url, typedUrls };
}

async function openTwo(hosts: number) {
  const first = await openHost();
  const second = hosts === 1 ? first : await openHost();
  return [await openWindow(first), await openWindow(second)] as const;
}

describe.each([1, 2])('with %i host', (hosts) => {
  test('what is typed in one window is shown in the other, also when it is discarded or saved', async () => {
    const [one, two] = await openTwo(hosts);
    for (const { state } of [one, two]) await state().select('a.yml');
    one.state().edit({ url: 'http://one' });
    await vi.waitFor(() => expect(two.url()).toBe('http://one'), 5000);
    expect([...two.state().unsaved]).toEqual(['a.yml']);
    // The second window goes on from there: a reload of the first one shows both changes.
    two.state().edit({ docs: 'two' });
    await vi.waitFor(
      () => expect(one.state().active()).toMatchObject({ edited: { url: 'http://one', docs: 'two' } }),
      5000,
    );
    const restore = one.state().discard('a.yml');
    await vi.waitFor(() => expect(two.url()).toBe('http://file'), 5000);
    await restore();
    await one.state().save();
    await vi.waitFor(() => expect([two.url(), two.state().unsaved.size]).toEqual(['http://one', 0]), 5000);
    expect(two.state().active()?.diskChange).toBeUndefined();
  });

  test('each window has its own requests without a file, and lists those of the other', async () => {
    const [one, two] = await openTwo(hosts);
    one.state().edit({ url: 'http://one' });
    two.state().edit({ url: 'http://two' });
    for (const { typedUrls, url } of [one, two]) {
      await vi.waitFor(() => expect(typedUrls().toSorted()).toEqual(['http://one', 'http://two']), 5000);
      expect(url()).toBe(one.url === url ? 'http://one' : 'http://two');
    }
  });

  test('texts that both windows have typed into a request at the same time are both kept', async () => {
    const [one, two] = await openTwo(hosts);
    for (const { state } of [one, two]) await state().select('a.yml');
    one.state().edit({ url: 'http://one' });
    two.state().edit({ url: 'http://two' });
    for (const { typedUrls } of [one, two])
      await vi.waitFor(() => expect(typedUrls().toSorted()).toEqual(['http://one', 'http://two']), 5000);
    expect(one.url()).toBe(two.url());
    const keptNames = [...one.state().unsaved]
      .filter((id) => id !== 'a.yml')
      .map((id) => one.state().draftItem(id).name);
    expect(keptNames).toEqual(['a (other window)']);
  });

  test('while both windows type on, there is one copy with all that the other one has typed', async () => {
    const [one, two] = await openTwo(hosts);
    for (const { state } of [one, two]) await state().select('a.yml');
    for (let length = 1; length <= 5; length += 1) {
      one.state().edit({ url: `http://${'1'.repeat(length)}` });
      two.state().edit({ url: `http://${'2'.repeat(length)}` });
      await Promise.all([one.drafts.flush(), two.drafts.flush()]);
    }
    for (const { typedUrls } of [one, two])
      await vi.waitFor(() => expect(typedUrls().toSorted()).toEqual(['http://11111', 'http://22222']), 5000);
  });

  test('what is typed into a script is shown in the other window', async () => {
    const [one, two] = await openTwo(hosts);
    for (const { scripts } of [one, two]) await scripts().openScript('scripts/a.js');
    one.scripts().edit('scripts/a.js', '// one');
    await vi.waitFor(() => expect(two.scripts().active()?.content).toBe('// one'), 5000);
    await one.scripts().save();
    await vi.waitFor(() => expect(two.scripts().active()).toMatchObject({ content: '// one', saved: '// one' }), 5000);
    expect(two.scripts().unsaved()).toEqual([]);
  });
});

test('a window that is reloaded has its own tabs, and a new one has those of the window that changed them last', async () => {
  writeFileSync(path.join(root, 'b.yml'), 'info:\n  name: b\nhttp:\n  method: GET\n  url: http://b\n');
  const core = await openHost();
  const storage = windowStorage();
  const one = await openWindow(core, storage);
  await one.state().select('a.yml');
  await one.drafts.flush();
  const two = await openWindow(core);
  await two.state().select('b.yml');
  two.state().close('a.yml');
  await two.drafts.flush();
  const tabsOf = ({ state }: typeof one) => state().open.map(({ id }) => id);
  expect(tabsOf(await openWindow(core))).toEqual(['b.yml']);
  expect(tabsOf(await openWindow(core, storage))).toEqual(['a.yml']);
});
