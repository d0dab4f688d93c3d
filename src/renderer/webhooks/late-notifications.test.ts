/** Replies of the host that arrive after something newer was chosen, changed or announced. */
import { expect, test, vi } from 'vitest';
import { lateHost } from '../host/testing/late-host.ts';
import { markedNotification } from './selected-notification.ts';
import { createWebhookStore } from './webhook-store.ts';

const summary = ({ id }: { id: number }) => ({ summary: { id } });
const providers = (hasSecret: boolean) => ({ providers: [{ id: 'a', hasSecret }] });

/** The store of a window whose list was read. */
async function openList(...ids: number[]) {
  const host = lateHost();
  const { getState } = createWebhookStore(host.client, host.workspace);
  const replyToLoad = async (...listed: number[]) => {
    await host.reply('notifications.status', { received: 0 });
    await host.reply('account.get', {});
    await host.reply('notifications.list', { items: listed.map((id) => ({ id })) }, 'first');
  };
  void getState().load();
  await host.reply('notifications.kinds', [{ kind: 'order' }]);
  await replyToLoad(...ids);
  const idsIn = () => getState().items.map(({ id }) => id);
  return { ...host, getState, replyToLoad, idsIn };
}

test('the providers, of which one gets a secret, or is told of, while they are read', async () => {
  const { getState, reply, emit } = await openList();
  void [getState().loadProviders(), getState().setSecrets('a', ['secret'])];
  await reply('webhookProviders.setSecrets', providers(true));
  await reply('webhookProviders.list', providers(false));
  expect(getState().providers).toEqual(providers(true));
  void getState().loadProviders();
  emit('webhookProviders.changed', providers(false));
  await reply('webhookProviders.list', providers(true));
  expect(getState().providers).toEqual(providers(false));
});

test('the states of the listener and of the account that are told while they are read', async () => {
  const { getState, replyToLoad, emit } = await openList();
  void getState().load();
  emit('notifications.changed', { received: 7 });
  emit('account.changed', { idInstance: 'new' });
  await replyToLoad();
  expect(getState()).toMatchObject({ status: { received: 7 }, account: { idInstance: 'new' } });
});

test('a notification that is listed before it is announced is counted once', async () => {
  const { getState, emit, idsIn } = await openList(2, 1);
  emit('notifications.received', [{ id: 2 }, { id: 3 }]);
  expect([idsIn(), getState().total, getState().arrived]).toEqual([[3, 2, 1], 3, 1]);
});

test('a notification that arrives after the host has read the list, and before its reply, is listed', async () => {
  const { getState, replyToLoad, emit, idsIn } = await openList(1);
  void getState().load();
  emit('notifications.received', [{ id: 2 }, { id: 3 }]);
  await replyToLoad(2, 1);
  expect([idsIn(), getState().total]).toEqual([[3, 2, 1], 3]);
  void getState().load();
  await replyToLoad(1);
  expect(idsIn()).toEqual([1]);
});

test('a notification that was chosen while a secret was stored stays chosen', async () => {
  const { getState, reply } = await openList(2, 1);
  void getState().select(1);
  await reply('notifications.get', summary);
  void getState().setSecrets('a', ['secret']);
  void getState().select(2);
  await reply('webhookProviders.setSecrets', providers(true));
  await reply('notifications.get', summary);
  expect(getState().selected).toEqual(summary({ id: 2 }));
});

test('the mark moves before the notification is read, and back if it cannot be read; no command concerns the one before', async () => {
  const { getState, reply } = await openList(3, 2, 1);
  const first = getState().select(3);
  await reply('notifications.get', summary);
  await first;
  const messageOf = (choosing: Promise<void>) => choosing.catch((error: unknown) => (error as Error).message);
  const fail = () => Promise.reject(new Error('It was deleted.'));
  const second = messageOf(getState().select(2));
  expect([getState().chosenId, getState().selected]).toEqual([2, summary({ id: 3 })]);
  expect(markedNotification(getState())).toBeUndefined();
  const third = messageOf(getState().select(1));
  await reply('notifications.get', fail, 'first');
  expect([await second, getState().chosenId]).toEqual(['It was deleted.', 1]);
  await reply('notifications.get', fail);
  expect([await third, getState().chosenId]).toEqual(['It was deleted.', 3]);
  expect(markedNotification(getState())).toEqual(summary({ id: 3 }));
  getState().deselect();
  expect(getState().chosenId).toBeUndefined();
});

test('a notification that is changed after the host has read the list, and before its reply, is listed as changed', async () => {
  const { getState, replyToLoad, emit } = await openList(1);
  void getState().load();
  emit('notifications.received', [{ id: 2 }]);
  emit('notifications.updated', [{ id: 1, pinned: true }]);
  emit('notifications.updated', [{ id: 2, pinned: true }]);
  await replyToLoad(1);
  expect(getState().items).toEqual([
    { id: 2, pinned: true },
    { id: 1, pinned: true },
  ]);
});

test('a list with a filter that takes longer than the time between two arrivals is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { getState, emit, replyToLoad, idsIn } = await openList(1);
    void getState().setFilter({ search: 'order' });
    await replyToLoad(1);
    emit('notifications.received', [{ id: 2 }]);
    await vi.advanceTimersByTimeAsync(300);
    emit('notifications.received', [{ id: 3 }]);
    await vi.advanceTimersByTimeAsync(2_000);
    await replyToLoad(2, 1);
    expect(idsIn()).toEqual([2, 1]);
    await vi.advanceTimersByTimeAsync(300);
    await replyToLoad(3, 2, 1);
    expect(idsIn()).toEqual([3, 2, 1]);
  } finally {
    vi.useRealTimers();
  }
});
