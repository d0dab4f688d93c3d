/** The account, the queue and the webhooks, with the simulator of the service. */
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { answerRule } from '../../../../contract/webhooks/answer-rules.ts';
import { createHttpClient } from '../../../http/http-client.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { createTestNotifications } from '../../../notifications/testing/test-notifications.ts';
import { createAccount, switches } from '../account/account.ts';
import { kinds } from '../recognition/kinds.ts';
import { pollQueue, type QueueStatus } from '../account/queue-poller.ts';
import { exampleFor } from '../recognition/recognize.ts';
import { startSimulator, type SimulatorOptions } from './simulator.ts';
import { startTarget } from '../../../forwarding/testing/target-server.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
const http = createHttpClient();
const { signal } = new AbortController();

async function simulate(options: SimulatorOptions = {}) {
  const simulator = await startSimulator({ speed: 600, ...options });
  closing.push(() => simulator.close());
  const accountOf = (changes: Partial<Record<'idInstance' | 'apiTokenInstance', string>> = {}) =>
    createAccount(http, {
      apiUrl: simulator.url,
      mediaUrl: simulator.url,
      idInstance: changes.idInstance ?? simulator.idInstance,
      apiTokenInstance: changes.apiTokenInstance ?? simulator.apiTokenInstance,
    });
  return { simulator, account: accountOf(), accountOf };
}
async function listen(): Promise<Notifications> {
  const file = path.join(temporaryFolder('sim'), 'n.sqlite');
  const notifications = createTestNotifications({ file });
  closing.push(() => notifications.close());
  await notifications.listen({ port: 0 });
  return notifications;
}
const until = async (check: () => boolean | Promise<boolean>, ms = 5000) => {
  const deadline = Date.now() + ms;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
const titles = async (notifications: Notifications) =>
  (await notifications.after(0, 100)).map(({ summary }) => summary.title);

test('a port in use is an error that says so', async () => {
  const { simulator } = await simulate();
  const port = Number(new URL(simulator.url).port);
  await expect(startSimulator({ port })).rejects.toMatchObject({ code: 'PortInUse' });
});

test('a sent message is reported by webhooks: sent by the API, sent, delivered, read', async () => {
  const notifications = await listen();
  // Slow enough that none is sent again because a busy machine answered the first one late.
  const { account } = await simulate({ webhookUrl: notifications.status().url, speed: 60 });
  const sent = await account.call('POST', 'sendMessage', {
    body: { chatId: '79990000002@c.us', message: 'hi' },
    signal,
  });
  const { idMessage } = sent.json as { idMessage: string };
  await until(async () => (await notifications.count({})) === 4);
  expect(await titles(notifications)).toEqual([
    'Outgoing (API): text',
    'Outgoing status: sent',
    'Outgoing status: delivered',
    'Outgoing status: read',
  ]);
  expect(
    (await notifications.list({}, { limit: 9 })).every(
      (item) => item.idMessage === idMessage && item.verdict === 'documented',
    ),
  ).toBe(true);
  expect((await notifications.detail(1)).life.map(({ status }) => status)).toEqual([null, 'sent', 'delivered', 'read']);
});

test('closing the simulator ends a webhook that is not answered', async () => {
  const ended = Promise.withResolvers<undefined>();
  const received = Promise.withResolvers<undefined>();
  const target = await startTarget((_request, response) => {
    response.once('close', () => ended.resolve(undefined));
    received.resolve(undefined);
  });
  closing.push(() => target.close());
  const events: string[] = [];
  const { simulator } = await simulate({ webhookUrl: target.url, speed: 1, onEvent: (text) => events.push(text) });
  simulator.notify({});
  await received.promise;
  await simulator.close();
  await ended.promise;
  expect(events).toEqual([]);
});

test('a webhook is sent also where the speed divides no time into whole milliseconds', async () => {
  const notifications = await listen();
  const { simulator } = await simulate({ webhookUrl: notifications.status().url, speed: 70 });
  simulator.notify(exampleFor('swe001'));
  await until(async () => (await notifications.count({})) === 1);
});

test('a webhook that is not answered with 200 delays the others, and is sent again', async () => {
  const notifications = await listen();
  notifications.setRules([answerRule.parse({ kind: 'swe001', status: 500, delayMs: 0, times: 2 })]);
  const { simulator } = await simulate({ webhookUrl: notifications.status().url });
  simulator.notify(exampleFor('swe001'));
  simulator.notify(exampleFor('swe002'));
  await until(async () => (await notifications.count({})) === 4);
  expect((await notifications.after(0, 9)).map(({ summary }) => [summary.code, summary.repeatOf])).toEqual([
    ['SWE001', null],
    ['SWE001', 1],
    ['SWE001', 1],
    ['SWE002', null],
  ]);
});

test('the queue returns notifications in order, repeatedly until they are deleted, and feeds the same list', async () => {
  const notifications = await listen();
  const { simulator, account } = await simulate();
  for (const kind of ['incoming_text', 'swe002', 'incoming_call_offer']) simulator.notify(exampleFor(kind));
  const [first, second] = [
    await account.call('GET', 'receiveNotification', { signal }),
    await account.call('GET', 'receiveNotification', { query: 'receiveTimeout=60', signal }),
  ];
  expect(first.json).toEqual(second.json);
  const stop = new AbortController();
  const statuses: QueueStatus[] = [];
  const polling = pollQueue({
    account,
    notifications,
    onStatus: (status) => statuses.push(status),
    signal: stop.signal,
  });
  await until(async () => (await notifications.count({})) === 3 && simulator.waiting() === 0);
  stop.abort();
  await polling;
  expect(await titles(notifications)).toEqual([
    'Incoming: text message',
    'API exception SWE002: a file is too large',
    'Incoming: call, ringing',
  ]);
  expect((await notifications.list({}, { limit: 9 })).every(({ source }) => source === 'queue')).toBe(true);
  expect(statuses.at(-1)).toEqual({ state: 'off', problem: null, received: 3 });
});

test.each([
  ['a wrong token', 401, { apiTokenInstance: 'x' }, {}, /token is wrong/],
  ['a wrong instance', 403, { idInstance: '1' }, {}, /instance is not known/],
  ['a webhookUrl that is set', 400, {}, { webhookUrl: 'http://127.0.0.1:1/' }, /webhookUrl is empty/],
])('the queue stops with an explanation for %s', async (_name, _status, changes, options, message) => {
  const notifications = await listen();
  const { accountOf } = await simulate(options);
  const statuses: QueueStatus[] = [];
  await pollQueue({ account: accountOf(changes), notifications, onStatus: (status) => statuses.push(status), signal });
  expect(statuses.at(-1)).toMatchObject({ state: 'stopped', problem: expect.stringMatching(message) as string });
});

test('after too many requests the queue pauses and continues', async () => {
  const notifications = await listen();
  const { simulator, account } = await simulate({ rate: 1 });
  const statuses: QueueStatus[] = [];
  const stop = new AbortController();
  const polling = pollQueue({
    account,
    notifications,
    onStatus: (status) => statuses.push(status),
    signal: stop.signal,
  });
  simulator.notify(exampleFor('incoming_text'));
  await until(() => statuses.some(({ state }) => state === 'waiting'), 8000);
  stop.abort();
  await polling;
  expect(statuses.find(({ state }) => state === 'waiting')?.problem).toMatch(/pause/);
}, 15_000);

test('refused requests do not count, so that a client which repeats them is served again after a second', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  closing.push(() => Promise.resolve(vi.useRealTimers()));
  const { account } = await simulate({ rate: 1 });
  const statuses: number[] = [];
  for (let request = 0; request < 5; request += 1) {
    statuses.push((await account.call('GET', 'getStateInstance', { signal })).status);
    vi.advanceTimersByTime(400);
  }
  expect(statuses).toEqual([200, 429, 429, 200, 429]);
});

test('settings, reboot, quota, clearing the queue once a minute', async () => {
  const { account, simulator } = await simulate({ quota: 1, speed: 60, rate: 1000 });
  expect((await account.call('GET', 'getSettings', { signal })).json).toMatchObject({
    incomingWebhook: 'yes',
    webhookUrl: '',
  });
  expect((await account.call('POST', 'setSettings', { body: { incomingWebhook: 'no' }, signal })).json).toEqual({
    saveSettings: true,
  });
  const state = async () => (await account.call('GET', 'getStateInstance', { signal })).json;
  expect(await state()).toEqual({ stateInstance: 'starting' });
  await until(async () => ((await state()) as { stateInstance: string }).stateInstance === 'authorized');
  const message = { body: { chatId: 'a@c.us', message: 'x' }, signal };
  expect((await account.call('POST', 'sendMessage', message)).status).toBe(200);
  const refused = await account.call('POST', 'sendMessage', message);
  expect(refused.status).toBe(466);
  expect(account.explain(refused.status, refused.json)).toBe(
    'The limit of the tariff is used up: 1 of 1 for sendMessage.',
  );
  // The message itself, and that it was sent, delivered and read: no other notification is pending.
  await until(() => simulator.waiting() === 4);
  const clear = async () => (await account.call('DELETE', 'clearWebhooksQueue', { signal })).json;
  expect(await clear()).toEqual({ isCleared: true });
  expect(await clear()).toMatchObject({ isCleared: false, reason: 'Too many requests' });
  expect((await account.call('GET', 'getWebhooksCount', { signal })).json).toEqual({ count: 0 });
  expect((await account.call('POST', 'downloadFile', { body: { idMessage: 'M' }, signal })).json).toMatchObject({
    downloadUrl: expect.stringContaining('M.pdf') as string,
  });
});

test('a group with too many participants fails with SWE004', async () => {
  const notifications = await listen();
  const { account } = await simulate({ webhookUrl: notifications.status().url });
  await account.call('POST', 'sendMessage', { body: { chatId: '1203630000000004@g.us', message: 'hi' }, signal });
  await until(async () => (await notifications.count({ code: 'SWE004' })) === 1);
});

const curl = (url: string, body: string) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });

test('requests of the printed commands are accepted: JSON with the Content-Type of curl -d', async () => {
  const { simulator, account } = await simulate();
  const operations = `${simulator.url}/waInstance${simulator.idInstance}`;
  const sent = await curl(
    `${operations}/sendMessage/${simulator.apiTokenInstance}`,
    '{"chatId":"79990000009@c.us","message":"hi"}',
  );
  expect(sent.status).toBe(200);
  const { json } = await account.call('GET', 'receiveNotification', { signal });
  expect(json).toMatchObject({
    body: { senderData: { chatId: '79990000009@c.us' }, messageData: { textMessageData: { textMessage: 'hi' } } },
  });
  expect((await curl(`${simulator.url}/simulator/notify`, '{"kind":"swe002"}')).status).toBe(200);
  const unknown = await curl(`${simulator.url}/simulator/notify`, '{"kind":"swe000"}');
  expect([unknown.status, await unknown.text()]).toEqual([
    400,
    expect.stringMatching(/There is no kind swe000\. The kinds are swe001, .*outgoing_status_read/),
  ]);
});

test('every sent message keeps its chat and content, and is as documented', async () => {
  const notifications = await listen();
  const { simulator, account } = await simulate({ webhookUrl: notifications.status().url, speed: 60 });
  const chatId = '120363000000000007@g.us';
  const form = new FormData();
  form.set('chatId', chatId);
  form.set('caption', 'The invoice');
  form.set('file', new Blob(['%PDF']), 'invoice.pdf');
  const upload = `${simulator.url}/waInstance${simulator.idInstance}/sendFileByUpload/${simulator.apiTokenInstance}`;
  expect((await fetch(upload, { method: 'POST', body: form })).status).toBe(200);
  const requests: [string, object][] = [
    ['sendPoll', { message: 'When?', options: [{ optionName: 'Now' }] }],
    ['sendLocation', { latitude: 1.5, longitude: 2.5, nameLocation: 'Port' }],
    ['sendReaction', { idMessage: 'BAE5000000000001', reaction: '👍' }],
  ];
  for (const [operation, body] of requests) {
    await account.call('POST', operation, { body: { chatId, ...body }, signal });
  }
  await until(async () => (await notifications.count({ search: 'Outgoing API' })) === 4);
  const received = await notifications.page({ search: 'Outgoing API' }, { limit: 9 });
  expect(received.map(({ summary }) => [summary.title, summary.chat, summary.verdict]).reverse()).toEqual([
    ['Outgoing (API): document', chatId, 'documented'],
    ['Outgoing (API): poll', chatId, 'documented'],
    ['Outgoing (API): location', chatId, 'documented'],
    ['Outgoing (API): reaction', chatId, 'documented'],
  ]);
  const bodies = received.map(({ body }) => body.toString()).join('');
  for (const words of ['invoice.pdf', 'The invoice', 'When?', 'Port', '👍']) expect(bodies).toContain(words);
});

test.each([['plain-token'], ['Bearer of-bearer'], ['Basic dTpw']])(
  'a token is sent as it was entered: %s',
  async (token) => {
    const file = path.join(temporaryFolder('sim'), 'n.sqlite');
    const notifications = createTestNotifications({ file });
    closing.push(() => notifications.close());
    await notifications.listen({ port: 0, token });
    const { simulator } = await simulate({ webhookUrl: notifications.status().url, webhookUrlToken: token });
    simulator.notify(exampleFor('swe002'));
    await until(async () => (await notifications.count({})) === 1);
    const { headers } = await notifications.detail(1);
    const sent = headers.find(({ name }) => name.toLowerCase() === 'authorization')?.value;
    expect(sent).toBe(token === 'plain-token' ? 'Bearer plain-token' : token);
  },
);

test('every setting that a kind requires has a switch, and the simulator has it', async () => {
  const { account } = await simulate();
  const { json } = await account.call('GET', 'getSettings', { signal });
  const needed = new Set(kinds.flatMap(({ setting }) => setting.match(/\w+Webhook\b/g) ?? []));
  expect(Object.keys(switches)).toEqual(expect.arrayContaining([...needed]));
  expect(json).toMatchObject(Object.fromEntries([...needed].map((name) => [name, 'yes'])));
});
