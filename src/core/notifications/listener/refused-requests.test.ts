/** Requests that the listener has refused are listed with the same filters, and never confused with stored ones. */
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NotificationFilter } from '../../../contract/webhooks/notification.ts';
import { createNotifications, type Notifications } from '../notifications.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let notifications: Notifications;
const page = { limit: 10 };
const listed = async (filter: NotificationFilter) => (await notifications.list(filter, page)).map(({ id }) => id);

beforeEach(async () => {
  const folder = temporaryFolder('refused');
  notifications = createNotifications({
    file: path.join(folder, 'n.sqlite'),
    onReceived: () => {},
    onStatus: () => {},
  });
  await notifications.listen({ port: 0, token: 'right' });
  const { url } = notifications.status();
  const send = async (target: string, authorization: string, init: RequestInit) => {
    const response = await fetch(new URL(target, url), { headers: { authorization }, ...init });
    await response.text();
    return response.status;
  };
  expect(await send('/stored', 'Bearer right', { method: 'POST', body: 'stored' })).toBe(200);
  expect(await send('/orders?a=1', 'Bearer wrong', { method: 'POST', body: 'a lamp' })).toBe(401);
  expect(await send('/users', 'Bearer wrong', { method: 'PUT', body: 'a person' })).toBe(401);
});
afterEach(() => notifications.close());

test('refused requests are filtered by method, path, words and time', async () => {
  expect(await listed({ refused: true })).toEqual([-2, -1]);
  expect(await listed({ refused: true, method: 'PUT' })).toEqual([-2]);
  expect(await listed({ refused: true, path: '/orders' })).toEqual([-1]);
  expect(await listed({ refused: true, search: 'LAM' })).toEqual([-1]);
  expect(await listed({ refused: true, search: 'lamp users' })).toEqual([]);
  expect(await listed({ refused: true, provider: 'github' })).toEqual([]);
  expect(await listed({ refused: true, until: new Date(Date.now() - 60_000).toISOString() })).toEqual([]);
  expect(await listed({ refused: true, since: new Date(Date.now() - 60_000).toISOString() })).toEqual([-2, -1]);
  expect(await notifications.count({ refused: true, method: 'PUT' })).toBe(1);
});

test('deleting or exporting refused requests does not affect stored notifications', async () => {
  await expect(notifications.removeAll({ refused: true })).rejects.toMatchObject({ code: 'InvalidParams' });
  expect(await listed({})).toEqual([1]);
  const exported = await notifications.page({ refused: true }, page);
  expect(exported.map(({ path: target, body }) => [target, String(body)])).toEqual([
    ['/users', 'a person'],
    ['/orders?a=1', 'a lamp'],
  ]);
});
