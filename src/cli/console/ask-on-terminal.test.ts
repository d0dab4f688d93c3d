/** Questions on a real pseudo terminal. Python's `pty` runs between this test and the process that asks. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasInterpreter } from '../../core/testing/interpreters.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';

const module = pathToFileURL(path.join(import.meta.dirname, 'ask-on-terminal.ts')).href;
const ending: (() => void)[] = [];
afterEach(() => ending.splice(0).forEach((end) => end()));

/** Runs code that may call `ask(name, signal?)`, which prints `name=answer` after the answer. */
function onTerminal(code: string) {
  const file = path.join(temporaryFolder('ask'), 'ask.mjs');
  writeFileSync(
    file,
    `import { askOnTerminal } from ${JSON.stringify(module)};
    const ask = (name, signal = new AbortController().signal, more = {}) =>
      askOnTerminal({ id: name, caller: { runId: 'r', script: 'a.js', request: ['Shop', 'Order'], kind: 'pre-request' }, file: name, sha256: 'f00', command: 'sh ' + name, cwd: '/w', directory: '/w', environment: [], additions: [], sources: { count: 0, names: [] }, directoryContent: { sha256: 'f00', files: 1 }, ...more }, signal)
        .then((answer) => console.log(name + '=' + answer), (error) => console.log(name + '=' + error.name));
    process.on('SIGINT', () => console.log('interrupted'));
    console.log('begun');
    ${code}
    console.log('ended');`,
  );
  const child = spawn('python3', ['-c', `import pty,sys; pty.spawn(sys.argv[1:])`, process.execPath, file]);
  ending.push(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    type: (text: string) => void child.stdin.write(text),
    output: () => output,
    shows: (text: string) => vi.waitFor(() => expect(output).toContain(text), { timeout: 10_000, interval: 10 }),
  };
}
const questionsIn = (output: string) => output.split('A script wants to run').length - 1;

describe.runIf(hasInterpreter('python3') && process.platform !== 'win32')('on a terminal', () => {
  test('a question says when the program has changed since it was allowed', async () => {
    const { type, shows } = onTerminal("await ask('a.sh', undefined, { changed: 'file' });");
    await shows('A script wants to run a program that has changed since you allowed it:');
    await shows('  script   Shop / Order (pre-request script)');
    await shows('[o/c/f/d/u/n] ');
    type('n\n');
    await shows('a.sh=deny');
  });
  test('concurrent questions are shown and answered one after another', async () => {
    const { type, shows, output } = onTerminal("await Promise.all([ask('a.sh'), ask('b.sh'), ask('c.sh')]);");
    await shows('sh a.sh');
    await shows('[o/c/f/d/u/n] ');
    expect(questionsIn(output())).toBe(1);
    // More than one answer at once: the rest was typed before the next question was printed.
    type('o\no\no\n');
    await shows('a.sh=once');
    await shows('sh b.sh');
    await vi.waitFor(() => expect(output().split('[o/c/f/d/u/n] ')).toHaveLength(3));
    expect(output()).not.toContain('b.sh=');
    type('n\n');
    await shows('b.sh=deny');
    await vi.waitFor(() => expect(output().split('[o/c/f/d/u/n] ')).toHaveLength(4));
    type('d\n');
    await shows('c.sh=directory');
    await shows('ended');
  });

  test('input typed before a question was printed does not answer it, whether whole lines or part of one', async () => {
    const { type, shows, output } = onTerminal(
      "await new Promise((resolve) => { process.stdin.once('data', resolve); }); process.stdin.pause(); console.log('typed'); await ask('a.sh');",
    );
    await shows('begun');
    type('first\no\no');
    await shows('[o/c/f/d/u/n] ');
    type('\n');
    await vi.waitFor(() => expect(output().split('[o/c/f/d/u/n] ')).toHaveLength(3));
    expect(output()).not.toContain('a.sh=');
    type('f\n');
    await shows('a.sh=always-this-file');
  });

  test('a stopped run withdraws its questions, the visible one and the waiting ones', async () => {
    const { type, shows, output } = onTerminal(
      `const stop = new AbortController();
       process.on('SIGINT', () => stop.abort());
       await Promise.all([ask('a.sh', stop.signal), ask('b.sh', stop.signal), ask('c.sh')]);`,
    );
    await shows('[o/c/f/d/u/n] ');
    type('\x03');
    await shows('a.sh=AbortError');
    await shows('b.sh=AbortError');
    await shows('sh c.sh');
    expect(output()).not.toContain('sh b.sh');
    await vi.waitFor(() => expect(output().split('[o/c/f/d/u/n] ')).toHaveLength(3));
    type('o\n');
    await shows('c.sh=once');
  });

  test('a program that cannot be trusted permanently is allowed for this call only', async () => {
    const { type, shows, output } = onTerminal(
      `await ask('a.rs', undefined, { onceOnly: 'x is a link', sources: { count: 9, names: ['Cargo.toml'] } });`,
    );
    await shows('[o/n] ');
    expect(output()).toContain('only once x is a link');
    expect(output()).toContain('with     9 files: Cargo.toml …');
    type('d\n');
    await vi.waitFor(() => expect(output().split('[o/n] ')).toHaveLength(3));
    expect(output()).not.toContain('a.rs=');
    type('o\n');
    await shows('a.rs=once');
  });

  test('the whole directory is allowed until a file of it changes', async () => {
    const { type, shows, output } = onTerminal("await ask('a.sh');");
    await shows('[o/c/f/d/u/n] ');
    expect(output()).toContain('every program (u)ntil a file in this directory changes');
    type('u\n');
    await shows('a.sh=directory-content');
  });

  test('the end of the input denies', async () => {
    const { type, shows } = onTerminal("await ask('a.sh');");
    await shows('[o/c/f/d/u/n] ');
    type('\x04');
    await shows('a.sh=deny');
  });

  test('names cannot contain escape sequences, line breaks or reversed text', async () => {
    const { type, shows, output } = onTerminal(
      String.raw`await ask('a\n  command  ls\u202e\x1b[2J.sh', undefined, { command: 'sh \x1b[1A\r', environment: [{ name: 'A\nB', value: '\x9b2J', dangerous: true }] });`,
    );
    await shows('[o/c/f/d/u/n] ');
    expect(output()).toContain(String.raw`file     a\x0a  command  ls\u{202e}\x1b[2J.sh`);
    expect(output()).toContain(String.raw`command  sh \x1b[1A\x0d`);
    expect(output()).toContain(String.raw`sets     A\x0aB=\x9b2J   (can change which code runs)`);
    expect(output()).not.toContain('\x1b[2J');
    type('n\n');
    await shows('=deny');
  });
});
