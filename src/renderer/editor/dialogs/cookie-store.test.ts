/** The store of the cookies with the real host, and a server that sets one. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { HostClient } from '../../../contract/host-contract.ts';
import { listen } from '../../../core/testing/listen.ts';
import { testWorkspace } from '../../host/testing/test-workspace.ts';
import { createCookieStore, emptyCookie, type CookieRow } from './cookie-store.ts';
import { temporaryFolder } from '../../../core/testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../../core/testing/test-core.ts';

test('a cookie with Max-Age shows when it expires; cookies are changed, renamed and removed', async () => {
  const server = createServer((_request, response) =>
    response.setHeader('set-cookie', ['aged=1; Max-Age=3600', 'session=2']).end(),
  );
  const url = `http://127.0.0.1:${await listen(server)}`;
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  const root = temporaryFolder('cookies');
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(path.join(root, 'a.yml'), `info:\n  name: a\nhttp:\n  method: GET\n  url: ${url}\n`);
  const core = await openTestCore(root);
  const client = clientOf(core);
  const { getState } = createCookieStore(client, testWorkspace(client, '/shop'));
  const named = (name: string) => getState().rows?.find((row) => row.name === name);

  const { request } = await client.call('collection.read', { id: 'a.yml' });
  await client.call('collection.send', { runId: 'r', id: 'a.yml', request, environment: null });
  await getState().load();
  const minutes = (Date.parse(named('aged')?.expires ?? '') - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(50);
  expect(minutes).toBeLessThan(61);
  expect(named('session')?.expires).toBeNull();

  const change = (name: string, changed: Partial<CookieRow>) =>
    getState().edit((getState().rows ?? []).map((row) => (row.name === name ? { ...row, ...changed } : row)));
  const onHost = async () =>
    (await client.call('cookies.list', {})).cookies.map(({ name, value }) => `${name}=${value}`).sort();
  change('session', { name: 'renamed', value: '3' });
  expect(await getState().save()).toBe(true);
  expect(await onHost()).toEqual(['aged=1', 'renamed=3']);
  change('renamed', { value: '4' });
  await Promise.all([getState().save(), getState().save()]);
  expect(await onHost()).toEqual(['aged=1', 'renamed=4']);

  // An incomplete cookie stays a row, and the host's cookies are unchanged.
  change('renamed', { domain: '' });
  getState().edit([...(getState().rows ?? []), { ...emptyCookie, name: 'new' }]);
  expect(await getState().save()).toBe(false);
  expect(await onHost()).toEqual(['aged=1', 'renamed=4']);
  change('new', { domain: '127.0.0.1', expires: 'tomorrow' });
  expect(named('new') && getState().problemOf(named('new') as CookieRow)).toMatch(/This is not a time/);
  change('renamed', { domain: 'no domain' });
  change('new', { expires: null });
  expect(await getState().save()).toBe(false);
  expect(named('renamed') && getState().problemOf(named('renamed') as CookieRow)).toMatch(/cannot be stored/);
  expect(await onHost()).toEqual(['aged=1', 'new=', 'renamed=4']);

  getState().edit((getState().rows ?? []).filter(({ name }) => name === 'aged'));
  expect(await getState().save()).toBe(true);
  expect(await onHost()).toEqual(['aged=1']);
  await core.close();
  server.close();
});

test('cookies that are saved late are not removed from the folder that was opened meanwhile', async () => {
  const calls: string[] = [];
  let leave: (info: { root: string }) => void = () => undefined;
  const client = {
    call(name: string) {
      calls.push(name);
      return Promise.resolve({ cookies: [{ ...emptyCookie, name: 'session', domain: 'x' }] });
    },
    on: (_name: string, listener: typeof leave) => (leave = listener),
  } as unknown as HostClient;
  const { getState } = createCookieStore(client, testWorkspace(client, '/shop'));
  await getState().load();
  leave({ root: '/other' });
  await getState().save();
  expect(calls).toEqual(['cookies.list']);
});
