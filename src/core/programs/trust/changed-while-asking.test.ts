/** What a question was about is replaced before the answer, or between the answer and the start. */
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ConsentAnswer, ConsentQuestion } from '../../../contract/scripts/programs.ts';
import { createRunner, type RunOptions } from '../../testing/run.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createAuthorize } from './consent.ts';
import { openTrustStore, type TrustStore } from './trust-store.ts';

let runner: ReturnType<typeof createRunner>;
let workspace: string;
let directory: string;
let trust: TrustStore;
let questions: ConsentQuestion[];
const place = (name: string) => path.join(directory, name);
function write(name: string, text: string) {
  mkdirSync(path.dirname(place(name)), { recursive: true });
  writeFileSync(place(name), text, { mode: 0o755 });
}

beforeAll(() => void (runner = createRunner()));
afterAll(() => runner.sandboxes.close());
beforeEach(async () => {
  workspace = temporaryFolder('asking');
  directory = path.join(workspace, 'programs');
  questions = [];
  trust = await openTrustStore(path.join(temporaryFolder('asking-store'), 'trust.json'), () => undefined);
  write('a.sh', 'echo one');
});

/** The person answers after the change. */
function run(source: string, answer: ConsentAnswer, change: () => void, options: RunOptions = {}) {
  const authorize = createAuthorize(trust, (question) => {
    questions.push(question);
    change();
    return Promise.resolve(answer);
  });
  return runner.run(source, { directory, authorize, ...options });
}
const call = (file: string, options = '{}') => `console.log(await pm.executeAsync('${file}', [], ${options}));`;

const changes: Record<
  string,
  { source?: string; prepare?: () => void; change: () => void; env?: Record<string, string> }
> = {
  'the program, by one of the same size and times': {
    change() {
      write('a.sh', 'echo two');
      utimesSync(place('a.sh'), new Date(1e12), new Date(1e12));
    },
    prepare: () => utimesSync(place('a.sh'), new Date(1e12), new Date(1e12)),
  },
  'a large program, by another file of the same size and times': {
    prepare() {
      write('a.sh', `echo one\n#${'x'.repeat(100_000)}`);
      utimesSync(place('a.sh'), new Date(1e12), new Date(1e12));
    },
    change() {
      write('b.sh', `echo two\n#${'x'.repeat(100_000)}`);
      utimesSync(place('b.sh'), new Date(1e12), new Date(1e12));
      renameSync(place('b.sh'), place('a.sh'));
    },
  },
  'the whole folder': {
    change() {
      renameSync(directory, path.join(workspace, 'former'));
      write('a.sh', 'echo two');
    },
  },
  'the whole folder, by a link to another one': {
    change() {
      renameSync(directory, path.join(workspace, 'former'));
      mkdirSync(path.join(workspace, 'other'));
      writeFileSync(path.join(workspace, 'other/a.sh'), 'echo two');
      symlinkSync('other', directory);
    },
  },
  'the working directory, by a link to another one': {
    source: call('a.sh', "{ cwd: 'sub' }"),
    prepare() {
      mkdirSync(place('sub'));
      mkdirSync(place('other'));
    },
    change() {
      rmSync(place('sub'), { recursive: true });
      symlinkSync('other', place('sub'));
    },
  },
  'the command': {
    source: call('a.sh', "{ command: './tool' }"),
    prepare: () => write('tool', '#!/bin/sh\necho one'),
    change: () => write('tool', '#!/bin/sh\necho two'),
  },
  'a file that a variable names': {
    source: call('a.sh', "{ command: 'bash', env: { BASH_ENV: './setup.sh' } }"),
    prepare: () => write('setup.sh', 'echo one'),
    change: () => write('setup.sh', 'echo two'),
  },
};

test.each(
  Object.entries(changes).flatMap(([title, change]) =>
    (['once', 'always-this-content', 'always-this-file', 'directory'] as const).map(
      (answer) => [title, answer, change] as const,
    ),
  ),
)(
  'while the question is open, a change of %s: refused after "%s", and nothing is stored',
  async (_title, answer, replaced) => {
    replaced.prepare?.();
    const { error, of, logged } = await run(replaced.source ?? call('a.sh'), answer, replaced.change);
    expect(error).toMatchObject({ code: 'NotAllowed' });
    expect(error?.message).toContain('was changed after it was allowed');
    expect(logged).toEqual([]);
    expect(of('program.started')).toEqual([]);
    expect(await trust.list()).toEqual([]);
  },
);

test('a file of the directory that changes while the question is open ends "until a file in the directory changes"', async () => {
  write('b.sh', 'echo one');
  const { error } = await run(call('a.sh'), 'directory-content', () => write('b.sh', 'echo two'));
  expect(error?.message).toContain('the programs directory');
});

test('of two calls at once, only the one whose program changes while it is asked about is refused', async () => {
  const twice = `const results = await Promise.allSettled([pm.executeAsync('a.sh'), pm.executeAsync('b.sh')]);
    for (const { value, reason } of results) console.log(value ?? reason.code);`;
  write('b.sh', 'echo b');
  const { logged } = await run(twice, 'always-this-content', () => {
    if (questions.at(-1)?.file === place('b.sh')) write('b.sh', 'echo other');
  });
  expect(logged).toEqual(['one', 'NotAllowed']);
  expect(questions).toHaveLength(2);
});

test.each(['once', 'always-this-content', 'directory'] as const)(
  'a file that a variable names is replaced while the call waits for its turn: refused after "%s"',
  async (answer) => {
    write('setup.sh', 'echo one');
    const queue = pLimit(1);
    const isFull = Promise.withResolvers<undefined>();
    void queue(() => isFull.promise);
    const ended = run(call('a.sh', "{ command: 'bash', env: { BASH_ENV: './setup.sh' } }"), answer, () => undefined, {
      inTurn: queue,
    });
    await expect.poll(() => queue.pendingCount).toBe(1);
    write('setup.sh', 'echo two');
    isFull.resolve(undefined);
    const { error, of } = await ended;
    expect(error?.message).toContain('a.sh was changed after it was allowed: the file setup.sh.');
    expect(of('program.started')).toEqual([]);
  },
);

test('a permission of one workspace is not valid in another one with the same relative path and content', async () => {
  await run(call('a.sh'), 'always-this-file', () => undefined);
  workspace = temporaryFolder('asking');
  directory = path.join(workspace, 'programs');
  write('a.sh', 'echo one');
  const { error } = await run(call('a.sh'), 'deny', () => undefined);
  expect(error).toMatchObject({ code: 'NotAllowed' });
  expect(questions).toHaveLength(2);
});

test('an answer that comes after the run was stopped allows and stores nothing', async () => {
  const stop = new AbortController();
  const late = Promise.withResolvers<ConsentAnswer>();
  const authorize = createAuthorize(trust, () => {
    stop.abort();
    return late.promise;
  });
  const { of } = await runner.run(call('a.sh'), { directory, authorize, signal: stop.signal });
  late.resolve('directory');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(of('program.started')).toEqual([]);
  expect(await trust.list()).toEqual([]);
});
