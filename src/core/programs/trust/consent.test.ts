import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConsentAnswer, ConsentQuestion } from '../../../contract/scripts/programs.ts';
import { composeCommand } from '../call/compose-command.ts';
import { createAuthorize, type AskConsent, type Authorize } from './consent.ts';
import { openTrustStore } from './trust-store.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let directory: string;
let store: string;
let questions: ConsentQuestion[];
const signal = new AbortController().signal;

beforeEach(() => {
  directory = temporaryFolder('consent');
  store = path.join(directory, 'config', 'trust.json');
  writeFileSync(path.join(directory, 'a.py'), 'print(1)');
  writeFileSync(path.join(directory, 'b.py'), 'print(2)');
  questions = [];
});

async function answering(answer: ConsentAnswer): Promise<(...call: Parameters<Authorize>) => Promise<boolean>> {
  const trust = await openTrustStore(store, () => undefined);
  return isAllowed(
    createAuthorize(trust, (question) => {
      questions.push(question);
      return Promise.resolve(answer);
    }),
  );
}
/** Whether a call that starts at once is allowed. */
const isAllowed =
  (authorize: Authorize) =>
  async (...call: Parameters<Authorize>) => {
    const permission = await authorize(...call);
    if (typeof permission === 'function') await permission();
    return permission !== false;
  };
function request(
  file: string,
  { runId = 'r1', ...options }: { command?: string; env?: Record<string, string | null>; runId?: string } = {},
) {
  const program = { directory, file: path.join(directory, file) };
  const composed = composeCommand({ program, args: ['x y'], options, jarExecuter: '/j.jar', environment: {} });
  const caller = { runId, script: 'a.js', request: [], kind: 'script' as const };
  return { program, composed: { ...composed, executable: `/bin/${composed.argv[0]}`, environment: {} }, caller };
}

test('the question about a program that was allowed with another content says that it has changed', async () => {
  const authorize = await answering('always-this-content');
  await authorize(request('a.py'), signal);
  writeFileSync(path.join(directory, 'a.py'), 'print(2)');
  await authorize(request('b.py'), signal);
  await authorize(request('a.py'), signal);
  await authorize(request('a.py', { env: { A: 'b' } }), signal);
  expect(questions.map(({ changed }) => changed)).toEqual([undefined, undefined, 'file', undefined]);
});

test('after a directory was allowed until a file of it changes, the question and the list say that one has', async () => {
  // Outside of the directory, which must not change.
  store = path.join(temporaryFolder('consent-store'), 'trust.json');
  const authorize = await answering('directory-content');
  const list = async () => (await (await openTrustStore(store, () => undefined)).list()).map(({ changed }) => changed);
  await authorize(request('a.py'), signal);
  expect(await list()).toEqual([false]);
  writeFileSync(path.join(directory, 'b.py'), 'print(3)');
  expect(await list()).toEqual([true]);
  await (
    await answering('deny')
  )(request('a.py'), signal);
  writeFileSync(path.join(directory, 'b.py'), 'print(2)');
  expect(await list()).toEqual([false]);
  expect(questions.map(({ changed }) => changed)).toEqual([undefined, 'directory']);
});

test('the question contains file, hash, command, folder and variables, and highlights dangerous variables', async () => {
  const authorize = await answering('deny');
  expect(await authorize(request('a.py', { env: { LD_PRELOAD: '/x.so', LANG: 'C', PATH: null } }), signal)).toBe(false);
  expect(questions).toMatchObject([
    {
      file: path.join(directory, 'a.py'),
      sha256: createHash('sha256').update('print(1)').digest('hex'),
      command: "env -u PATH LD_PRELOAD=/x.so LANG=C python a.py 'x y'",
      cwd: directory,
      environment: [
        { name: 'LD_PRELOAD', value: '/x.so', dangerous: true },
        { name: 'LANG', value: 'C', dangerous: false },
        { name: 'PATH', value: '(removed)', dangerous: true },
      ],
    },
  ]);
});

test.each<[ConsentAnswer, number]>([
  ['once', 2],
  ['always-this-content', 1],
  ['always-this-file', 1],
  ['directory', 1],
])('after "%s" the same call asks %i time(s) in total, also after a restart', async (answer, times) => {
  expect(await (await answering(answer))(request('a.py'), signal)).toBe(true);
  expect(await (await answering(answer))(request('a.py'), signal)).toBe(true);
  expect(questions).toHaveLength(times);
});

test('changed content asks again if only the former content was trusted', async () => {
  for (const [answer, times] of [
    ['always-this-content', 2],
    ['always-this-file', 3],
  ] as const) {
    await (
      await answering(answer)
    )(request('a.py'), signal);
    writeFileSync(path.join(directory, 'a.py'), `print("${answer}")`);
    await (
      await answering(answer)
    )(request('a.py'), signal);
    if (answer === 'always-this-content') expect(questions).toHaveLength(times);
  }
  const before = questions.length;
  writeFileSync(path.join(directory, 'a.py'), 'print("once more")');
  await (
    await answering('deny')
  )(request('a.py'), signal);
  expect(questions).toHaveLength(before); // The file is trusted by now, with any content.
});

test('another file asks, unless the whole directory is trusted', async () => {
  await (
    await answering('always-this-file')
  )(request('a.py'), signal);
  await (
    await answering('directory')
  )(request('b.py'), signal);
  expect(questions).toHaveLength(2);
  writeFileSync(path.join(directory, 'c.py'), '');
  await (
    await answering('deny')
  )(request('c.py'), signal);
  expect(questions).toHaveLength(2);
});

test('another command, or a variable, asks again despite trust', async () => {
  await (
    await answering('directory')
  )(request('a.py'), signal);
  const authorize = await answering('deny');
  expect(await authorize(request('a.py', { command: 'rm' }), signal)).toBe(false);
  expect(await authorize(request('a.py', { env: { NODE_OPTIONS: '--require ./x.js' } }), signal)).toBe(false);
  expect(await authorize(request('a.py', { env: { LANG: 'C' } }), signal)).toBe(true);
  expect(questions).toHaveLength(3);
});

test('a damaged store is set aside and reported, and trusts nothing', async () => {
  await (
    await answering('directory')
  )(request('a.py'), signal);
  writeFileSync(store, '[{"scope":"everything"}]');
  const notices: string[] = [];
  const trust = await openTrustStore(store, (text) => notices.push(text));
  expect(notices[0]).toMatch(/damaged.*kept as trust\.json\.damaged-/s);
  const subject = { directory, file: path.join(directory, 'a.py'), sha256: '', variant: '' };
  expect(await trust.covers(subject)).toBe(false);
});

describe('concurrent calls', () => {
  interface PendingQuestion {
    question: ConsentQuestion;
    answer: (answer: ConsentAnswer) => void;
    withdrawn: boolean;
  }
  let pending: PendingQuestion[];
  async function asking() {
    pending = [];
    const trust = await openTrustStore(store, () => undefined);
    const ask: AskConsent = (question, stop) => {
      const answer = Promise.withResolvers<ConsentAnswer>();
      const pendingQuestion: PendingQuestion = { question, answer: answer.resolve, withdrawn: false };
      stop.addEventListener('abort', () => {
        pendingQuestion.withdrawn = true;
        answer.reject(stop.reason as Error);
      });
      pending.push(pendingQuestion);
      return answer.promise;
    };
    return { authorize: isAllowed(createAuthorize(trust, ask)), trust };
  }

  test('that are equal share one question, and add one entry', async () => {
    const { authorize, trust } = await asking();
    const calls = Array.from({ length: 20 }, () => authorize(request('a.py'), signal));
    await vi.waitFor(() => expect(pending).toHaveLength(1));
    pending[0]?.answer('always-this-file');
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 20 }, () => true));
    expect(pending).toHaveLength(1);
    expect(await trust.list()).toHaveLength(1);
    await trust.add({ scope: 'file', file: path.join(directory, 'a.py'), variant: '' });
    expect(await trust.list()).toHaveLength(1);
  });

  test('of other programs are answered by an answer that covers them, and only those', async () => {
    const { authorize } = await asking();
    const [a, b, other] = [
      authorize(request('a.py'), signal),
      authorize(request('b.py'), signal),
      authorize(request('b.py', { command: 'sh' }), signal),
    ];
    await vi.waitFor(() => expect(pending).toHaveLength(3));
    pending.find(({ question }) => question.file.endsWith('a.py'))?.answer('directory');
    expect(await Promise.all([a, b])).toEqual([true, true]);
    expect(pending.map(({ question, withdrawn }) => [question.command.split(' ')[0], withdrawn])).toContainEqual([
      'sh',
      false,
    ]);
    pending.find(({ question }) => question.command.startsWith('sh'))?.answer('deny');
    expect(await other).toBe(false);
  });

  test('of two runs each have a question that names its run, and the answer to one leaves the other open', async () => {
    const { authorize } = await asking();
    const stop = new AbortController();
    const stopped = authorize(request('a.py'), stop.signal);
    const other = authorize(request('a.py', { runId: 'r2' }), signal);
    await vi.waitFor(() => expect(pending.map(({ question }) => question.caller.runId)).toEqual(['r1', 'r2']));
    stop.abort();
    await expect(stopped).rejects.toThrow();
    expect(pending.map(({ withdrawn }) => withdrawn)).toEqual([true, false]);
    pending[1]?.answer('once');
    expect(await other).toBe(true);
  });

  test('share a question that stays open as long as one of them waits', async () => {
    const { authorize } = await asking();
    const stops = [new AbortController(), new AbortController()];
    const calls = stops.map((stop) => authorize(request('a.py'), stop.signal));
    await vi.waitFor(() => expect(pending).toHaveLength(1));
    stops[0]?.abort();
    await expect(calls[0]).rejects.toThrow();
    expect(pending[0]?.withdrawn).toBe(false);
    stops[1]?.abort();
    await expect(calls[1]).rejects.toThrow();
    expect(pending[0]?.withdrawn).toBe(true);
  });
});
