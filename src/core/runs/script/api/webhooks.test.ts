/** pm.webhooks, with real notifications posted to a real listener. */
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codedError } from '../../../../contract/errors.ts';
import { loneContext } from '../../../../contract/scripts/script-context.ts';
import type { LoadedRequest } from '../../../collection/files/collection-files.ts';
import { exampleFor } from '../../../providers/messaging/recognition/recognize.ts';
import { createRunner } from '../../../testing/run.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { createTestNotifications } from '../../../notifications/testing/test-notifications.ts';
import { createRunWebhooks } from '../../../notifications/run-webhooks.ts';
import { runCollection } from '../../collection/run-collection.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

let runner: ReturnType<typeof createRunner>;
let notifications: Notifications;
beforeAll(async () => {
  runner = createRunner();
  const file = path.join(temporaryFolder('hooks'), 'n.sqlite');
  notifications = createTestNotifications({ file });
  await notifications.listen({ port: 0 });
});
afterAll(async () => {
  await notifications.close();
  await runner.sandboxes.close();
});

const post = (body: unknown) =>
  fetch(notifications.status().url, { method: 'POST', body: JSON.stringify(body), headers: { 'x-test': 'yes' } });
const status = (name: string, idMessage: string) => ({
  ...(exampleFor('outgoing_status_sent') as object),
  status: name,
  idMessage,
});
const addAll = (bodies: unknown[]) =>
  notifications.add(
    bodies.map((body) => ({
      receivedAt: new Date(),
      source: 'http',
      method: 'POST',
      path: '/',
      peer: '',
      rawHeaders: [],
      body: Buffer.from(JSON.stringify(body)),
    })),
  );
/** Runs a script, and posts these bodies, or stops it, after it has logged that it is ready. */
async function run(source: string, bodies: unknown[] = [], stop?: AbortController) {
  const webhooks = createRunWebhooks(notifications, () => Promise.resolve());
  return runner.run(source, {
    resources: { webhooks },
    ...(stop ? { signal: stop.signal } : {}),
    onEvent(event) {
      if (event.type !== 'console' || event.text !== 'ready') return;
      stop?.abort();
      void (async () => {
        for (const body of bodies) await post(body);
      })();
    },
  });
}

test('a script waits for sent, delivered and read in turn', async () => {
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

test('scripts that wait let another script run meanwhile', async () => {
  const source = "await pm.webhooks.waitFor({ typeWebhook: 'lent' }, { timeout: 20000 });";
  const ended: string[] = [];
  // As many as the pool runs at the same time.
  const waiting = [1, 2].map(() => run(source).then(() => ended.push('waiting')));
  const other = await run('console.log(1);');
  ended.push('other');
  await post({ typeWebhook: 'lent' });
  await Promise.all(waiting);
  expect([other.logged, ended]).toEqual([['1'], ['other', 'waiting', 'waiting']]);
});

test('filters: a function, a kind, a code, a regular expression', async () => {
  const { logged, error } = await run(
    `console.log('ready');
     const again = true;
     const two = await pm.webhooks.waitFor((body, n) => n.code === 'SWE002', { timeout: 5000 });
     console.log(two.body.messageData.fileMessageData.downloadUrl);
     console.log((await pm.webhooks.waitFor('swe001')).code, (await pm.webhooks.waitFor('SWE002', { again })).kind, (await pm.webhooks.waitFor('incomingMessageReceived', { again })).id > 0);
     console.log((await pm.webhooks.waitFor({ messageData: { fileMessageData: { fileName: /^big.*pdf$/ } } }, { again })).kind);
     console.log(pm.webhooks.list().length, pm.webhooks.list({ messageData: { typeMessage: 'textMessage' } }).length, pm.webhooks.list((b) => false).length);`,
    [exampleFor('swe001'), exampleFor('swe002')],
  );
  expect(error).toBeUndefined();
  expect(logged.slice(1)).toEqual(['{{SWE002}}', 'SWE001 swe002 true', 'swe002', '2 1 0']);
});

test('a notification from before the run is not returned', async () => {
  await post(exampleFor('incoming_call_offer'));
  const { logged } = await run('console.log(pm.webhooks.list().length);');
  expect(logged).toEqual(['0']);
});

test('a timeout lists what arrived, and how the nearest differs', async () => {
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
  const timedOut = await run('await pm.webhooks.waitFor({ a: 1 }, { timeout: 50 });');
  expect(timedOut.error?.message).toMatch(/None arrived: does the service have the address of the listener/);
});

test('a notification that was returned before is the nearest only if it matches', async () => {
  const { logged } = await run(
    `console.log('ready');
     await pm.webhooks.waitFor({ status: 'sent' }, 5000);
     await pm.webhooks.waitFor({ status: 'delivered' }, 5000);
     for (const wait of [
       pm.webhooks.waitFor({ status: 'sent' }, 50),
       pm.webhooks.waitFor(undefined, 50),
       pm.webhooks.expectSequence([{ status: 'sent' }], 50),
     ]) console.log((await wait.catch((thrown) => thrown)).message);`,
    [status('sent', 'R1'), status('delivered', 'R1')],
  );
  const returned = String.raw`already returned to this script \(again: true repeats it\)`;
  const [, filtered, any, sequence] = logged.map((text) => text.split('\n'));
  expect(filtered?.[1]).toMatch(new RegExp(`Outgoing status: sent: ${returned}$`));
  expect(filtered?.[2]).toMatch(/Outgoing status: delivered: status is "delivered", wanted "sent"$/);
  expect(any?.[0]).toBe('No further notification arrived within 50 ms. 2 arrived, the nearest first:');
  expect(sequence?.at(-1)).toMatch(new RegExp(`nearest: Outgoing status: sent \\(number \\d+\\): ${returned}$`));
});

test('an option that does not exist is reported', async () => {
  const { of, error } = await run(
    `pm.webhooks.list({}, { limt: 5 });
     await pm.webhooks.expectNone({}, { timeout: 5, within: 5 });
     await pm.webhooks.waitFor({}, { timeout: 5, agian: true }).catch(() => undefined);
     await pm.webhooks.expectSequence([{}], { within: 5, since: 'run', again: true }).catch(() => undefined);`,
  );
  expect(error).toBeUndefined();
  expect(of('console').map(({ line, text }) => `${line} ${text}`)).toEqual([
    '1 pm.webhooks.list has no option "limt". It has limit, since.',
    '2 pm.webhooks.expectNone has no option "timeout". It has within, since, again.',
    '3 pm.webhooks.waitFor has no option "agian". It has timeout, since, again.',
  ]);
});

test('expectNone passes if nothing arrives, and fails otherwise', async () => {
  expect((await run("await pm.webhooks.expectNone({ status: 'failed' }, { within: 100 });")).outcome).toBe('passed');
  const { error } = await run(
    "console.log('ready'); await pm.webhooks.expectNone({ status: 'failed' }, { within: 5000 });",
    [status('failed', 'M3')],
  );
  expect(error?.message).toMatch(/one arrived: Outgoing status: failed/);
});

test('Stop ends a wait, and so does the end of the script', async () => {
  const stop = new AbortController();
  const startMs = performance.now();
  const source = "const wait = pm.webhooks.waitFor({ a: 1 }); console.log('ready'); await wait;";
  expect((await run(source, [], stop)).outcome).toBe('stopped');
  expect(performance.now() - startMs).toBeLessThan(3000);
});

test('url is the address of the listener', async () => {
  expect((await run('console.log(pm.webhooks.url);')).logged).toEqual([notifications.status().url]);
});

test.each([
  ['a number as filter', 'await pm.webhooks.waitFor(5);', /A filter is part of a notification/],
  [
    'options as filter',
    'await pm.webhooks.waitFor({ timeout: 20000 });',
    /second argument of pm\.webhooks\.waitFor.*: waitFor\(undefined, \{ timeout \}\)/,
  ],
  [
    'options as filter of a list',
    'pm.webhooks.list({ limit: 1, since: "run" });',
    /list\(undefined, \{ limit, since \}\)/,
  ],
  [
    'options as filter of none',
    'await pm.webhooks.expectNone({ within: 5 });',
    /expectNone\(undefined, \{ within \}\)/,
  ],
  ['an array as filter', 'await pm.webhooks.waitFor([]);', /A filter is part of a notification/],
  ['an invalid timeout', "await pm.webhooks.waitFor({}, { timeout: 'soon' });", /"timeout" is a number/],
  ['an invalid start', "await pm.webhooks.waitFor({}, { since: 'soon' });", /"since" is a Date, .* not soon/],
  ['a sequence without steps', 'await pm.webhooks.expectSequence([]);', /list of 1 to 1000 filters/],
  [
    'an async filter of list',
    'pm.webhooks.list(async () => true, { since: "1970-01-01T00:00:00Z" });',
    /cannot wait for an async/,
  ],
])('%s is refused with its line', async (_name, source, message) => {
  await post({ typeWebhook: 'x' });
  const { error } = await run(`console.log('ready');\n${source}`, [{ typeWebhook: 'y' }]);
  expect(error?.message).toMatch(message);
  expect(error?.line).toBe(2);
});

test('no notification is returned twice to one script, unless it requests that', async () => {
  const { logged, error } = await run(
    `console.log('ready');
     const [one, two] = await Promise.all([pm.webhooks.waitFor('swe001', 5000), pm.webhooks.waitFor('swe001', 5000)]);
     console.log(one.id === two.id);
     const third = await pm.webhooks.waitFor('swe001', 50).catch((thrown) => thrown);
     console.log(third.message);
     console.log((await pm.webhooks.waitFor('swe001', { timeout: 50, again: true })).id === Math.min(one.id, two.id));
     await pm.webhooks.expectNone('swe001', 50);`,
    [exampleFor('swe001'), exampleFor('swe001')],
  );
  expect(error).toBeUndefined();
  expect(logged[1]).toBe('false');
  expect(logged[2]).toMatch(/^No notification matched "swe001" within 50 ms. 2 arrived/);
  expect(logged[2]?.match(/already returned to this script/g)).toHaveLength(2);
  expect(logged[3]).toBe('true');
});

test('a script sees what arrived since its request began, or since a given time', async () => {
  await post({ n: 'before the run' });
  const before = Date.now();
  const all = createRunWebhooks(notifications, () => Promise.resolve());
  await post({ n: 'before the request' });
  const { logged, error } = await runner.run(
    `const seen = (since) => pm.webhooks.list(undefined, { since }).map(({ body }) => body.n).join(', ');
     console.log(seen());
     console.log(seen('run'));
     const time = new Date(${before - 60_000});
     const long = pm.webhooks.list((body) => body.n, { since: time });
     console.log(long.map(({ body }) => body.n).join(', '));
     console.log(seen(time) === seen(time.toISOString()));
     console.log(seen(long.at(-2)));
     console.log((await pm.webhooks.waitFor(undefined, { since: 'run', timeout: 0 })).body.n);
     console.log((await pm.webhooks.waitFor({ n: /^before/ }, { since: 'run', timeout: 0 }).catch(({ code }) => code)));`,
    { resources: { webhooks: all.forRequest() } },
  );
  expect(error).toBeUndefined();
  expect(logged).toEqual([
    '',
    'before the request',
    expect.stringMatching(/before the run, before the request$/),
    'true',
    'before the request',
    'before the request',
    'WebhookTimeout',
  ]);
});

test('each request of a run sees its own notifications', async () => {
  const scripts = [
    `await pm.sendRequest({ url: pm.webhooks.url, method: 'POST', body: { mode: 'raw', raw: '{"of":"first"}' } });
     console.log((await pm.webhooks.waitFor(undefined, 5000)).body.of);`,
    `console.log(pm.webhooks.list().length);
     await pm.sendRequest({ url: pm.webhooks.url, method: 'POST', body: { mode: 'raw', raw: '{"of":"second"}' } });
     console.log((await pm.webhooks.waitFor(undefined, 5000)).body.of);`,
  ];
  const requests = scripts.map((code, index): LoadedRequest => ({
    id: `r${index}.yml`,
    name: `r${index}`,
    path: [`r${index}`],
    defaults: [],
    request: {
      info: { name: `r${index}`, type: 'http' },
      // A visit of a browser, which is not a notification.
      http: { method: 'GET', url: `${notifications.status().url}favicon.ico` },
      runtime: { scripts: [{ type: 'after-response', code }] },
    },
  }));
  const logged: string[] = [];
  const webhooks = createRunWebhooks(notifications, () => Promise.resolve());
  const outcome = await runCollection(
    { runId: 'w', name: 'w', requests, scopes: loneContext({}).scopes, iterations: 2 },
    {
      ...runner.dependencies({ resources: { webhooks } }),
      onEvent: (event) => void (event.type === 'console' && logged.push(event.text)),
    },
    new AbortController().signal,
  );
  expect(logged).toEqual(['first', '0', 'second', 'first', '0', 'second']);
  expect(outcome).toBe('passed');
});

test('a filter that throws matches nothing and is reported once; an async one is awaited', async () => {
  const { logged, error, of } = await run(
    `console.log('ready');
     const read = await pm.webhooks.waitFor((body) => body.deep.text === 'here', 5000);
     console.log(read.body.deep.text);
     const late = await pm.webhooks.waitFor(async ({ n }) => { await new Promise((done) => setTimeout(done, 20)); return n === 2; }, 5000);
     console.log(late.body.n);
     console.log((await pm.webhooks.waitFor(async () => { throw new Error('rejected'); }, 50).catch(({ code }) => code)));`,
    [{ n: 1 }, { n: 2 }, { deep: { text: 'here' } }],
  );
  expect(error).toBeUndefined();
  const reports = of('console').filter(({ level }) => level === 'warn');
  expect(reports.map(({ line, text }) => `${line} ${text}`)).toEqual([
    expect.stringMatching(/^2 A filter .* threw, which counts as no match: TypeError: .*text/),
    expect.stringMatching(/^6 A filter .* threw, which counts as no match: Error: rejected/),
  ]);
  expect(logged.filter((text) => !text.includes('threw'))).toEqual(['ready', 'here', '2', 'WebhookTimeout']);
});

test('an async filter that never settles ends the wait', { timeout: 20_000 }, async () => {
  const { error } = await run("console.log('ready');\nawait pm.webhooks.waitFor(() => new Promise(() => {}));", [
    { n: 1 },
  ]);
  expect(error).toMatchObject({ message: 'The async filter did not answer within 5000 ms.', line: 2 });
});

test('patterns with the flags g and y start each text at its beginning', async () => {
  const { logged, error } = await run(
    `console.log('ready');
     const all = /Text/gi, start = /text/y;
     for (let n = 1; n <= 3; n += 1) {
       await pm.webhooks.waitFor({ n, text: all }, 5000);
       await pm.webhooks.waitFor({ n, text: start }, { timeout: 5000, again: true });
     }
     console.log(all.lastIndex, start.lastIndex);`,
    [1, 2, 3].map((n) => ({ n, text: 'text of it' })),
  );
  expect(error).toBeUndefined();
  expect(logged[1]).toBe('0 0');
});

test('list returns all of them, or pages', async () => {
  const webhooks = createRunWebhooks(notifications, () => Promise.resolve());
  await addAll(Array.from({ length: 1200 }, (_, n) => ({ n })));
  const { logged, error } = await runner.run(
    `const all = pm.webhooks.list();
     console.log(all.length, all.at(-1).body.n, pm.webhooks.list({ n: 1100 }).length);
     const sizes = [];
     for (let page = pm.webhooks.list(undefined, { limit: 500 }); page.length > 0; page = pm.webhooks.list(undefined, { limit: 500, since: page.at(-1) })) sizes.push(page.length);
     console.log(sizes.join());`,
    { resources: { webhooks } },
  );
  expect(error).toBeUndefined();
  expect(logged).toEqual(['1200 1199 1', '500,500,200']);
});

test('more than a script can hold is an error that names the pages', { timeout: 60_000 }, async () => {
  const webhooks = createRunWebhooks(notifications, () => Promise.resolve());
  for (let n = 0; n < 5; n += 1) await post({ n, text: 'x'.repeat(9_000_000) });
  const { error, logged } = await runner.run(
    `console.log(pm.webhooks.list(undefined, { limit: 2 }).length, pm.webhooks.list({ n: 4 }).length);
     pm.webhooks.list();`,
    { resources: { webhooks } },
  );
  expect(logged).toEqual(['2 1']);
  expect(error).toMatchObject({ code: 'ScriptLimit', line: 2 });
  expect(error?.message).toMatch(/more than 32 MB in 3 notifications.*since: last/);
});

test('expectSequence returns the notifications in the expected order', async () => {
  const { logged, error } = await run(
    `console.log('ready');
     const steps = ['sent', 'delivered', 'read'].map((status) => ({ idMessage: 'S1', status }));
     const all = await pm.webhooks.expectSequence(steps, { within: 5000 });
     console.log(all.map(({ body }) => body.status).join());
     console.log(await pm.webhooks.waitFor({ idMessage: 'S1' }, 50).catch(({ code }) => code));`,
    [status('sent', 'S1'), exampleFor('incoming_text'), status('delivered', 'S1'), status('read', 'S1')],
  );
  expect(error).toBeUndefined();
  expect(logged.slice(1)).toEqual(['sent,delivered,read', 'WebhookTimeout']);
});

test('a sequence that fails shows what was expected and what arrived when', async () => {
  const webhooks = createRunWebhooks(notifications, () => Promise.resolve());
  await addAll([status('sent', 'S2'), status('read', 'S2')]);
  const { error } = await runner.run(
    `const steps = ['sent', 'delivered', 'read'].map((status) => ({ status }));
     await pm.webhooks.expectSequence(steps, 100);`,
    { resources: { webhooks } },
  );
  expect(error).toMatchObject({ name: 'WebhookError', code: 'WebhookTimeout', line: 2 });
  const time = String.raw`\d\d:\d\d:\d\d\.\d{3}`;
  const lines = error?.message.split('\n') ?? [];
  expect(lines).toEqual([
    'The sequence stopped at step 2 of 3: nothing matched {"status":"delivered"} within 100 ms.',
    '    step  wanted                  time          arrived',
    expect.stringMatching(`^  ✓ 1     {"status":"sent"}       ${time}  Outgoing status: sent \\(number \\d+\\)$`),
    expect.stringMatching(
      `^                                  ${time}  Outgoing status: read \\(number \\d+\\): would be step 3, but came before step 2$`,
    ),
    expect.stringMatching(
      /^  ✗ 2 {5}{"status":"delivered"} {16}nearest: Outgoing status: read .*: status is "read", wanted "delivered"$/,
    ),
    '  - 3     {"status":"read"}                     not reached',
  ]);
});

test('the diagram of a long sequence is short', async () => {
  const webhooks = createRunWebhooks(notifications, () => Promise.resolve());
  await addAll(Array.from({ length: 60 }, (_, n) => ({ n })));
  const { error } = await runner.run(
    'await pm.webhooks.expectSequence(Array.from({ length: 100 }, (_, n) => ({ n })), { within: 0 });',
    { resources: { webhooks } },
  );
  const lines = error?.message.split('\n') ?? [];
  expect(lines).toHaveLength(44);
  expect(lines[2]).toMatch(/… 40 more not shown/);
  expect(lines.filter((line) => line.startsWith('  ✗'))).toEqual([expect.stringMatching(/61 +{"n":60}/)]);
  expect(lines.at(-1)).toMatch(/… 20 more steps/);
});

test('a timeout lists the requests that were refused meanwhile', async () => {
  const file = path.join(temporaryFolder('hooks'), 'n.sqlite');
  const guarded = createTestNotifications({ file });
  await guarded.listen({ port: 0, token: 'secret' });
  const send = (token: string) =>
    fetch(guarded.status().url, { method: 'POST', body: '{}', headers: { authorization: token } });
  await send('before the run');
  const webhooks = createRunWebhooks(guarded, () => Promise.resolve());
  const { error } = await runner.run(
    `for (let n = 0; n < 2; n += 1) await pm.sendRequest({ url: pm.webhooks.url, method: 'POST', header: { Authorization: 'wrong' } });
     await pm.webhooks.waitFor(undefined, 100);`,
    { resources: { webhooks } },
  );
  expect(error?.message).toMatch(
    /None arrived.*\nThe listener refused requests meanwhile:\n  2 with 401: the token was wrong or missing$/,
  );
  await guarded.close();
});

test('a long wait is shown with the nearest notification until it ends', async () => {
  const webhooks = createRunWebhooks(notifications, () => Promise.resolve());
  await addAll([status('sent', 'V1')]);
  const { events, error } = await runner.run(
    `await pm.webhooks.waitFor({ status: 'none' }, { timeout: 100 }).catch(() => 0);
     await pm.webhooks.waitFor({ status: 'read' }, { timeout: 2000 }).catch(() => 0);`,
    { resources: { webhooks } },
  );
  expect(error).toBeUndefined();
  const shown = events.filter(({ type }) => type.startsWith('webhook.'));
  expect(shown).toMatchObject([
    {
      type: 'webhook.waiting',
      wants: '{"status":"read"}',
      totalMs: 2000,
      arrived: 1,
      nearest: expect.stringMatching(/Outgoing status: sent: status is "sent", wanted "read"$/) as string,
      line: 2,
    },
    { type: 'webhook.waited' },
  ]);
  const [waiting] = shown as { leftMs: number }[];
  expect(waiting?.leftMs).toBeGreaterThan(0);
  expect(waiting?.leftMs).toBeLessThanOrEqual(1500);
});

test('a wait that is stopped is no longer shown', async () => {
  const stop = new AbortController();
  const events: string[] = [];
  const webhooks = createRunWebhooks(notifications, () => Promise.resolve());
  const { outcome } = await runner.run('await pm.webhooks.waitFor({ never: true });', {
    resources: { webhooks },
    signal: stop.signal,
    onEvent({ type }) {
      if (!type.startsWith('webhook.')) return;
      events.push(type);
      stop.abort();
    },
  });
  expect(outcome).toBe('stopped');
  expect(events).toEqual(['webhook.waiting', 'webhook.waited']);
});

test('without a listener, a script gets an error', async () => {
  const file = path.join(temporaryFolder('hooks'), 'n.sqlite');
  const silent = createTestNotifications({ file });
  const webhooks = createRunWebhooks(silent, () => Promise.reject(codedError('NotListening', 'The listener is off.')));
  const { error } = await runner.run('await pm.webhooks.waitFor({});', { resources: { webhooks } });
  expect(error?.message).toMatch(/listener is off.*Switch/);
  await silent.close();
});

test('a script has the method, path, query, headers, text, bytes and exact numbers of a notification', async () => {
  const bytes = zlib.gzipSync('{"id":9007199254740993,"price":1.0,"n":2,"a":1,"a":2}');
  const rawHeaders = ['X-Twice', 'one', 'x-twice', 'two', 'Content-Encoding', 'gzip'];
  const received = { receivedAt: new Date(), source: 'http', peer: '' } as const;
  let stored: Promise<unknown> | undefined;
  const { logged, error } = await runner.run(
    `console.log('ready');
     const one = await pm.webhooks.waitFor((body, { method }) => method === 'PUT', { timeout: 20000 });
     console.log(one.method, one.path, JSON.stringify(one.query), one.provider, one.event);
     console.log(one.headers['x-twice'], one.headerList.length, one.headerList[1].name);
     console.log(one.text, one.bytes.length, one.bytes[0]);
     console.log(one.body.n, one.losslessBody.n, one.losslessBody.id.rawJSON, JSON.stringify(one.losslessBody));
     const plain = await pm.webhooks.waitFor((body, { method }) => method === 'POST', { timeout: 20000 });
     console.log(plain.text, plain.bytes.length, plain.losslessBody);`,
    {
      resources: { webhooks: createRunWebhooks(notifications, () => Promise.resolve()) },
      onEvent(event) {
        if (event.type !== 'console' || event.text !== 'ready') return;
        stored = notifications.add([
          { ...received, method: 'PUT', path: '/a?x=1&y=2&x=3', rawHeaders, body: bytes },
          { ...received, method: 'POST', path: '/', rawHeaders: [], body: Buffer.from('grüß') },
        ]);
      },
    },
  );
  // A script sees notifications before they are durable; the store must not be closed until then.
  await stored;
  expect(error).toBeUndefined();
  expect(logged.slice(1)).toEqual([
    'PUT /a?x=1&y=2&x=3 {"x":["1","3"],"y":"2"} null null',
    'one, two 3 x-twice',
    `{"id":9007199254740993,"price":1.0,"n":2,"a":1,"a":2} ${bytes.length} 31`,
    '2 2 9007199254740993 {"id":9007199254740993,"price":1.0,"n":2,"a":2}',
    'grüß 6 grüß',
  ]);
});
