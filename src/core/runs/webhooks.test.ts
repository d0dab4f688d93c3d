/** pm.webhooks, with real notifications posted to a real listener. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codedError } from '../../contract/errors.ts';
import { exampleFor } from '../providers/messaging/recognize.ts';
import { createRunner } from '../testing/run.ts';
import { createNotifications, type Notifications } from '../notifications/notifications.ts';
import { createRunWebhooks } from '../notifications/run-webhooks.ts';

let runner: ReturnType<typeof createRunner>;
let notifications: Notifications;
beforeAll(async () => {
  runner = createRunner();
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'outrigger-hooks-')), 'n.sqlite');
  notifications = createNotifications({ file, onReceived: () => undefined, onStatus: () => undefined });
  await notifications.listen({ port: 0 });
});
afterAll(async () => {
  await notifications.close();
  await runner.slots.close();
});

const post = (body: unknown) =>
  fetch(notifications.status().url, { method: 'POST', body: JSON.stringify(body), headers: { 'x-test': 'yes' } });
const status = (name: string, idMessage: string) => ({
  ...(exampleFor('outgoing_status_sent') as object),
  status: name,
  idMessage,
});
/** Runs a script, and posts these bodies once it has said that it is there. */
async function run(source: string, bodies: unknown[] = [], signal?: AbortSignal) {
  const webhooks = createRunWebhooks(notifications, () => Promise.resolve());
  return runner.run(source, {
    resources: { webhooks },
    ...(signal ? { signal } : {}),
    onEvent(event) {
      if (event.type !== 'console' || event.text !== 'ready') return;
      void (async () => {
        for (const body of bodies) await post(body);
      })();
    },
  });
}

test('a script waits for sent, delivered and read, one after the other', async () => {
  const { logged, error } = await run(
    `console.log('ready');
     for (const status of ['sent', 'delivered', 'read']) {
       const n = await pm.webhooks.waitFor({ typeWebhook: 'outgoingMessageStatus', idMessage: 'M1', status }, { timeout: 5000 });
       console.log(n.kind, n.body.status, n.code, n.headers['x-test'], typeof n.receivedAt);
     }`,
    [status('sent', 'other'), status('sent', 'M1'), status('delivered', 'M1'), status('read', 'M1')],
  );
  expect(error).toBeUndefined();
  expect(logged.slice(1)).toEqual([
    'outgoing_status_sent sent null yes string',
    'outgoing_status_delivered delivered null yes string',
    'outgoing_status_read read null yes string',
  ]);
});

test('filters: a function, a kind, a code, a regular expression', async () => {
  const { logged, error } = await run(
    `console.log('ready');
     const two = await pm.webhooks.waitFor((body, n) => n.code === 'SWE002', { timeout: 5000 });
     console.log(two.body.messageData.fileMessageData.downloadUrl);
     console.log((await pm.webhooks.waitFor('swe001')).code, (await pm.webhooks.waitFor('SWE002')).kind, (await pm.webhooks.waitFor('incomingMessageReceived')).id > 0);
     console.log((await pm.webhooks.waitFor({ messageData: { fileMessageData: { fileName: /^big.*pdf$/ } } })).kind);
     console.log(pm.webhooks.list().length, pm.webhooks.list({ messageData: { typeMessage: 'textMessage' } }).length, pm.webhooks.list((b) => false).length);`,
    [exampleFor('swe001'), exampleFor('swe002')],
  );
  expect(error).toBeUndefined();
  expect(logged.slice(1)).toEqual(['{{SWE002}}', 'SWE001 swe002 true', 'swe002', '2 1 0']);
});

test('what arrived before the run began is not for it', async () => {
  await post(exampleFor('incoming_call_offer'));
  const { logged } = await run('console.log(pm.webhooks.list().length);');
  expect(logged).toEqual(['0']);
});

test('a timeout tells what did arrive, and how the nearest differs', async () => {
  const { error } = await run(
    `console.log('ready');
await pm.webhooks.waitFor({ idMessage: 'M2', status: 'read' }, { timeout: 400 });`,
    [exampleFor('incoming_text'), status('sent', 'M2')],
  );
  expect(error).toMatchObject({ name: 'WebhookError', code: 'WebhookTimeout', line: 2 });
  const lines = error?.message.split('\n') ?? [];
  expect(lines[0]).toBe(
    'No notification matched {"idMessage":"M2","status":"read"} within 400 ms. 2 arrived, the nearest first:',
  );
  expect(lines[1]).toMatch(/Outgoing status: sent: status is "sent", wanted "read"$/);
  expect(lines[2]).toMatch(/Incoming: text message: idMessage is ".*", wanted "M2"; status is nothing, wanted "read"$/);
  const none = await run('await pm.webhooks.waitFor({ a: 1 }, { timeout: 50 });');
  expect(none.error?.message).toMatch(/None arrived: is its address set/);
});

test('expectNone passes when nothing comes, and fails when something does', async () => {
  expect((await run("await pm.webhooks.expectNone({ status: 'failed' }, { within: 100 });")).outcome).toBe('passed');
  const { error } = await run(
    "console.log('ready'); await pm.webhooks.expectNone({ status: 'failed' }, { within: 5000 });",
    [status('failed', 'M3')],
  );
  expect(error?.message).toMatch(/one arrived: Outgoing status: failed/);
});

test('Stop ends a wait, and so does the end of the script', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 200);
  const began = performance.now();
  expect((await run('await pm.webhooks.waitFor({ a: 1 });', [], stop.signal)).outcome).toBe('stopped');
  expect(performance.now() - began).toBeLessThan(3000);
});

test('url is the address of the listener', async () => {
  expect((await run('console.log(pm.webhooks.url);')).logged).toEqual([notifications.status().url]);
});

test.each([
  ['a number as filter', 'await pm.webhooks.waitFor(5);', /A filter is part of a notification/],
  ['an array as filter', 'await pm.webhooks.waitFor([]);', /A filter is part of a notification/],
  ['a timeout that is none', "await pm.webhooks.waitFor({}, { timeout: 'soon' });", /"timeout" is a number/],
  ['a filter that throws', 'await pm.webhooks.waitFor(() => { throw new Error("in filter"); });', /in filter/],
])('%s is refused with its line', async (_name, source, message) => {
  await post({ typeWebhook: 'x' });
  const { error } = await run(`console.log('ready');\n${source}`, [{ typeWebhook: 'y' }]);
  expect(error?.message).toMatch(message);
  expect(error?.line).toBe(2);
});

test('where nobody listens, a script is told', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'outrigger-hooks-')), 'n.sqlite');
  const silent = createNotifications({ file, onReceived: () => undefined, onStatus: () => undefined });
  const webhooks = createRunWebhooks(silent, () => Promise.reject(codedError('NotListening', 'The listener is off.')));
  const { error } = await runner.run('await pm.webhooks.waitFor({});', { resources: { webhooks } });
  expect(error?.message).toMatch(/listener is off.*Switch/);
  await silent.close();
});
