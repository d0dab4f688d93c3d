/** The list of notifications in the page: filtered, pinned, with notes; with a real listener. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Core } from '../../core/create-core.ts';
import type { Command } from '../context/commands/command.ts';
import { commandById } from '../context/commands/commands.ts';
import { activeFilters } from '../webhooks/list/active-filters.ts';
import { comparisonText, differingParts } from '../webhooks/detail/compare/compare-notifications.ts';
import { createCommands } from './commands/all-commands.ts';
import { createStores, type Stores } from './create-stores.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../core/testing/test-core.ts';

let core: Core;
let stores: Stores;
let commands: Command[];
const webhooks = () => stores.webhooks.getState();
const bodies = async () => {
  const { text } = await core.api['notifications.export'](
    { filter: webhooks().filter, format: 'ndjson' },
    new AbortController().signal,
  );
  return text.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { body: string }).body]));
};
const send = async (target: string, init: RequestInit) => {
  const response = await fetch(new URL(target, webhooks().status?.url), init);
  await response.text();
  return response.status;
};

beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  const workspace = temporaryFolder('notifications');
  core = await openTestCore(workspace);
  ({ stores } = await createStores(clientOf(core), new EventTarget()));
  commands = createCommands(stores);
  await webhooks().listen({ on: true, port: 0, token: 'right' });
  await webhooks().load();
  const headers = { authorization: 'Bearer right' };
  expect(
    await send('/github', { method: 'POST', body: 'lamp', headers: { ...headers, 'x-github-event': 'push' } }),
  ).toBe(200);
  expect(await send('/orders?a=1', { method: 'PUT', body: 'chair', headers })).toBe(200);
  expect(await send('/refused', { method: 'POST', body: 'wrong' })).toBe(401);
  await vi.waitFor(() => expect(webhooks().items).toHaveLength(2));
});
afterEach(() => core.close());

test('filters combine, are named, and are removed together', async () => {
  await webhooks().setFilter({ method: 'PUT', path: '/orders' });
  expect(await bodies()).toEqual(['chair']);
  await webhooks().setFilter({ provider: 'github' });
  expect(webhooks()).toMatchObject({ items: [], total: 0 });
  await webhooks().loadProviders();
  const providers = webhooks().providers?.providers ?? [];
  expect(activeFilters({ ...webhooks(), providers }).map(({ label }) => label)).toEqual(['PUT', '/orders', 'GitHub']);
  await webhooks().clearFilter();
  expect(webhooks()).toMatchObject({ filter: {}, period: undefined, total: 2 });
});

test('a period lists what arrived in it, without what is older by now', async () => {
  const lines = [3, 70].map((minutes) => ({
    receivedAt: new Date(Date.now() - minutes * 60_000).toISOString(),
    body: `${minutes}`,
  }));
  await webhooks().importFile(new File([lines.map((line) => JSON.stringify(line)).join('\n')], 'n.ndjson'));
  await webhooks().setPeriod({ type: 'last', minutes: 5 });
  expect(new Set(await bodies())).toEqual(new Set(['lamp', 'chair', '3']));
  await webhooks().setPeriod({ type: 'last', minutes: 60 });
  expect(webhooks().total).toBe(3);
  vi.useFakeTimers({ now: Date.now() + 58 * 60_000, toFake: ['Date'] });
  try {
    webhooks().expire();
  } finally {
    vi.useRealTimers();
  }
  expect(webhooks().total).toBe(2);
  await webhooks().setPeriod({ type: 'between', from: '', to: '2001-01-01T00:00' });
  expect(webhooks().total).toBe(0);
  await webhooks().setPeriod(undefined);
  expect(webhooks()).toMatchObject({ filter: {}, total: 4 });
});

test('a pin and a note are stored, shown, and found', async () => {
  await webhooks().select(1);
  await webhooks().change(1, { pinned: true, note: 'the broken one' });
  await vi.waitFor(() => expect(webhooks().selected?.summary).toMatchObject({ pinned: true, note: 'the broken one' }));
  expect(webhooks().items.find(({ id }) => id === 1)).toMatchObject({ pinned: true, note: 'the broken one' });
  await webhooks().setFilter({ pinned: true });
  expect(webhooks().items.map(({ id }) => id)).toEqual([1]);
  await webhooks().change(1, { pinned: false });
  await webhooks().setFilter({ pinned: undefined });
  await webhooks().setFilter({ pinned: true });
  expect(webhooks().items).toEqual([]);
});

test('refused requests are listed as they arrive, and cannot be deleted or replayed', async () => {
  await webhooks().setFilter({ refused: true });
  expect(webhooks().items.map(({ id }) => id)).toEqual([-1]);
  await send('/again', { method: 'POST', body: 'wrong' });
  await vi.waitFor(() => expect(webhooks().items.map(({ id }) => id)).toEqual([-2, -1]));
  await webhooks().select(-1);
  for (const id of [
    'delete-listed-notifications',
    'delete-notification',
    'replay-notification',
    'replay-listed-notifications',
  ]) {
    expect(commandById(commands, id).unavailable?.(), id).toContain('not stored');
  }
});

test('two notifications are compared: first with a similar one, then with a chosen one', async () => {
  const compare = commandById(commands, 'compare-notification');
  expect(compare.unavailable?.()).toBe('No notification is chosen.');
  const headers = { authorization: 'Bearer right', 'x-github-event': 'push' };
  await send('/github', { method: 'POST', body: '{"n":1.0}', headers });
  await vi.waitFor(() => expect(webhooks().items[0]).toMatchObject({ id: 3, event: 'push' }));
  await webhooks().select(3);
  await compare.run();
  expect(stores.app.getState().dialog).toEqual({ kind: 'compare-notifications', ids: [1, 3] });
  await compare.run('2');
  expect(stores.app.getState().dialog).toEqual({ kind: 'compare-notifications', ids: [2, 3] });

  const [before, after] = [await webhooks().readCompared(2), await webhooks().readCompared(3)];
  expect(differingParts(before, after)).toEqual([
    'method',
    'path',
    'header content-length',
    'header x-github-event',
    'body',
  ]);
  expect(comparisonText(after)).toContain('\n\n{\n  "n": 1.0\n}');
  expect(webhooks().selected?.summary.id).toBe(3);
});

test('repeated names are marked, in JSON and in forms', async () => {
  const authorization = 'Bearer right';
  const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  await send('/form', { method: 'POST', body: 'tag=1&tag=2&id=3', headers: form });
  await send('/json', { method: 'POST', body: '{"a":1,"a":2}', headers: { authorization } });
  const repeated = async (id: number) => {
    await webhooks().select(id);
    return webhooks().selected?.fields.map(({ path: name, isRepeated }) => [name, isRepeated]);
  };
  expect(await repeated(3)).toEqual([
    ['tag', false],
    ['tag', true],
    ['id', false],
  ]);
  expect(await repeated(4)).toEqual([
    ['a', false],
    ['a', true],
  ]);
});
