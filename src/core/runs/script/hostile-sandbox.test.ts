/** The host and a sandbox process that was taken over during a run. */
import { createServer } from 'node:http';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { GuestApi } from '../../../contract/scripts/guest-contract.ts';
import { MAX_OUTPUT_BYTES } from '../../../contract/scripts/guest-operations.ts';
import { loneContext } from '../../../contract/scripts/script-context.ts';
import { startHostileSandbox } from '../../testing/hostile-sandbox.ts';
import { listen } from '../../testing/listen.ts';
import { createRunner } from '../../testing/run.ts';
import type { SandboxProcess } from '../../sandbox-process/sandbox-process.ts';
import { executeScript } from './execute-script.ts';
import { createBodies } from '../../guest/bodies.ts';
import { createScriptCalls } from '../../guest/script-calls.ts';
import { runInSandbox, type SandboxOutcome } from './run-in-sandbox.ts';

const runner = createRunner();
afterAll(() => runner.sandboxes.close());

const started: SandboxProcess[] = [];
afterEach(async () => {
  for (const sandboxProcess of started.splice(0)) {
    sandboxProcess.kill('the test is over');
    await sandboxProcess.gone;
  }
});

/** Runs a script in a process that responds with `body`, in which `run` is the number of the run. */
async function run(
  body: string,
  options: { signal?: AbortSignal; source?: string; api?: GuestApi } = {},
): Promise<{ outcome: SandboxOutcome; events: number; overflows: number; sandboxProcess: SandboxProcess }> {
  const sandboxProcess = startHostileSandbox(`
    listen();
    onText = (text) => { if (text.startsWith('{"t":"run"')) { const run = JSON.parse(text).run; start(run); } else reply(text); };
    let reply = () => {};
    const start = (run) => { ${body} };
    send('{"t":"ready","broken":[]}');
    setInterval(() => {}, 1000);`);
  started.push(sandboxProcess);
  await sandboxProcess.ready();
  let [events, overflows] = [0, 0];
  const signal = options.signal ?? new AbortController().signal;
  const outcome = await runInSandbox(
    sandboxProcess,
    {
      name: 'script.js',
      source: options.source ?? '1',
      context: loneContext(),
      onEvent: () => (events += 1),
      onOverflow: () => (overflows += 1),
      calls: createScriptCalls(() => ({ api: options.api ?? {}, end: () => Promise.resolve() }), signal),
    },
    signal,
  );
  return { outcome, events, overflows, sandboxProcess };
}
const done = "send(JSON.stringify({ t: 'done', run, scopes: {} }));";

test.each([
  [
    'speaks for another run',
    "send(JSON.stringify({ t: 'console', run: run + 1, level: 'log', text: 'x' }));",
    /does not run in it/,
  ],
  ['ends another run', "send(JSON.stringify({ t: 'done', run: run - 1, scopes: {} }));", /does not run in it/],
  [
    'calls for another run',
    "sync(JSON.stringify({ run: run + 1, method: 'scopes.all', params: { scope: 'globals' } }));",
    /does not run in it/,
  ],
  ['sends what is not a frame in the middle', "send('{');", /not a message/],
  ['announces a gigabyte', 'raw(0, 0, 0, 64);', /1073741824 bytes/],
  ['announces a gigabyte on the other line', 'fs.writeSync(4, Buffer.from([0, 0, 0, 64]));', /1073741824 bytes/],
  [
    'changes scopes that do not exist',
    "send(JSON.stringify({ t: 'done', run, scopes: { admin: { unset: [], set: {} } } }));",
    /not a message/,
  ],
  [
    'logs what is not a value',
    "send(JSON.stringify({ t: 'console', run, level: 'log', values: [{ type: 'object', text: '', entries: [{ value: { type: 'evil', text: '' } }] }] }));",
    /not a message/,
  ],
  [
    'logs a value of endless depth',
    "let v = { type: 'object', text: '' }; for (let i = 0; i < 5000; i++) v = { type: 'object', text: '', entries: [{ value: v }] }; send(JSON.stringify({ t: 'console', run, level: 'log', values: [v] }));",
    /not a message/,
  ],
])('a process that %s is ended', async (_name, body, reason) => {
  const { outcome } = await run(body);
  expect(outcome).toMatchObject({ ended: 'crashed', reason: expect.stringMatching(reason) as string });
});

test('calls of unknown methods, or with invalid values, are answered and execute nothing', async () => {
  const unexpectedCalls: unknown[] = [];
  const { outcome } = await run(
    `let answers = [];
     reply = (text) => { answers.push(text); if (answers.length === 3) send(JSON.stringify({ t: 'done', run, scopes: {}, nextRequest: answers.join('|') })); };
     send(JSON.stringify({ t: 'call', run, id: 1, method: 'constructor', params: {} }));
     send(JSON.stringify({ t: 'call', run, id: 2, method: 'files.read', params: { path: 7 } }));
     send(JSON.stringify({ t: 'call', run, id: 3, method: 'vault.get', params: { name: 'x' } }));`,
    {
      api: {
        'files.read': (params) => {
          unexpectedCalls.push(params);
          return Promise.resolve({ ok: true, value: '' });
        },
      },
    },
  );
  const answers = outcome.ended === 'done' ? (outcome.nextRequest ?? '') : '';
  expect(answers).toMatch(/ 1 -.*constructor.*\|=\d+ 2 -.*files\.read.*\|=\d+ 3 -.*not available/);
  expect(unexpectedCalls).toEqual([]);
});

test('console output is limited in bytes, which is reported once', async () => {
  const line = `JSON.stringify({ t: 'console', run, level: 'log', text: 'x'.repeat(190_000) })`;
  const { outcome, events, overflows } = await run(`for (let i = 0; i < 200; i++) send(${line}); ${done}`);
  expect({ ended: outcome.ended, overflows }).toEqual({ ended: 'done', overflows: 1 });
  expect(events).toBe(Math.floor(MAX_OUTPUT_BYTES / (190_000 + 100)));
});

test.each([
  ['small', "'x'", 100_100, 100_000, /more than 100000 tests/],
  ['large', "'x'.repeat(1e6)", 100, 67, /more than 64 MB of test results/],
])(
  'too many results of %s tests end the script, and none of the earlier ones is lost',
  async (_name, name, sent, expected, reason) => {
    const { outcome, events } = await run(
      `for (let i = 0; i < ${sent}; i++) send(JSON.stringify({ t: 'test', run, name: ${name}, state: 'passed' })); ${done}`,
    );
    expect(outcome).toMatchObject({ ended: 'crashed', reason: expect.stringMatching(reason) as string });
    expect(events).toBe(expected);
  },
  30_000,
);

/** A call that a server counts, to see whether it was executed. */
async function countedCall(): Promise<{ params: string; executed: () => number; close: () => void }> {
  let received = 0;
  const server = createServer((_request, response) => response.end(String(++received)));
  const port = await listen(server);
  const params = JSON.stringify({ request: { url: `http://127.0.0.1:${port}/`, method: 'GET' } });
  return { params, executed: () => received, close: () => server.close() };
}

test.each([
  ['a call of another run', 'call(run + 1, 1)', 0, /does not run in it/],
  ['a synchronous call of another run', "syncCall(run + 1, 'http.send', params)", 0, /does not run in it/],
  ['a call in the same write as the end of its script', 'end(run); call(run, 1)', 0, /does not run in it/],
  ['a call after the end of its script', 'end(run); setTimeout(() => call(run, 1), 50)', 0, /does not run in it/],
  [
    'a synchronous call after the end of its script',
    "end(run); setTimeout(() => syncCall(run, 'http.send', params), 50)",
    0,
    /does not run in it/,
  ],
  ['a line for the console after the end of its script', 'end(run); log(run)', 0, /does not run in it/],
  ['a second end', 'end(run); end(run)', 0, /does not run in it/],
  ['an id twice, at once', 'call(run, 1); call(run, 1)', 1, /number 1 for a second call/],
  [
    'an id twice, after its answer',
    'reply = () => { reply = () => {}; call(run, 1); }; call(run, 1)',
    1,
    /number 1 for a second call/,
  ],
  ['an id below the last', 'call(run, 7); call(run, 6)', 1, /number 6 for a second call/],
  [
    'two synchronous calls at once',
    "const twice = frame(JSON.stringify({ run, method: 'http.send', params })); fs.writeSync(4, Buffer.concat([twice, twice]))",
    1,
    /before it had its answer/,
  ],
  [
    'a call behind one that ended the process',
    "sendAll([{ t: 'console', run: run + 1, level: 'log', text: '' }, callFrame(run, 1)])",
    0,
    /does not run in it/,
  ],
])('%s ends the process before it is executed', async (_name, body, executed, reason) => {
  const counted = await countedCall();
  const sandboxProcess = startHostileSandbox(`
    const params = ${counted.params};
    const callFrame = (run, id) => ({ t: 'call', run, id, method: 'http.send', params });
    const call = (run, id) => send(JSON.stringify(callFrame(run, id)));
    const syncCall = (run, method, params) => sync(JSON.stringify({ run, method, params }));
    const end = (run) => send(JSON.stringify({ t: 'done', run, scopes: {} }));
    const log = (run) => send(JSON.stringify({ t: 'console', run, level: 'log', text: 'x' }));
    const sendAll = (frames) => line.write(Buffer.concat(frames.map((one) => frame(JSON.stringify(one)))));
    let reply = () => {};
    listen();
    onText = (text) => { if (text.startsWith('{"t":"run"')) { const { run } = JSON.parse(text); ${body}; } else reply(text); };
    send('{"t":"ready","broken":[]}');
    setInterval(() => {}, 1000);`);
  started.push(sandboxProcess);
  await sandboxProcess.ready();
  const sandboxes = {
    take: () => Promise.resolve(sandboxProcess),
    giveBack: () => undefined,
    lendTurn: () => () => undefined,
    close: () => Promise.resolve(),
  };
  await executeScript(
    { name: 'script.js', source: '1', context: loneContext(), bodies: createBodies() },
    { ...runner.dependencies({}), sandboxes },
    { emit: () => undefined, nextCallId: () => 1 },
    new AbortController().signal,
  );
  await expect(sandboxProcess.gone).resolves.toMatch(reason);
  expect(counted.executed()).toBeLessThanOrEqual(executed);
  counted.close();
});

test('a process that stops reading is ended by Stop', async () => {
  const stop = new AbortController();
  const sandboxProcess = startHostileSandbox(`send('{"t":"ready","broken":[]}'); setInterval(() => {}, 1000);`);
  started.push(sandboxProcess);
  await sandboxProcess.ready();
  const calls = createScriptCalls(() => ({ api: {}, end: () => Promise.resolve() }), stop.signal);
  const job = { name: 'x', source: 'x'.repeat(40 * 1024 * 1024), context: loneContext(), calls };
  const running = runInSandbox(
    sandboxProcess,
    { ...job, onEvent: () => undefined, onOverflow: () => undefined },
    stop.signal,
  );
  // The process has been sent more than the pipe holds.
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  expect(await running).toEqual({ ended: 'stopped' });
  await expect(sandboxProcess.gone).resolves.toMatch(/stopped/);
});

test('a process that ends during a script is a crash with its reason', async () => {
  const { outcome } = await run('process.reallyExit(7);');
  expect(outcome).toMatchObject({ ended: 'crashed', reason: expect.stringContaining('exit code 7') as string });
});
