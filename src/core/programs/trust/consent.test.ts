import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { ConsentAnswer, ConsentQuestion } from '../../../contract/host-contract.ts';
import { composeCommand } from '../call/compose-command.ts';
import { createAuthorize, type Authorize } from './consent.ts';
import { openTrustStore } from './trust-store.ts';

let directory: string;
let store: string;
let asked: ConsentQuestion[];
const signal = new AbortController().signal;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'outrigger-consent-'));
  store = path.join(directory, 'config', 'trust.json');
  writeFileSync(path.join(directory, 'a.py'), 'print(1)');
  writeFileSync(path.join(directory, 'b.py'), 'print(2)');
  asked = [];
});

async function answering(answer: ConsentAnswer): Promise<Authorize> {
  const trust = await openTrustStore(store, () => undefined);
  return createAuthorize(trust, (question) => {
    asked.push(question);
    return Promise.resolve(answer);
  });
}
function request(file: string, options: { command?: string; env?: Record<string, string | null> } = {}) {
  const program = { directory, file: path.join(directory, file) };
  const composed = composeCommand({ program, args: ['x y'], options, jarExecuter: '/j.jar', environment: {} });
  return { program, composed: { ...composed, executable: `/bin/${composed.argv[0]}` } };
}

test('the question names file, hash, command, folder and variables, and points out the dangerous ones', async () => {
  const authorize = await answering('deny');
  expect(await authorize(request('a.py', { env: { LD_PRELOAD: '/x.so', LANG: 'C', PATH: null } }), signal)).toBe(false);
  expect(asked).toMatchObject([
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
])('after "%s" the same call asks %i time(s) in all, also after a restart', async (answer, times) => {
  expect(await (await answering(answer))(request('a.py'), signal)).toBe(true);
  expect(await (await answering(answer))(request('a.py'), signal)).toBe(true);
  expect(asked).toHaveLength(times);
});

test('changed content asks again where only this content was trusted', async () => {
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
    if (answer === 'always-this-content') expect(asked).toHaveLength(times);
  }
  const before = asked.length;
  writeFileSync(path.join(directory, 'a.py'), 'print("once more")');
  await (
    await answering('deny')
  )(request('a.py'), signal);
  expect(asked).toHaveLength(before); // the file is trusted by now, whatever it holds
});

test('another file asks, unless the whole directory is trusted', async () => {
  await (
    await answering('always-this-file')
  )(request('a.py'), signal);
  await (
    await answering('directory')
  )(request('b.py'), signal);
  expect(asked).toHaveLength(2);
  writeFileSync(path.join(directory, 'c.py'), '');
  await (
    await answering('deny')
  )(request('c.py'), signal);
  expect(asked).toHaveLength(2);
});

test('another command, or a dangerous variable, asks again in spite of trust', async () => {
  await (
    await answering('directory')
  )(request('a.py'), signal);
  const authorize = await answering('deny');
  expect(await authorize(request('a.py', { command: 'rm' }), signal)).toBe(false);
  expect(await authorize(request('a.py', { env: { NODE_OPTIONS: '--require ./x.js' } }), signal)).toBe(false);
  expect(await authorize(request('a.py', { env: { LANG: 'C' } }), signal)).toBe(true);
  expect(asked).toHaveLength(3);
});

test('a damaged store is set aside and named, and trusts nothing', async () => {
  await (
    await answering('directory')
  )(request('a.py'), signal);
  writeFileSync(store, '[{"scope":"everything"}]');
  const notices: string[] = [];
  const trust = await openTrustStore(store, (text) => notices.push(text));
  expect(notices[0]).toMatch(/damaged.*kept as trust\.json\.damaged-/s);
  const subject = { directory, file: path.join(directory, 'a.py'), sha256: '', variant: '' };
  expect(trust.covers(subject)).toBe(false);
});
