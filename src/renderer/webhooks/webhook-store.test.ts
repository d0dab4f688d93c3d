import { expect, test, vi } from 'vitest';
import { codedError } from '../../contract/errors.ts';
import { hostContract, type HostApi } from '../../contract/host-contract.ts';
import { answerRule } from '../../contract/webhooks/answer-rules.ts';
import { KEEP_ALL, NO_TLS } from '../../contract/webhooks/listener-settings.ts';
import type { NotificationDetail, NotificationSummary } from '../../contract/webhooks/notification.ts';
import { memoryPorts } from '../../contract/rpc/memory-port.ts';
import { serve } from '../../contract/rpc/rpc.ts';
import { connect } from '../../contract/rpc/rpc-client.ts';
import { createWebhookStore } from './webhook-store.ts';
import { testWorkspace } from '../host/testing/test-workspace.ts';

const summary = (id: number): NotificationSummary => ({
  id,
  receivedAt: '2026-01-01T00:00:00.000Z',
  source: 'http',
  method: 'POST',
  path: '/',
  provider: null,
  event: null,
  answered: null,
  refused: null,
  pinned: false,
  note: '',
  signature: null,
  kind: null,
  title: '',
  sentence: '',
  code: null,
  verdict: 'unknown',
  chat: null,
  idMessage: null,
  status: null,
  repeatOf: null,
  size: 0,
});

const detail = (id: number): NotificationDetail => ({
  summary: summary(id),
  method: 'POST',
  path: '/',
  peer: '',
  headers: [],
  response: null,
  text: '',
  contentType: '',
  jsonProblem: null,
  fields: [],
  fieldCount: 0,
  differences: [],
  signed: null,
  code: null,
  variant: null,
  setting: null,
  age: null,
  life: [],
});

/** A host with these responses, the store that calls it, and the recorded calls. */
function open(answers: Record<string, (params: never, signal: AbortSignal) => unknown>) {
  const calls: [string, unknown][] = [];
  const api = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      (params: never, signal: AbortSignal) => {
        calls.push([name, params]);
        return answer(params, signal);
      },
    ]),
  );
  const ports = memoryPorts();
  let emit: Emit = () => undefined;
  serve(hostContract, ports.server, api as unknown as HostApi, (listener) => {
    emit = listener as Emit;
    return () => undefined;
  });
  const client = connect<typeof hostContract>(ports.client);
  const state = createWebhookStore(client, testWorkspace(client, '/shop')).getState;
  return { state, calls, emit: ((name, payload) => emit(name, payload)) as Emit };
}
type Emit = (name: string, payload: unknown) => void;

test('the export contains what passes the filter', async () => {
  const { state, calls } = open({
    'notifications.export': ({ from }: { from?: number }) =>
      from === undefined ? { text: 'newest\n', next: 7 } : { text: 'oldest\n', next: null },
  });
  expect(await (await state().exportFile('ndjson')).text()).toBe('oldest\nnewest\n');
  expect(calls).toEqual([
    ['notifications.export', { filter: {}, format: 'ndjson' }],
    ['notifications.export', { filter: {}, format: 'ndjson', from: 7 }],
  ]);
});

test('an export says how much it has read, and a cancelled one reads nothing more', async () => {
  const { state, calls } = open({ 'notifications.export': () => ({ text: 'é\n', next: 7 }) });
  const controller = new AbortController();
  const sizes: number[] = [];
  const onRead = (bytes: number) => {
    sizes.push(bytes);
    if (sizes.length === 2) controller.abort();
  };
  await expect(state().exportFile('ndjson', { signal: controller.signal, onRead })).rejects.toMatchObject({
    code: 'Cancelled',
  });
  expect(sizes).toEqual([3, 6]);
  expect(calls.length).toBeLessThan(4);
});

test('the error about a rule names the fields of the dialog', async () => {
  const { state, calls } = open({ 'notifications.setRules': () => ({}) });
  const rule = answerRule.parse({ status: 500, headers: [] });
  await expect(state().setRules([rule, { ...rule, headers: [{ name: 'a b', value: '' }] }])).rejects.toMatchObject({
    message: 'Rule 2, Header 1, Name must be the name of a header: letters, digits and hyphens, without blanks.',
  });
  expect(calls).toEqual([]);
});

test('a file that is too large to be imported is refused without being read', async () => {
  const { state, calls } = open({});
  const arrayBuffer = () => Promise.reject(new Error('It was read.'));
  const file = { name: 'hooks.ndjson', size: 3_000_000_000, arrayBuffer };
  await expect(state().importFile(file)).rejects.toThrow('hooks.ndjson has 2862 MB; 100 MB are allowed.');
  expect(calls).toEqual([]);
});

test('an import that is cancelled lists what was stored before, and says how much', async () => {
  const { state, calls } = open({
    'notifications.import': (_params: unknown, signal: AbortSignal) =>
      new Promise((_resolve, reject) => {
        const stopped = codedError('Cancelled', 'The import was stopped after 7 notifications, which are stored.');
        signal.addEventListener('abort', () => reject(stopped));
      }),
    ...listing(() => []),
  });
  const stop = new AbortController();
  const importing = state().importFile(new File(['{}'], 'n.ndjson'), stop.signal);
  await vi.waitFor(() => expect(calls.map(([call]) => call)).toContain('notifications.import'));
  const before = calls.length;
  stop.abort();
  await expect(importing).rejects.toThrow('The import was stopped after 7 notifications, which are stored.');
  expect(calls.slice(before).map(([call]) => call)).toContain('notifications.list');
});

test('a sample is sent with its values; an error of the host reaches the caller', async () => {
  const { state } = open({
    'notifications.sample': ({ kind, values }: { kind: string; values: object }) => ({
      text: `${kind} ${JSON.stringify(values)}`,
    }),
    'account.ask': () => {
      throw new Error('The service does not answer.');
    },
  });
  expect(await state().sample('order', { id: '7' })).toBe('order {"id":"7"}');
  await expect(state().askAccount('getSettings')).rejects.toThrow('The service does not answer.');
});

/** The responses of a host that lists these notifications. */
const listing = (items: () => NotificationSummary[]) => ({
  'notifications.status': () => ({
    listening: true,
    host: '127.0.0.1',
    port: 1,
    url: '',
    notice: null,
    hasToken: false,
    tls: NO_TLS,
    rules: [],
    keep: KEEP_ALL,
    received: 0,
    allowBrowsers: false,
    refused: 0,
    visits: 0,
    localCertificate: '',
  }),
  'account.get': () => ({
    apiUrl: '',
    mediaUrl: '',
    idInstance: '',
    hasToken: false,
    switches: {},
    queue: { state: 'off', problem: null, received: 0 },
  }),
  'notifications.kinds': () => [],
  'notifications.list': () => ({ items: items() }),
});

test('notifications deleted or restored in another application are listed again', async () => {
  let items = [summary(1), summary(2)];
  const { state, emit } = open(listing(() => items));
  await state().load();
  expect(state().total).toBe(2);
  items = [summary(1)];
  emit('notifications.removed', { ids: [2] });
  await vi.waitFor(() => expect(state().total).toBe(1));
  items = [summary(1), summary(2)];
  emit('notifications.restored', { ids: [2] });
  await vi.waitFor(() => expect(state().total).toBe(2));
});

test('a new notification is at the top of the list, and counted as new', async () => {
  const { state, emit } = open(listing(() => [summary(1)]));
  await state().load();
  emit('notifications.received', [summary(2), summary(3)]);
  await vi.waitFor(() => expect(state().items.map(({ id }) => id)).toEqual([3, 2, 1]));
  expect([state().total, state().arrived]).toEqual([3, 2]);
});

const workspace = (root: string) => ({
  root,
  name: 'shop',
  scripts: [],
  programs: { directory: `${root}/programs`, exists: false, files: [] },
});

test('the list is not complete once arrivals have cut off its oldest notifications', async () => {
  const { state, emit } = open(listing(() => [summary(1)]));
  await state().load();
  expect(state().complete).toBe(true);
  emit(
    'notifications.received',
    Array.from({ length: 5_000 }, (_, index) => summary(index + 2)),
  );
  await vi.waitFor(() => expect(state().items).toHaveLength(5_000));
  expect(state().complete).toBe(false);
});

test('scrolling to the end reads the next older notifications once', async () => {
  const page = (from: number) => Array.from({ length: 200 }, (_, index) => summary(from - index));
  const { state } = open({
    ...listing(() => []),
    'notifications.list': ({ before = 601 }: { before?: number }) => ({ items: page(before - 1) }),
    'notifications.count': () => ({ total: 600 }),
  });
  await state().load();
  await Promise.all([state().more(), state().more()]);
  expect(state().items.map(({ id }) => id)).toEqual([...page(600), ...page(400)].map(({ id }) => id));
});

test('a notification that is read late is not shown after it was deleted, or in another folder', async () => {
  const waiting: (() => void)[] = [];
  const { state, emit } = open({
    ...listing(() => []),
    'notifications.get': ({ id }: { id: number }) => new Promise((resolve) => waiting.push(() => resolve(detail(id)))),
  });
  for (const [name, payload] of [
    ['notifications.removed', { ids: [7] }],
    ['workspace.changed', workspace('/other')],
  ] as const) {
    const reading = state().select(7);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    emit(name, payload);
    waiting.pop()?.();
    await reading;
    expect(state().selected).toBeUndefined();
  }
});

test('a changed file keeps the filter and the chosen notification; another folder empties the view', async () => {
  const { state, emit, calls } = open(listing(() => [summary(1)]));
  await state().setFilter({ method: 'POST' });
  emit('workspace.changed', workspace('/shop'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(state().filter).toMatchObject({ method: 'POST' });
  expect(calls.filter(([name]) => name === 'notifications.list')).toHaveLength(1);
  emit('workspace.changed', workspace('/other'));
  await vi.waitFor(() => expect(calls.filter(([name]) => name === 'notifications.list')).toHaveLength(2));
  expect(state().filter).not.toHaveProperty('method');
});

test('with a filter the host is asked once which new notifications pass it', async () => {
  let stored = [summary(1)];
  const { state, calls, emit } = open(listing(() => stored));
  await state().setFilter({ method: 'POST' });
  stored = [summary(3), summary(1)];
  emit('notifications.received', [summary(2)]);
  emit('notifications.received', [summary(3)]);
  await vi.waitFor(() => expect(state().items.map(({ id }) => id)).toEqual([3, 1]));
  expect(calls.filter(([name]) => name === 'notifications.list')).toHaveLength(2);
});

test('the first page is listed while the host still counts, and the count of an older filter is ignored', async () => {
  const counts: ((total: number) => void)[] = [];
  const counted = () => new Promise((resolve) => counts.push((total) => resolve({ total })));
  const page = Array.from({ length: 200 }, (_, index) => summary(1000 - index));
  const { state, calls, emit } = open({ ...listing(() => page), 'notifications.count': counted });
  await state().load();
  expect([state().items.length, state().loaded, state().total]).toEqual([200, true, undefined]);
  await vi.waitFor(() => expect(counts).toHaveLength(1));
  counts[0]?.(1_000_000);
  await vi.waitFor(() => expect(state().total).toBe(1_000_000));
  emit('notifications.received', [summary(1001)]);
  await vi.waitFor(() => expect(state().total).toBe(1_000_001));

  await state().setFilter({ method: 'POST' });
  await vi.waitFor(() => expect(counts).toHaveLength(2));
  expect(state().total).toBeUndefined();
  await state().setFilter({ method: 'GET' });
  await vi.waitFor(() => expect(counts).toHaveLength(3));
  counts[2]?.(3000);
  await vi.waitFor(() => expect(state().total).toBe(3000));
  counts[1]?.(5000);
  // Responses arrive in order: when this one has arrived, the previous one has too.
  await state()
    .sample('order', {})
    .catch(() => undefined);
  expect(state().total).toBe(3000);
  expect(calls.filter(([name]) => name === 'notifications.count')).toHaveLength(3);
});

test('a list that takes long does not undo what the listener has told meanwhile', async () => {
  const list = Promise.withResolvers<{ items: NotificationSummary[] }>();
  const responses = listing(() => []);
  const off = { ...responses['notifications.status'](), listening: false };
  const { state } = open({
    ...responses,
    'notifications.status': () => off,
    'notifications.listen': () => ({ ...off, listening: true }),
    'notifications.list': () => list.promise,
  });
  const loading = state().load();
  await state().listen({ on: true });
  expect(state().status?.listening).toBe(true);
  list.resolve({ items: [] });
  await loading;
  expect(state().status?.listening).toBe(true);
});

test('the list is read again when the listener is switched on, since another application may have received meanwhile', async () => {
  let stored: NotificationSummary[] = [];
  const responses = listing(() => stored);
  const on = responses['notifications.status']();
  const { state, emit } = open({
    ...responses,
    'notifications.status': () => ({ ...on, listening: false }),
    'notifications.listen': () => on,
  });
  await state().load();
  stored = [summary(1)];
  await state().listen({ on: true });
  await vi.waitFor(() => expect(state().total).toBe(1));
  emit('notifications.changed', { ...on, listening: false });
  await vi.waitFor(() => expect(state().status?.listening).toBe(false));
  stored = [summary(2), summary(1)];
  // Another window of this application switches it on.
  emit('notifications.changed', on);
  await vi.waitFor(() => expect(state().total).toBe(2));
});
