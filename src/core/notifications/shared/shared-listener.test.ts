/** Real processes with the same open workspace share one listener, and continue when one of them ends or is killed. */
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { createServer } from 'node:net';
import * as z from 'zod';
import { hashText } from '../../platform/files/hash-text.ts';
import { freePort } from '../../testing/free-port.ts';
import { listen } from '../../testing/listen.ts';
import { LEASE_VERSION } from './lease.ts';
import { fromFollower, fromListener, hello } from './messages.ts';
import {
  deliver,
  ownStore,
  post,
  start,
  texts,
  WAIT,
  workspace,
  type ListeningProcess,
} from '../testing/listening-processes.ts';

test('a second process receives the complete notifications of the first, and takes over when it ends', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const first = await start({ file, leaseFile, port });
  expect(statSync(leaseFile).mode & 0o077).toBe(0);
  const second = await start({ file: ownStore(), leaseFile, port });
  expect(second.status()).toMatchObject({ listening: true, url: first.status().url });
  expect(second.status().notice).toMatch(new RegExp(`Shares the listener .*process ${first.child.pid}`));

  expect(await post(first.status().url, '{"n":1}', { 'x-api-key': 'hidden' })).toBe(200);
  await vi.waitFor(() => expect(texts(second)).toEqual(['{"n":1}']), WAIT);
  await vi.waitFor(() => expect(texts(first)).toEqual(['{"n":1}']), WAIT);
  // Scripts of either process check the senders' tokens.
  expect([first.received[0]?.key, second.received[0]?.key]).toEqual(['hidden', 'hidden']);

  await first.end('SIGTERM');
  await vi.waitFor(() => expect(second.status().notice).toBeNull(), WAIT);
  expect(second.status()).toMatchObject({ listening: true, port });
  expect(await post(second.status().url, '{"n":2}')).toBe(200);
  await vi.waitFor(() => expect(texts(second)).toEqual(['{"n":1}', '{"n":2}']), WAIT);
});

test('one of two followers takes over from a killed process, and no answered notification is lost', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const first = await start({ file, leaseFile, port });
  const others = await Promise.all([ownStore(), ownStore()].map((store) => start({ file: store, leaseFile, port })));
  const { url } = first.status();
  for (let n = 0; n < 20; n += 1) expect(await post(url, String(n))).toBe(200);
  await first.end('SIGKILL');
  await deliver(url, '20');
  const all = Array.from({ length: 21 }, (_, n) => String(n));
  // The new listener may receive the last notification before it has read what the killed one had stored.
  const inOrder = (listening: ListeningProcess) => texts(listening).sort((a, b) => Number(a) - Number(b));
  await vi.waitFor(() => others.forEach((other) => expect(inOrder(other)).toEqual(all)), WAIT);
  const notices = others.map((other) => other.status().notice);
  expect(notices.filter((notice) => notice === null)).toHaveLength(1);
  expect(notices.filter((notice) => notice?.startsWith('Shares the listener'))).toHaveLength(1);
  // The lease of the killed process is replaced: the next process finds the new listener.
  const late = await start({ file: ownStore(), leaseFile, port });
  expect(late.status().notice).toMatch(/^Shares the listener/);
});

test('two processes with the same database have each notification once, and the second continues after the first is killed', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const first = await start({ file, leaseFile, port });
  const second = await start({ file, leaseFile, port });
  const { url } = first.status();
  for (let n = 0; n < 3; n += 1) expect(await post(url, String(n), { 'x-api-key': 'hidden' })).toBe(200);
  for (const item of [first, second]) await vi.waitFor(() => expect(texts(item)).toEqual(['0', '1', '2']), WAIT);
  expect(second.received.map(({ id, key }) => `${id} ${key}`)).toEqual(['1 hidden', '2 hidden', '3 hidden']);
  await first.end('SIGKILL');
  await deliver(url, '3');
  await vi.waitFor(() => expect(second.received.map(({ id }) => id)).toEqual([1, 2, 3, 4]), WAIT);
});

test('a pin, a note and a deletion in one process are announced in all others with the same database', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const listener = await start({ file, leaseFile, port });
  const follower = await start({ file, leaseFile, port });
  const second = await start({ file, leaseFile, port });
  const stranger = await start({ file: ownStore(), leaseFile, port });
  const all = [listener, follower, second];
  for (const body of ['1', '2']) expect(await post(listener.status().url, body)).toBe(200);
  for (const item of [...all, stranger]) await vi.waitFor(() => expect(texts(item)).toEqual(['1', '2']), WAIT);
  all.forEach(({ changes }) => changes.splice(0));

  for (const changing of [listener, follower]) {
    const changesOfOne: [call: [string, ...unknown[]], change: unknown][] = [
      [['change', 1, { pinned: true, note: 'seen' }], { id: 1, pinned: true, note: 'seen' }],
      [['change', 1, { pinned: false, note: '' }], { id: 1, pinned: false, note: '' }],
      [['remove', [2]], { removed: [2] }],
      [['restore', [2]], { restored: [2] }],
    ];
    for (const [call, change] of changesOfOne) {
      await changing.call(...call);
      for (const item of all) await vi.waitFor(() => expect(item.changes).toEqual([change]), WAIT);
      const counts = await Promise.all(all.map((item) => item.call('count', {})));
      expect(counts).toEqual(Array(3).fill(call[0] === 'remove' ? 1 : 2));
      // No change was announced twice.
      all.forEach(({ changes }) => expect(changes.splice(0)).toEqual([change]));
    }
  }
  expect(stranger.changes.filter((change) => typeof change === 'object' && 'removed' in (change as object))).toEqual(
    [],
  );
});

test('notifications that one process receives from a queue or imports are announced once in the others', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const all = [];
  for (let n = 0; n < 3; n += 1) all.push(await start({ file, leaseFile, port }));
  for (const [index, listening] of all.entries()) {
    await listening.call('importText', `imported by ${index}`);
    for (const other of all) {
      await vi.waitFor(() => expect(texts(other).at(-1)).toBe(`imported by ${index}`), WAIT);
    }
  }
  for (const item of all) expect(texts(item)).toEqual(['imported by 0', 'imported by 1', 'imported by 2']);
});

test('another workspace uses the next port and reports it, and an exact port is an error', async () => {
  const port = await freePort();
  await start({ ...workspace(), port });
  const other = await start({ ...workspace(), port });
  expect(other.status().port).not.toBe(port);
  expect(other.status().notice).toBe(`Port ${port} is in use; listening on ${other.status().port} instead.`);
  const exact = await start({ ...workspace(), port, exact: true });
  expect(exact.failure()).toMatchObject({ code: 'PortInUse', message: `Port ${port} is in use.` });
  expect(exact.status().listening).toBe(false);
});

test('a process that requires another token from senders has a separate listener', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  await start({ file, leaseFile, port, token: 'one' });
  const secondListening = await start({ file: ownStore(), leaseFile, port, token: 'one' });
  expect(secondListening.status()).toMatchObject({ port, hasToken: true });
  const other = await start({ file: ownStore(), leaseFile, port, token: 'two' });
  expect(other.status().port).not.toBe(port);
  expect(other.status().notice).toMatch(/process \d+, and it requires another token of senders\); listening on/);
  const exact = await start({ file: ownStore(), leaseFile, port, token: 'two', exact: true });
  expect(exact.failure()?.message).toMatch(/requires another token of senders/);
});

test('a request that the listener refuses can be inspected by its followers', async () => {
  const { leaseFile, file } = workspace();
  const first = await start({ file, leaseFile, port: await freePort(), token: 'one' });
  const second = await start({ file: ownStore(), leaseFile, port: first.status().port, token: 'one' });
  const url = new URL('/hooks?a=1', first.status().url).href;
  expect(await post(url, 'the refused body', { authorization: 'three' })).toBe(401);
  for (const process of [first, second]) {
    await vi.waitFor(() => expect(process.status().refused).toBe(1), WAIT);
    const refused = { id: -1, method: 'POST', path: '/hooks?a=1', text: 'the refused body' };
    await vi.waitFor(() => expect(process.refused).toContainEqual(refused), WAIT);
  }
});

test('port 0 is for one process alone, and an abandoned lease is replaced', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const stale = { version: LEASE_VERSION, pid: 1, host: '127.0.0.1', port, wantedPort: port, secret: '0'.repeat(64) };
  for (const content of ['not JSON', JSON.stringify({ ...stale, sharePort: await freePort() })]) {
    writeFileSync(leaseFile, content);
    const first = await start({ file, leaseFile, port });
    expect(first.status()).toMatchObject({ port, notice: null });
    expect(JSON.parse(readFileSync(leaseFile, 'utf8'))).toMatchObject({ pid: first.child.pid });
    const alone = await start({ file: ownStore(), leaseFile, port: 0 });
    expect(alone.status().port).not.toBe(port);
    await first.end('SIGTERM');
  }
});

test('the listener of another version is named and stays the one that others find', async () => {
  const { leaseFile, file } = workspace();
  const other = createServer((socket) => socket.end());
  const sharePort = await listen(other);
  const lease = JSON.stringify({ version: LEASE_VERSION - 1, pid: 4711, sharePort, host: '127.0.0.1' });
  writeFileSync(leaseFile, lease);
  const port = await freePort();
  const first = await start({ file, leaseFile, port });
  expect(first.status()).toMatchObject({ listening: true, port });
  expect(first.status().notice).toMatch(/by itself on port \d+ \(.*process 4711, which is another version/);
  expect(readFileSync(leaseFile, 'utf8')).toBe(lease);
  await first.end('SIGTERM');
  expect(readFileSync(leaseFile, 'utf8')).toBe(lease);
  other.close();
});

test('the version of the lease is raised when a message changes', () => {
  // The names of fields for errors are not sent.
  const withoutTitles = (key: string, value: unknown) =>
    key === 'title' && typeof value === 'string' ? undefined : value;
  const digest = [hello, fromFollower, fromListener]
    .map((schema) => JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), withoutTitles))
    .map(hashText);
  expect({ version: LEASE_VERSION, digest }).toMatchInlineSnapshot(`
    {
      "digest": [
        "78981210e8b9c3c0b38d2c7aa98fe1ad6ee6cb164821bde5c489739006ab2650",
        "f8fdae661d4adecd4e5a573107943f07f3c95861cf5553c10a2926fa5784dcfc",
        "01165cac15ba9c5e66422c5e30667b3f160287d47c10eb774074ea192c5e681d",
      ],
      "version": 5,
    }
  `);
});

test('a stranger who connects without the secret gets no information', async () => {
  const { leaseFile, file } = workspace();
  const first = await start({ file, leaseFile, port: await freePort() });
  const { sharePort } = JSON.parse(readFileSync(leaseFile, 'utf8')) as { sharePort: number };
  for (const body of [
    '{"follow":true}',
    JSON.stringify({ secret: '0'.repeat(64), token: null, store: '', follow: true }),
  ]) {
    const socket = (await import('node:net')).connect(sharePort, '127.0.0.1');
    const head = Buffer.alloc(4);
    head.writeUInt32LE(body.length);
    let output = '';
    socket.on('data', (chunk: Buffer) => (output += chunk.toString()));
    socket.write(Buffer.concat([head, Buffer.from(body)]));
    await once(socket, 'close');
    expect(output).toBe('');
  }
  expect(await post(first.status().url, '{}')).toBe(200);
});
