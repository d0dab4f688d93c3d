/** The calls of one script: answered once, counted, and ended with the script. */
import { expect, test } from 'vitest';
import type { GuestApi } from '../../contract/scripts/guest-contract.ts';
import type { GuestReply } from '../../contract/scripts/to-guest.ts';
import { createScriptCalls, MAX_OPEN_CALLS } from './script-calls.ts';

/** A script whose calls of `http.send` are pending until `answer` is called or the script ends. */
function openScript(signal: AbortSignal = new AbortController().signal) {
  const replies: { id: number; reply: GuestReply }[] = [];
  let endedCalls = 0;
  let answer = () => undefined as void;
  const executed: unknown[] = [];
  const calls = createScriptCalls((stop) => {
    const api: GuestApi = {
      'http.send': ({ request }) =>
        new Promise((resolve, reject) => {
          executed.push(request);
          const before = answer;
          answer = () => (before(), resolve({ ok: true, value: 'late' }));
          stop.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
        }),
      'vault.get': () => Promise.reject(Object.assign(new Error('Refused.'), { systemCode: 'ECONNREFUSED' })),
    };
    return { api, end: () => Promise.resolve(void (endedCalls += 1)) };
  }, signal);
  const send = (id: number, method = 'http.send', params: unknown = { request: id }, bytes = 10) =>
    calls.call({ id, method, params }, bytes, {
      reply: (id, reply) => replies.push({ id, reply }),
      replyPiece: () => undefined,
    });
  return { calls, replies, executed, send, answerAll: () => answer(), ended: () => endedCalls };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('an answer after the end of the script is not sent', async () => {
  const { calls, send, replies, executed, answerAll, ended } = openScript();
  expect(send(1)).toBeUndefined();
  await turn();
  const end = calls.end();
  answerAll();
  await end;
  await turn();
  expect({ executed, replies, ended: ended() }).toEqual({ executed: [1], replies: [], ended: 1 });
});

test('the end of the script aborts pending calls and waits for them', async () => {
  const { calls, send, replies } = openScript();
  for (let id = 1; id <= 50; id += 1) send(id);
  await calls.end();
  await turn();
  expect(replies).toEqual([]);
});

test('requests that are under way can be waited for before the end, and no other calls', async () => {
  const { calls, send, executed, answerAll } = openScript();
  await calls.sent();
  send(1);
  send(2);
  await turn();
  let isSent = false;
  const sent = calls.sent().then(() => (isSent = true));
  await turn();
  expect(isSent).toBe(false);
  answerAll();
  await sent;
  expect(executed).toEqual([1, 2]);
  await calls.end();
});

test('after the end nothing is executed', async () => {
  const { calls, send, executed } = openScript();
  await calls.end();
  expect(send(1)).toMatch(/after its script had ended/);
  await expect(calls.callSync({ method: 'http.send', params: { request: 2 } })).resolves.toMatchObject({ ok: false });
  expect(executed).toEqual([]);
});

test.each([
  ['the same', [1, 1]],
  ['a lower one', [5, 4]],
])('an id that is %s is refused before the call is executed', async (_name, ids) => {
  const { calls, send, executed } = openScript();
  const refused = ids.map((id) => send(id));
  expect(refused).toEqual([undefined, expect.stringContaining('second call')]);
  await turn();
  expect(executed).toHaveLength(1);
  await calls.end();
});

test('the number of pending calls is limited; after an answer, calls are executed again', async () => {
  const { calls, send, replies, executed, answerAll } = openScript();
  for (let id = 1; id <= MAX_OPEN_CALLS + 2; id += 1) expect(send(id)).toBeUndefined();
  await turn();
  expect(executed).toHaveLength(MAX_OPEN_CALLS);
  expect(replies).toMatchObject([
    { id: MAX_OPEN_CALLS + 1, reply: { ok: false, error: { code: 'ScriptLimit' } } },
    {
      id: MAX_OPEN_CALLS + 2,
      reply: { ok: false, error: { message: expect.stringMatching(/10000 calls/) as string } },
    },
  ]);
  answerAll();
  await turn();
  send(MAX_OPEN_CALLS + 3);
  await turn();
  expect(executed).toHaveLength(MAX_OPEN_CALLS + 1);
  await calls.end();
});

test('their bytes are limited too', async () => {
  const { calls, send, replies, executed } = openScript();
  const megabytes = 60 * 1024 * 1024;
  for (let id = 1; id <= 5; id += 1) send(id, 'http.send', { request: id }, megabytes);
  await turn();
  expect(executed).toHaveLength(4);
  expect(replies).toMatchObject([{ id: 5, reply: { error: { message: expect.stringMatching(/256 MB/) as string } } }]);
  await calls.end();
});

test('Stop of the run aborts pending calls', async () => {
  const stop = new AbortController();
  const { send, replies } = openScript(stop.signal);
  send(1);
  await turn();
  stop.abort();
  await turn();
  expect(replies).toMatchObject([{ id: 1, reply: { ok: false } }]);
});

test('an error keeps its system error code', async () => {
  const { calls } = openScript();
  const reply = await calls.callSync({ method: 'vault.get', params: { name: 'x' } });
  expect(reply).toMatchObject({
    ok: false,
    error: { code: 'ECONNREFUSED', message: expect.stringMatching(/^Refused/) as string },
  });
});
