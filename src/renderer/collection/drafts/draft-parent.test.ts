/** The folder of a request without a file, with the real host: what it inherits, and where that folder goes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startEchoServer } from '../../../core/testing/echo-server.ts';
import { temporaryFolder } from '../../../core/testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../../core/testing/test-core.ts';
import { createRunStore } from '../../console/run-store.ts';
import { createCodeStore } from '../../editor/dialogs/code-store.ts';
import { openDrafts } from '../../host/testing/open-drafts.ts';
import { createRequestStore } from '../request-store.ts';
import { isUntitled } from '../tabs/open-item.ts';
import { testWorkspace } from '../../host/testing/test-workspace.ts';

let root: string;

beforeEach(() => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  root = temporaryFolder('draft-parent');
  mkdirSync(path.join(root, 'orders'));
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(path.join(root, 'orders/a.yml'), 'info:\n  name: a\nhttp:\n  method: GET\n  url: http://file\n');
  const orders = {
    info: { name: 'Orders' },
    request: {
      headers: [{ name: 'x-orders', value: '{{tea}}' }],
      auth: { type: 'bearer', token: 'of-orders' },
      variables: [{ name: 'tea', value: 'green' }],
    },
  };
  writeFileSync(path.join(root, 'orders/folder.yml'), JSON.stringify(orders));
});

async function openHost() {
  const core = await openTestCore(root);
  onTestFinished(() => core.close());
  return core;
}

async function openWindow(core: Awaited<ReturnType<typeof openHost>>) {
  const client = clientOf(core);
  const page = new EventTarget();
  const drafts = await openDrafts(client, page);
  const { root: folder } = await client.call('workspace.get', {});
  const workspace = testWorkspace(client, folder, drafts);
  const requests = createRequestStore(client, createRunStore(client), workspace, drafts);
  await requests.getState().restore();
  await requests.getState().load();
  const code = createCodeStore(client, requests).getState();
  return { state: requests.getState, drafts, client, code };
}

test('a request without a file inherits from the folder in whose menu it was made', async () => {
  const echo = await startEchoServer();
  onTestFinished(() => echo.close());
  const { state, code } = await openWindow(await openHost());
  state().openUntitled(undefined, undefined, 'orders');
  await vi.waitFor(() => expect(state().inheritedAuth).toEqual({ scope: 'folder Orders', type: 'bearer' }));
  expect(state().variables).toContainEqual({ name: 'tea', value: 'green', scope: 'folder Orders', secret: false });
  state().edit({ url: `${echo.url}/get?tea={{tea}}`, auth: { type: 'inherit' } });
  const active = () => {
    const item = state().active();
    if (item?.kind !== 'request') throw new Error('No request is open.');
    return item;
  };
  expect(await code.codeOf(active(), null, 'shell/curl')).toContain('x-orders: green');
  await state().send();
  expect(state().unresolved).toBeNull();
  expect(JSON.parse(active().response?.text ?? '{}')).toMatchObject({
    args: { tea: 'green' },
    headers: { 'x-orders': 'green', authorization: 'Bearer of-orders' },
  });

  // Unsaved changes of the folder are sent as well.
  const { id } = active();
  await state().select('orders');
  state().edit({ headers: [{ name: 'x-orders', value: 'typed' }] });
  await state().select(id);
  await state().send();
  expect(JSON.parse(active().response?.text ?? '{}')).toMatchObject({ headers: { 'x-orders': 'typed' } });
});

test('unsaved changes of a folder are in the code of its requests, and on hover', async () => {
  const { state, code } = await openWindow(await openHost());
  await state().select('orders');
  state().edit({ headers: [{ name: 'x-orders', value: '{{cake}}' }], variables: [{ name: 'cake', value: 'plum' }] });
  state().edit({ auth: { type: 'none' } });
  await state().select('orders/a.yml');
  expect(state().inheritedAuth).toBeNull();
  expect(state().variables).toContainEqual({ name: 'cake', value: 'plum', scope: 'folder Orders', secret: false });
  const active = state().active();
  if (active?.kind !== 'request') throw new Error('No request is open.');
  expect(await code.codeOf(active, null, 'shell/curl')).toContain('x-orders: plum');
});

test('the folder is kept for the next window, and follows a new name, also while the request is closed', async () => {
  const core = await openHost();
  const first = await openWindow(core);
  const openId = first.state().openUntitled(undefined, undefined, 'orders');
  first.state().edit({ url: 'http://open' });
  const closedId = first.state().openUntitled(undefined, undefined, 'orders');
  first.state().edit({ url: 'http://closed' });
  first.state().close(closedId);
  const renamed = await first.state().rename('orders', 'purchases');
  expect(renamed).toBe('purchases');
  expect(first.state().open.find(({ id }) => id === openId)).toMatchObject({ parent: 'purchases' });
  expect(first.state().draftItem(closedId)).toMatchObject({ parent: 'purchases' });
  await first.drafts.flush();

  const second = await openWindow(core);
  for (const id of [openId, closedId]) {
    expect(isUntitled(id)).toBe(true);
    await second.state().select(id);
    expect(second.state().active()).toMatchObject({ parent: 'purchases' });
    expect(second.state().inheritedAuth).toEqual({ scope: 'folder purchases', type: 'bearer' });
  }
});

test('the folder of a request in which nothing was typed is kept for the next window, and follows a new name', async () => {
  const core = await openHost();
  const first = await openWindow(core);
  const blankId = first.state().openUntitled(undefined, undefined, 'orders');
  await first.state().rename('orders', 'purchases');
  await first.drafts.flush();
  expect(first.state().unsaved.has(blankId)).toBe(false);

  const second = await openWindow(core);
  expect(second.state().active()).toMatchObject({ parent: 'purchases', edited: { url: '' } });
  await vi.waitFor(() => expect(second.state().inheritedAuth).toEqual({ scope: 'folder purchases', type: 'bearer' }));
});
