/** Lock files: the calls found in scripts, and running with a lock file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasInterpreter, interpreterEnvironment } from '../../testing/interpreters.ts';
import { createRunner, jarExecuter } from '../../testing/run.ts';
import { authorizeByLock, recordAllowed } from './authorize-by-lock.ts';
import { formatLock, parseLock } from './lock-file.ts';
import { lockScripts } from './lock-scripts.ts';
import { scanScript } from './scan-script.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let runner: ReturnType<typeof createRunner>;
let directory: string;
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
  writeFileSync(path.join(directory, name), text);
};
beforeAll(() => void (runner = createRunner()));
afterAll(() => runner.sandboxes.close());
beforeEach(() => {
  directory = path.join(temporaryFolder('lock'), 'programs');
  mkdirSync(directory);
  write('a.sh', 'echo "$CODE"');
});

const lockOf = async (source: string) => {
  const place = { directory, jarExecuter, env: interpreterEnvironment };
  const { programs, notLocked } = await lockScripts([{ name: 'script.js', source }], place);
  return { text: formatLock(programs), notLocked };
};
const runLocked = (source: string, text: string) =>
  runner.run(source, { directory, authorize: authorizeByLock(parseLock(text, 'lock.yml'), 'lock.yml') });

describe('the scan of a script', () => {
  test('finds literal calls, with constants and with values known only at run time', () => {
    const { calls, computedCalls } = scanScript(
      `const file = 'a.sh';
      await pm.executeAsync(file, [token], { env: { TOKEN: pm.environment.get('x'), LANG: 'C' }, timeout: later });
      const text = pm['execute'](\`b.py\`);`,
    );
    expect(computedCalls).toEqual([]);
    expect(calls).toMatchObject([
      { via: 'executeAsync', line: 2, file: 'a.sh', options: { env: { LANG: 'C' } } },
      { via: 'execute', line: 3, file: 'b.py', options: {} },
    ]);
  });
  test.each([
    ['await pm.executeAsync(name);', 1, 'computed file name'],
    ['\nawait pm.executeAsync(`${name}.sh`);', 2, 'computed file name'],
    ['await pm.executeAsync("a.sh", [], options);', 1, 'computed options'],
    ['await pm.executeAsync(...words);', 1, 'computed arguments'],
    ['const { executeAsync } = pm;', 1, 'another name'],
    ['const run = pm.executeAsync;', 1, 'another name'],
    ['const p = pm; await p.executeAsync("a.sh");', 1, 'another name'],
    ['await pm[name]("a.sh");', 1, 'another name'],
    ['let a = (', 1, 'cannot be read'],
    ['const file = "a.sh"; function f(file) { return pm.execute(file); }', 1, 'computed file name'],
  ])('reports what it cannot determine: %s', (source, line, why) => {
    expect(scanScript(source)).toEqual({
      calls: [],
      computedCalls: [{ line, why: expect.stringContaining(why) as string }],
    });
  });
  const DEPTH = 100_000;
  test.each([
    ['members', `x${'.a'.repeat(DEPTH)}`],
    ['indexes', `x${'[0]'.repeat(DEPTH)}`],
    ['calls in a chain', `f${'()'.repeat(DEPTH)}`],
    ['nested calls', `${'f('.repeat(DEPTH)}${')'.repeat(DEPTH)}`],
    ['parentheses', `${'('.repeat(DEPTH)}1${')'.repeat(DEPTH)}`],
    ['a sum', `1${'+1'.repeat(DEPTH)}`],
    ['negations', `${'!'.repeat(DEPTH)}1`],
    ['templates', `${'`${'.repeat(DEPTH)}1${'}`'.repeat(DEPTH)}`],
    ['a regular expression', `/${'('.repeat(DEPTH)}${')'.repeat(DEPTH)}/`],
    ['a call that cannot be seen', `pm.execute('a.sh'); x${'.a'.repeat(DEPTH)}`],
  ])('reports a script that is nested too deeply: %s', (_name, source) => {
    expect(scanScript(source)).toEqual({
      calls: [],
      computedCalls: [{ line: 1, why: 'cannot be scanned: the script is nested too deeply' }],
    });
  });
  test('an error repeats only the beginning of a name of the script, with invisible characters escaped', () => {
    const name = `a\u200c${'b'.repeat(DEPTH)}`;
    const why = scanScript(`let ${name}; let ${name};`).computedCalls[0]?.why ?? '';
    expect(why).toContain("cannot be read: Identifier 'a\\u{200c}bb");
    expect(why.length).toBeLessThan(300);
  });
  test.each([
    ["await pm.executeAsync('a.sh', [], { command: name });", 'its option "command" is computed'],
    ["await pm.executeAsync('missing.sh');", 'There is no program missing.sh'],
    ["await pm.executeAsync('../a.sh');", 'outside the programs directory'],
  ])('reports calls that cannot be locked: %s', async (source, why) => {
    const { notLocked } = await lockOf(source);
    expect(notLocked).toEqual([expect.stringContaining(why)]);
    expect(notLocked[0]).toMatch(/^script\.js:1 cannot be locked/);
  });
});

test('the file contains no path of this machine, is the same for the same programs, and has one field on a line', async () => {
  const calls = [
    "await pm.executeAsync('a.sh', [], { command: 'dash', env: { CODE: 'x', LATER: y } });",
    "await pm.executeAsync('a.sh');",
  ];
  const { text } = await lockOf(calls.join('\n'));
  expect(text).not.toContain(directory);
  expect(text).toMatch(/- file: a\.sh\n {4}sha256: [0-9a-f]{64}\n/);
  expect(text).toMatch(/ {4}command: dash\n {4}environment:\n {6}CODE: [0-9a-f]{64}\n {6}LATER: any\n/);
  expect((await lockOf(calls.toReversed().join('\n'))).text).toBe(text);
});

test('locked calls run; each difference is refused with its name, at the latest when the program starts', async () => {
  const source = "await pm.executeAsync('a.sh', [], { env: { CODE: 'one' } });";
  const { text } = await lockOf(source);
  expect((await runLocked(source, text)).error).toBeUndefined();
  const refused = async (other: string) => (await runLocked(other, text)).error?.message;
  expect(await refused(source.replace('one', 'two'))).toBe(
    'a.sh is not run: it differs from lock.yml in the variable CODE.',
  );
  expect(await refused("await pm.executeAsync('a.sh');")).toContain('the variable CODE');
  expect(await refused(source.replace('{ env', "{ command: 'dash', env"))).toContain(
    'the command (the default => dash)',
  );
  expect(await refused(source.replace('{ env', "{ cwd: '..', env"))).toContain(
    'the working directory (the default => ..)',
  );
  write('b.sh', '');
  expect(await refused("await pm.executeAsync('b.sh');")).toBe('b.sh is not run: it is not in lock.yml.');
  write('a.sh', 'echo other');
  expect(await refused(source)).toBe('a.sh is not run: it differs from lock.yml in the content.');
});

test('a variable locked without a value may have any value, but must be set', async () => {
  const { text } = await lockOf("await pm.executeAsync('a.sh', [], { env: { CODE: value } });");
  const call = (value: string) => `console.log(await pm.executeAsync('a.sh', [], { env: { CODE: '${value}' } }));`;
  expect((await runLocked(call('one') + call('two'), text)).logged).toEqual(['one', 'two']);
  expect((await runLocked("await pm.executeAsync('a.sh');", text)).error).toMatchObject({ code: 'NotAllowed' });
});

test.runIf(hasInterpreter('go'))('a changed file of a project is named', async () => {
  write('go.mod', 'module example.com/hello\n\ngo 1.18\n');
  write('hello.go', 'package main\n\nfunc main() { println(1) }\n');
  write('text/text.go', 'package text\n');
  const source = "await pm.executeAsync('hello.go');";
  const { text } = await lockOf(source);
  expect(text).toMatch(/ {6}go\.mod: [0-9a-f]{64}\n/);
  write('text/text.go', 'package text\n\nconst X = 1\n');
  expect((await runLocked(source, text)).error?.message).toBe(
    'hello.go is not run: it differs from lock.yml in the file text/text.go.',
  );
});

test('a run records its calls', async () => {
  const { authorize, allowed } = recordAllowed(() => Promise.resolve(true));
  await runner.run("const name = 'a' + '.sh'; await pm.executeAsync(name);", { directory, authorize });
  expect((await runLocked("await pm.executeAsync('a.sh');", formatLock(allowed))).error).toBeUndefined();
});

test.each([
  ['version: 2\nprograms: []\n', 'version'],
  ['version: 1\nprograms:\n  - file: a.sh\n    sha256: x\n', 'sha256'],
  [`version: 1\nprograms:\n  - file: a.sh\n    sha256: '${'0'.repeat(64)}'\n    extra: 1\n`, 'extra'],
])('a damaged file is refused with the place: %#', (text, place) => {
  expect(() => parseLock(text, 'lock.yml')).toThrow(place);
});
