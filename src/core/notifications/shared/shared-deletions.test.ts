/**
 * What one process deletes disappears in all processes with the same database, and can be restored while one of them is
 * open.
 */
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { post, start, texts, WAIT, workspace } from '../testing/listening-processes.ts';

test('deletions by the retention of one process are announced once in all processes with the same database', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const listener = await start({ file, leaseFile, port });
  const follower = await start({ file, leaseFile, port });
  const megabyte = 'x'.repeat(1024 * 1024);
  for (const body of ['1', '2']) expect(await post(listener.status().url, body + megabyte)).toBe(200);
  await post(listener.status().url, '3');
  for (const item of [listener, follower]) await vi.waitFor(() => expect(texts(item)).toHaveLength(3), WAIT);
  [listener, follower].forEach(({ changes }) => changes.splice(0));
  // Already deleted by hand, so nobody lists it.
  await listener.call('remove', [1]);
  await follower.call('setRetention', { days: null, megabytes: 1 });
  for (const item of [listener, follower]) {
    await vi.waitFor(() => expect(item.changes).toEqual([{ removed: [1] }, { removed: [2] }]), WAIT);
    expect(await item.call('count', {})).toBe(1);
  }
});

test('a process that opens the database of another one does not delete what can be restored there', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const first = await start({ file, leaseFile, port });
  for (const body of ['1', '2', '3']) expect(await post(first.status().url, body)).toBe(200);
  await first.call('remove', [1, 2]);
  const second = await start({ file, leaseFile, port });
  expect(await second.call('count', {})).toBe(1);
  await first.call('restore', [1]);
  expect(await first.call('count', {})).toBe(2);
  // The process that has removed it is killed; the other one can still restore it.
  await first.end('SIGKILL');
  await second.call('restore', [2]);
  expect(await second.call('count', {})).toBe(3);
  await second.call('remove', [3]);
  const exit = once(second.child, 'exit');
  second.child.kill('SIGKILL');
  await exit;

  const later = await start({ file, leaseFile, port });
  await vi.waitFor(async () => {
    await later.call('restore', [3]);
    expect(await later.call('count', {})).toBe(2);
  }, WAIT);
});
