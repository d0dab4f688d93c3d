/** The store of the cookies over the real host, with a server that sets one. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { hostContract } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/memory-port.ts';
import { connect, serve } from '../../contract/rpc.ts';
import { createCore } from '../../core/create-core.ts';
import { appFiles } from '../../core/platform/app-files.ts';
import { createCookieStore } from './cookie-store.ts';

const files = { ...appFiles(path.join(import.meta.dirname, '../../../out/main')), slotEntry: inject('slotEntry') };

test('a cookie with Max-Age says when it ends; cookies are changed, renamed and removed', async () => {
  const server = createServer((_request, response) =>
    response.setHeader('set-cookie', ['aged=1; Max-Age=3600', 'session=2']).end(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env['OUTRIGGER_CONFIG_DIR'] = mkdtempSync(path.join(tmpdir(), 'outrigger-config-'));
  const root = mkdtempSync(path.join(tmpdir(), 'outrigger-cookies-'));
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(path.join(root, 'a.yml'), `info:\n  name: a\nhttp:\n  method: GET\n  url: ${url}\n`);
  const capabilities = { folderDialog: false, openFolder: false, menus: false };
  const core = await createCore({ version: '1.0.0', workspace: root, files, capabilities });
  const ports = memoryPorts();
  serve(hostContract, ports.server, core.api, core.subscribe);
  const client = connect(hostContract, ports.client);
  const { getState } = createCookieStore(client);
  const named = (name: string) => getState().cookies?.find((one) => one.name === name);

  const { request } = await client.call('collection.read', { id: 'a.yml' });
  await client.call('collection.send', { runId: 'r', id: 'a.yml', request, environment: null });
  await getState().load();
  const minutes = (Date.parse(named('aged')?.expires ?? '') - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(50);
  expect(minutes).toBeLessThan(61);
  expect(named('session')?.expires).toBeNull();

  const session = named('session');
  if (!session) return expect.unreachable();
  await getState().save({ ...session, name: 'renamed', value: '3' }, session);
  expect(
    getState()
      .cookies?.map(({ name, value }) => `${name}=${value}`)
      .sort(),
  ).toEqual(['aged=1', 'renamed=3']);
  await getState().remove({ ...session, name: 'renamed' });
  expect(getState().cookies?.map(({ name }) => name)).toEqual(['aged']);
  await getState().clear();
  expect(getState().cookies).toEqual([]);
  await core.close();
  server.close();
});
