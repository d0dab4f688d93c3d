/** The host against a sandbox process that was taken over, in the middle of a run. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { GuestApi } from '../../contract/guest-contract.ts';
import { loneContext } from '../../contract/script-context.ts';
import { startHostileSlot } from '../testing/hostile-slot.ts';
import { createRunner } from '../testing/run.ts';
import type { Slot } from '../sandbox-process/slot.ts';
import { executeScript } from './execute-script.ts';
import { createBodies } from '../guest/guest-api.ts';
import { runInSlot, type SlotOutcome } from './run-in-slot.ts';

const runner = createRunner();
afterAll(() => runner.slots.close());

const started: Slot[] = [];
afterEach(async () => {
  for (const slot of started.splice(0)) {
    slot.kill('the test is over');
    await slot.gone;
  }
});

/** Runs a script in a process that answers with `body`, in which `run` is the number of the run. */
async function run(
  body: string,
  options: { signal?: AbortSignal; source?: string; api?: GuestApi } = {},
): Promise<{ outcome: SlotOutcome; events: number; overflows: number; slot: Slot }> {
  const slot = startHostileSlot(`
    listen();
    onText = (text) => { if (text.startsWith('{"t":"run"')) { const run = JSON.parse(text).run; start(run); } else reply(text); };
    let reply = () => {};
    const start = (run) => { ${body} };
    send('{"t":"ready","broken":[]}');
    setInterval(() => {}, 1000);`);
  started.push(slot);
  await slot.ready();
  let [events, overflows] = [0, 0];
  const outcome = await runInSlot(
    slot,
    {
      name: 'script.js',
      source: options.source ?? '1',
      context: loneContext(),
      onEvent: () => (events += 1),
      onOverflow: () => (overflows += 1),
      api: () => options.api ?? {},
    },
    options.signal ?? new AbortController().signal,
  );
  return { outcome, events, overflows, slot };
}
const done = "send(JSON.stringify({ t: 'done', run, scopes: {} }));";

test.each([
  [
    'speaks for another run',
    "send(JSON.stringify({ t: 'console', run: run + 1, level: 'log', text: 'x' }));",
    /not its own/,
  ],
  ['ends another run', "send(JSON.stringify({ t: 'done', run: run - 1, scopes: {} }));", /not its own/],
  [
    'calls for another run',
    "sync(JSON.stringify({ run: run + 1, method: 'scopes.all', params: { scope: 'globals' } }));",
    /not its own/,
  ],
  ['sends what is no frame in the middle', "send('{');", /no message/],
  ['announces a gigabyte', 'raw(0, 0, 0, 64);', /1073741824 bytes/],
  ['announces a gigabyte on the other line', 'fs.writeSync(4, Buffer.from([0, 0, 0, 64]));', /1073741824 bytes/],
  [
    'changes scopes that do not exist',
    "send(JSON.stringify({ t: 'done', run, scopes: { admin: { unset: [], set: {} } } }));",
    /no message/,
  ],
  [
    'logs what is no value',
    "send(JSON.stringify({ t: 'console', run, level: 'log', values: [{ type: 'object', text: '', entries: [{ value: { type: 'evil', text: '' } }] }] }));",
    /no message/,
  ],
  [
    'logs a value of endless depth',
    "let v = { type: 'object', text: '' }; for (let i = 0; i < 5000; i++) v = { type: 'object', text: '', entries: [{ value: v }] }; send(JSON.stringify({ t: 'console', run, level: 'log', values: [v] }));",
    /no message/,
  ],
])('one that %s is ended', async (_name, body, reason) => {
  const { outcome } = await run(body);
  expect(outcome).toMatchObject({ ended: 'crashed', reason: expect.stringMatching(reason) as string });
});

test('calls that do not exist, or with wrong values, are answered and reach nothing', async () => {
  const asked: unknown[] = [];
  const { outcome } = await run(
    `let answers = [];
     reply = (text) => { answers.push(text); if (answers.length === 3) send(JSON.stringify({ t: 'done', run, scopes: {}, nextRequest: answers.join('|') })); };
     send(JSON.stringify({ t: 'call', run, id: 1, method: 'constructor', params: {} }));
     send(JSON.stringify({ t: 'call', run, id: 2, method: 'files.read', params: { path: 7 } }));
     send(JSON.stringify({ t: 'call', run, id: 3, method: 'vault.get', params: { name: 'x' } }));`,
    {
      api: {
        'files.read': (params) => {
          asked.push(params);
          return Promise.resolve({ ok: true, value: '' });
        },
      },
    },
  );
  const answers = outcome.ended === 'done' ? (outcome.nextRequest ?? '') : '';
  expect(answers).toMatch(/=1 -.*constructor.*\|=2 -.*files\.read.*\|=3 -.*not available/);
  expect(asked).toEqual([]);
});

test('a hundred thousand events are passed on, and not one more', async () => {
  const { outcome, events, overflows } = await run(
    `for (let i = 0; i < 100500; i++) send(JSON.stringify({ t: 'console', run, level: 'log', text: 'x' })); ${done}`,
  );
  expect({ ended: outcome.ended, events, overflows }).toEqual({ ended: 'done', events: 100_000, overflows: 1 });
}, 30_000);

test('a call after the end of the script reaches nothing', async () => {
  let asked = 0;
  const server = createServer((_request, response) => response.end(String(++asked))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = JSON.stringify({ url: `http://127.0.0.1:${port}/`, method: 'GET' });
  const slot = startHostileSlot(`
    listen();
    const call = (run, id) => send(JSON.stringify({ t: 'call', run, id, method: 'http.send', params: { request: ${request} } }));
    let ran = 0;
    onText = (text) => {
      if (text.startsWith('{"t":"run"')) {
        ran = JSON.parse(text).run;
        send(JSON.stringify({ t: 'done', run: ran, scopes: {} }));
        setTimeout(() => call(ran, 1), 100);
      } else send(JSON.stringify({ t: 'console', run: ran, level: 'log', text }));
    };
    send('{"t":"ready","broken":[]}');
    setInterval(() => {}, 1000);`);
  started.push(slot);
  await slot.ready();
  const answered = Promise.withResolvers<string>();
  const slots = { take: () => Promise.resolve(slot), giveBack: () => undefined, close: () => Promise.resolve() };
  const { outcome } = await executeScript(
    { name: 'script.js', source: '1', context: loneContext(), bodies: createBodies() },
    { ...runner.dependencies({}), slots },
    {
      emit: (event) => event.type === 'console' && answered.resolve(event.text),
      nextCallId: () => 1,
    },
    new AbortController().signal,
  );
  expect(outcome).toBe('passed');
  expect(await answered.promise).toMatch(/^=1 -/);
  expect(asked).toBe(0);
  server.close();
});

test('one that stops reading is ended by Stop', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 300);
  const slot = startHostileSlot(`send('{"t":"ready","broken":[]}'); setInterval(() => {}, 1000);`);
  started.push(slot);
  await slot.ready();
  const job = { name: 'x', source: 'x'.repeat(40 * 1024 * 1024), context: loneContext(), api: () => ({}) };
  const outcome = await runInSlot(slot, { ...job, onEvent: () => undefined, onOverflow: () => undefined }, stop.signal);
  expect(outcome).toEqual({ ended: 'stopped' });
  await expect(slot.gone).resolves.toMatch(/stopped/);
});

test('one that ends in the middle is a crash with its reason', async () => {
  const { outcome } = await run('process.reallyExit(7);');
  expect(outcome).toMatchObject({ ended: 'crashed', reason: expect.stringContaining('exit code 7') as string });
});
