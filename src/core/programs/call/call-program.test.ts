/** Calls as scripts make them, with real programs. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alive } from '../../testing/alive.ts';
import { callDirectly } from '../../testing/direct-call.ts';
import { createRunner, type RunOptions } from '../../testing/run.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let runner: ReturnType<typeof createRunner>;
const directory = temporaryFolder('programs');
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
  writeFileSync(path.join(directory, file), text);
};
const run = (source: string, options: RunOptions = {}) => runner.run(source, { directory, ...options });
beforeAll(() => {
  runner = createRunner();
  write('args.js', 'console.log(JSON.stringify(process.argv.slice(2)))');
  write('err.sh', 'echo out; echo err >&2');
  write('fail.sh', 'echo partial; echo "went wrong" >&2; exit 3');
  write(
    'slow.js',
    "console.log(process.pid); if (process.argv[2]) require('fs').writeFileSync(process.argv[2], ''); setInterval(() => {}, 1000);",
  );
  write('wait-for.sh', 'until [ -e "$1" ]; do sleep 0.05; done');
  write('tree.sh', "echo $$; sleep 300 & echo $!; sh -c 'echo $$; exec sleep 300' & wait");
  write('stubborn.js', "process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1000);");
  write('orphan.sh', 'sleep 300 >/dev/null 2>&1 & echo $!');
  write(
    'where.js',
    "console.log(process.cwd()); console.log(process.env.GIVEN ?? 'none'); console.log('PATH' in process.env);",
  );
  write('daemon.sh', 'sleep 300 & echo $!');
  write('args.txt', '');
  write('args.sh', 'echo "$1"');
  write('color.sh', "printf '\\033[31mred\\033[0m\\n'");
  write('binary.js', 'process.stdout.write(Buffer.from([0, 255, 254, 65]))');
  write(
    'endless.js',
    "const line = 'x'.repeat(1000) + '\\n'; const go = () => { while (process.stdout.write(line)); process.stdout.once('drain', go); }; go();",
  );
  write('empty.js', '');
  mkdirSync(path.join(directory, 'folder'));
  symlinkSync('nowhere.sh', path.join(directory, 'broken-link.sh'));
  write('echo.js', 'process.stdin.pipe(process.stdout)');
  write('big.js', "process.stdout.write('x'.repeat(300000))");
  write('lines.sh', 'echo a; sleep 0.3; echo b');
  write('utf8.js', "for (const b of Buffer.from('ü€😀')) { require('fs').writeSync(1, Buffer.from([b])); }");
  write('ends.js', "process.stdout.write('text\\n\\n')");
});
afterAll(() => runner.sandboxes.close());

describe('arguments', () => {
  test('arrive unchanged, whatever they contain', async () => {
    const unusualArguments = [
      'a b',
      '"q"',
      "it's",
      '$HOME',
      '`id`',
      '%PATH%',
      'new\nline',
      '😀',
      '',
      '-x',
      '--',
      '\\',
      '*',
    ];
    const { logged } = await run(`console.log(await pm.executeAsync('args.js', ${JSON.stringify(unusualArguments)}));`);
    expect(JSON.parse(logged[0] ?? '')).toEqual(unusualArguments);
  });
  test('are converted to text one by one, with a hint for objects', async () => {
    const { logged, of } = await run(
      `console.log(await pm.executeAsync('args.js', [1, 1.5, true, null, undefined, [1, 2], { a: 1 }, 10n]));`,
    );
    expect(JSON.parse(logged[0] ?? '')).toEqual([
      '1',
      '1.5',
      'true',
      'null',
      'undefined',
      '1,2',
      '[object Object]',
      '10',
    ]);
    expect(of('console').filter(({ from }) => from === 'outrigger')).toMatchObject([
      { text: expect.stringContaining('JSON.stringify') as string },
    ]);
  });
  test('may be two hundred, up to 100 kB long, and may be absent', async () => {
    const { logged } = await run(`
      console.log(JSON.parse(await pm.executeAsync('args.js', Array.from({ length: 200 }, (_, i) => 'n' + i))).length);
      console.log(JSON.parse(await pm.executeAsync('args.js', ['y'.repeat(100000)]))[0].length);
      console.log(await pm.executeAsync('args.js'));
    `);
    expect(logged).toEqual(['200', '100000', '[]']);
  });
  test.each([
    ["'text'", 'a string'],
    ['{}', 'an object'],
    ['5', 'a number'],
  ])('that are not an array (%s) are refused with an explanation', async (args, kind) => {
    const { error } = await run(`await pm.executeAsync('args.js', ${args});`);
    expect(error).toMatchObject({ name: 'ProgramError', code: 'InvalidCall', line: 1 });
    expect(error?.message).toContain(kind);
  });
  test('and the path are read once: the checked values are the ones that run', async () => {
    const { logged, error } = await run(`
      let reads = 0;
      const path = { toString() { return ++reads === 1 ? 'args.js' : '../../etc/passwd'; } };
      let env = 0;
      const options = { get cwd() { return env++ === 0 ? '.' : '/'; } };
      console.log(await pm.executeAsync(path, ['x'], options), reads, env);
    `);
    expect(error).toBeUndefined();
    expect(logged).toEqual(['["x"] 1 1']);
  });
});

describe('the result', () => {
  test('loses one line end, and no more', async () => {
    const { logged } = await run(`console.log(JSON.stringify(await pm.executeAsync('ends.js')));`);
    expect(logged).toEqual([JSON.stringify('text\n')]);
  });
  test('keeps characters that arrive byte by byte', async () => {
    const { logged, of } = await run(`console.log(await pm.executeAsync('utf8.js'));`);
    expect(logged).toEqual(['ü€😀']);
    expect(
      of('program.output')
        .map(({ text }) => text)
        .join(''),
    ).toBe('ü€😀');
  });
  test('is shown in the console while the program still runs', async () => {
    const times: number[] = [];
    await run(`await pm.executeAsync('lines.sh');`, {
      onEvent: (event) => event.type === 'program.output' && times.push(Date.parse(event.at)),
    });
    expect(times).toHaveLength(2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(200);
  });
});

describe('output', () => {
  test('keeps its colours, and shows bytes that are not text safely', async () => {
    const { logged } = await run(`console.log(await pm.executeAsync('color.sh'));
      console.log(await pm.executeAsync('binary.js'));
      console.log(JSON.stringify(await pm.executeAsync('empty.js')));`);
    expect(logged).toEqual(['\u001b[31mred\u001b[0m', '\0\ufffd\ufffdA', '""']);
  });
  test('of an endless program ends at the limit, in bounded memory', async () => {
    const before = process.memoryUsage().rss;
    const { logged } = await run(
      `try { await pm.executeAsync('endless.js'); } catch (e) { console.log(e.code, e.stdout.length); }`,
      { onEvent: () => undefined },
    );
    expect(logged).toEqual([`OutputTooLarge ${64 * 1024 * 1024}`]);
    expect(process.memoryUsage().rss - before).toBeLessThan(1e9);
  }, 60_000);
  test('of 200 concurrent calls is attributed to the right call', async () => {
    const { logged, outcome } = await run(`
      const all = await Promise.all(Array.from({ length: 200 }, (_, i) => pm.executeAsync('args.sh', [i])));
      console.log(all.every((text, i) => text === String(i)));
    `);
    expect(outcome).toBe('passed');
    expect(logged).toEqual(['true']);
  }, 60_000);
});

describe('failure', () => {
  test('executeAsync: the exit code decides, stderr does not', async () => {
    const { logged } = await run(`console.log(await pm.executeAsync('err.sh'));`);
    expect(logged).toEqual(['out']);
  });
  test('execute: anything on stderr is a failure, and a remedy is named', async () => {
    const { error } = await run(`pm.execute('err.sh');`);
    expect(error).toMatchObject({ name: 'ProgramError', code: 'ProgramFailed', line: 1 });
    expect(error).toMatchObject({ message: 'err.sh wrote to stderr: err' });
    expect(error?.remedy).toContain('pm.executeAsync');
  });
  test('execute: without stderr it succeeds, and blocks the script', async () => {
    const { logged } = await run(`const a = pm.execute('args.js', ['x']); console.log(a + '!');`);
    expect(logged).toEqual(['["x"]!']);
  });
  test('has every field, and can be caught', async () => {
    const { logged, outcome } = await run(`
      try { await pm.executeAsync('fail.sh', ['a b']); } catch (e) {
        console.log(JSON.stringify([e.name, e instanceof Error, e.code, e.exitCode, e.signal, e.stdout, e.stderr, e.command, typeof e.durationMs]));
      }
    `);
    expect(outcome).toBe('passed');
    expect(JSON.parse(logged[0] ?? '')).toEqual([
      'ProgramError',
      true,
      'ProgramFailed',
      3,
      null,
      'partial\n',
      'went wrong\n',
      `cd ${directory} && sh fail.sh 'a b'`,
      'number',
    ]);
  });
  test('a remedy is a field of the error, if one is known', async () => {
    const { logged } = await run(`
      for (const call of [() => pm.executeAsync('fail.sh'), async () => pm.execute('err.sh')]) {
        try { await call(); } catch (e) { console.log('remedy' in e, e.message.includes('executeAsync')); }
      }
    `);
    expect(logged).toEqual(['false false', 'true false']);
  });
  test("the place in the program's source is a field of the error and of the event", async () => {
    write('deep/throws.js', '\nthrow new Error("own");');
    const { logged, error, of } = await run(`
      try { await pm.executeAsync('deep/throws.js'); } catch (e) { console.log(e.message, e.file, e.line); }
      await pm.executeAsync('deep/throws.js');
    `);
    expect(logged).toEqual(['Error: own (deep/throws.js:2) deep/throws.js 2']);
    // The line of the error itself is that of the script.
    expect(error).toMatchObject({ message: 'Error: own (deep/throws.js:2)', line: 3 });
    const source = { file: 'deep/throws.js', line: 2, canOpen: true };
    expect(of('program.finished').map(({ failure }) => failure)).toMatchObject([source, source]);
  });
  test('that is not caught ends the script at its line', async () => {
    const { outcome, error, logged } = await run(
      `console.log('before');\n\n  await pm.executeAsync('fail.sh');\nconsole.log('after');`,
    );
    expect(outcome).toBe('error');
    expect(logged).toEqual(['before']);
    expect(error).toMatchObject({ line: 3, message: expect.stringContaining('exit code 3: went wrong') as string });
    expect(error?.frame).toContain('> 3 |   await pm.executeAsync');
  });
  test.each([
    ["await pm.executeAsync('none.py')", 'ProgramNotFound'],
    ["await pm.executeAsync('../x.py')", 'OutsideProgramsDirectory'],
    ["await pm.executeAsync('args.js', [], { cwd: 'nowhere' })", 'WorkingDirectoryNotFound'],
    ["await pm.executeAsync('args.js', [], { command: 'no-such-interpreter' })", 'InterpreterNotFound'],
    ["await pm.executeAsync('')", 'InvalidCall'],
    ['await pm.executeAsync(undefined)', 'InvalidCall'],
    ["await pm.executeAsync('args.js', ['y'.repeat(3e6)])", 'InvalidCall'],
    ["await pm.executeAsync('args.js', [], { env: { A: 'a\\0b' } })", 'ProgramFailed'],
    ["await pm.executeAsync('folder')", 'ProgramNotFound'],
    ["await pm.executeAsync('broken-link.sh')", 'ProgramNotFound'],
    ["await pm.executeAsync('args.js', ['a\\0b'])", 'InvalidCall'],
    ["await pm.executeAsync('args.js', [], { cwd: 'args.js' })", 'WorkingDirectoryNotFound'],
    ["await pm.executeAsync('args.js', [], { env: { 'A=B': 1 } })", 'InvalidCall'],
    ["await pm.executeAsync('args.txt')", 'UnsupportedExtension'],
    ["await pm.executeAsync('args.js', [], { timeout: 'soon' })", 'InvalidCall'],
    ["await pm.executeAsync('args.js', [], { env: 'A=1' })", 'InvalidCall'],
  ])('%s is reported as %s', async (source, code) => {
    const { error } = await run(source);
    expect(error?.code).toBe(code);
  });
  test('a missing interpreter is reported with a way to install it', async () => {
    write('a.rb', 'puts 1');
    const { error } = await run(`await pm.executeAsync('a.rb');`, { env: { PATH: '/nonexistent' } });
    expect(error).toMatchObject({ code: 'InterpreterNotFound', message: 'ruby was not found on the PATH.' });
    expect(error?.remedy).toContain('ruby-lang.org');
  });
  test('a Python that is only installed as python3 is named', async () => {
    const bin = path.join(directory, 'bin');
    write('bin/python3', '#!/bin/sh\nexit 0\n');
    const { chmodSync } = await import('node:fs');
    chmodSync(path.join(bin, 'python3'), 0o755);
    write('a.py', '');
    const { error } = await run(`await pm.executeAsync('a.py');`, { env: { PATH: bin } });
    expect(error?.remedy).toContain('command: "python3"');
  });
});

describe('options', () => {
  test('without a value are ignored, as in the other product', async () => {
    const { logged, error } = await run(`
      console.log(await pm.executeAsync('args.js', null, null));
      console.log(await pm.executeAsync('where.js', null, { cwd: '', env: null, command: null, timeout: null, className: null }));
      console.log((await pm.executeAsync('where.js', [], { cwd: null })).split('\\n')[0]);
    `);
    expect(error).toBeUndefined();
    expect(logged).toEqual(['[]', `${directory}\nnone\ntrue`, directory]);
  });
  test('command is not split into words, and the error says so', async () => {
    for (const command of ['node --no-warnings', `${process.execPath} --no-warnings`]) {
      const { error } = await run(`await pm.executeAsync('args.js', [], { command: ${JSON.stringify(command)} });`);
      expect(error).toMatchObject({ code: 'InterpreterNotFound' });
      expect(error?.remedy).toContain('is not split into words');
    }
  });
  test("command is looked up on the program's PATH, and started by its absolute path", async () => {
    const { chmodSync } = await import('node:fs');
    write('other/tool', '#!/bin/sh\necho "$0" of the call');
    chmodSync(path.join(directory, 'other/tool'), 0o755);
    const { logged, of } = await run(
      `console.log(await pm.executeAsync('args.txt', [], { command: 'tool', env: { PATH: ${JSON.stringify(path.join(directory, 'other'))} } }));`,
    );
    expect(of('program.started')).toMatchObject([{ executable: path.join(directory, 'other/tool') }]);
    expect(logged).toEqual([`${path.join(directory, 'other/tool')} of the call`]);
  });
  test('command may be a path relative to the working directory', async () => {
    const { logged } = await run(
      `console.log(await pm.executeAsync('args.txt', [], { command: './tool', cwd: 'other' }));`,
    );
    expect(logged[0]).toContain('tool of the call');
  });
  test('an interpreter in the working directory is not used', async () => {
    const { chmodSync } = await import('node:fs');
    write('planted/node', '#!/bin/sh\necho planted');
    chmodSync(path.join(directory, 'planted/node'), 0o755);
    const { logged } = await run(`console.log(await pm.executeAsync('args.js', [], { cwd: 'planted' }));`);
    expect(logged).toEqual(['[]']);
  });
  test('cwd and env reach the program; an undefined variable is removed', async () => {
    mkdirSync(path.join(directory, 'sub'), { recursive: true });
    const { logged } = await run(
      `console.log(await pm.executeAsync('where.js', [], { cwd: 'sub', env: { GIVEN: 5 } }));
       console.log(await pm.executeAsync('where.js', [], { command: process_execPath(), env: { PATH: undefined } }));
       function process_execPath() { return ${JSON.stringify(process.execPath)}; }`,
      { env: { ...process.env, GIVEN: 'outer' } },
    );
    expect(logged[0]).toBe(`${path.join(directory, 'sub')}\n5\ntrue`);
    expect(logged[1]).toBe(`${directory}\nouter\nfalse`);
  });
  test('that execute does not support are reported once, and ignored', async () => {
    const { logged, of } = await run(
      `console.log(pm.execute('where.js', [], { cwd: '/', env: { GIVEN: 1 }, command: 'x' }));`,
    );
    expect(logged[0]).toContain(directory);
    const hints = of('console').filter(({ from }) => from === 'outrigger');
    expect(hints).toHaveLength(1);
    expect(hints[0]?.text).toMatch(/command, cwd, env.*pm\.executeAsync/);
  });
  test('of an unknown name are reported, with the nearest one', async () => {
    const { of } = await run(`await pm.executeAsync('args.js', [], { classname: 'A', timeOut: 5000, zzz: 1 });`);
    const hints = of('console').map(({ text }) => text);
    expect(hints[0]).toContain('Did you mean "className"?');
    expect(hints[1]).toContain('Did you mean "timeout"?');
    expect(hints[2]).toContain('It has command');
  });
  test('stdin is passed to the program', async () => {
    const { logged } = await run(`console.log(await pm.executeAsync('echo.js', [], { stdin: 'ü in' }));`);
    expect(logged).toEqual(['ü in']);
  });
  test('timeout ends the program, and keeps its output', async () => {
    const { logged } = await run(
      `try { await pm.executeAsync('slow.js', [], { timeout: 300 }); } catch (e) { console.log(e.code, e.stdout.trim()); console.log(e.message); }`,
    );
    const [code, pid] = (logged[0] ?? '').split(' ');
    expect(code).toBe('ProgramTimeout');
    expect(logged[1]).toBe('slow.js ran longer than its timeout of 300 ms and was ended.');
    expect(await alive([Number(pid)])).toEqual([]);
  });
  test('maxOutput ends the program, and keeps its output until then', async () => {
    const { logged } = await run(
      `try { await pm.executeAsync('big.js', [], { maxOutput: 1000 }); } catch (e) { console.log(e.code, e.stdout.length, e.message); }`,
    );
    expect(logged).toEqual(['OutputTooLarge 1000 big.js printed more than its limit of 1000 bytes and was ended.']);
  });
});

describe.runIf(process.platform !== 'win32')('no process of a run survives it', () => {
  async function stoppedWhilePrinting(file: string, lines: number) {
    const stop = new AbortController();
    const printed: string[] = [];
    const finished = await run(`await pm.executeAsync('${file}');`, {
      signal: stop.signal,
      onEvent(event) {
        if (event.type !== 'program.output') return;
        printed.push(...event.text.trim().split('\n'));
        if (printed.length === lines) stop.abort();
      },
    });
    expect(finished.outcome).toBe('stopped');
    return { finished, pids: printed.map(Number) };
  }
  test('Stop ends the program with its whole tree', async () => {
    const { pids, finished } = await stoppedWhilePrinting('tree.sh', 3);
    expect(await alive(pids)).toEqual([]);
    expect(finished.of('program.finished')).toMatchObject([{ failure: { code: 'Cancelled' } }]);
  });
  test('Stop kills a program that does not end', async () => {
    const { pids } = await stoppedWhilePrinting('stubborn.js', 1);
    expect(await alive(pids)).toEqual([]);
  });
  test('a program that has ended is not waited for because of background processes', async () => {
    const { logged } = await run(`console.log(await pm.executeAsync('daemon.sh'));`);
    expect(logged[0]).toMatch(/^\d+$/);
    expect(await alive([Number(logged[0])])).toEqual([]);
  });
  test('background processes of a program end with the run', async () => {
    const { logged } = await run(`console.log(await pm.executeAsync('orphan.sh'));`);
    expect(await alive([Number(logged[0])])).toEqual([]);
  });
  test('a script that breaks its sandbox ends its programs', async () => {
    let pid = 0;
    const { outcome } = await run(
      `pm.executeAsync('slow.js'); await new Promise((r) => setTimeout(r, 300)); const all = []; for (;;) all.push(new Array(1e5).fill({}));`,
      { onEvent: (event) => void (event.type === 'program.output' && (pid = Number(event.text))) },
    );
    expect(outcome).toBe('error');
    expect(pid).toBeGreaterThan(0);
    expect(await alive([pid])).toEqual([]);
  }, 60_000);
  test('a script that fails ends its other programs', async () => {
    let pid = 0;
    const { outcome } = await run(
      `const slow = pm.executeAsync('slow.js', ['slow-runs']).catch(() => {}); await pm.executeAsync('wait-for.sh', ['slow-runs']); throw new Error('x');`,
      {
        onEvent: (event) => void (event.type === 'program.output' && Number(event.text) && (pid = Number(event.text))),
      },
    );
    expect(outcome).toBe('error');
    expect(pid).toBeGreaterThan(0);
    expect(await alive([pid])).toEqual([]);
  });
});

test('calls in Promise.all run concurrently', async () => {
  const { of } = await run(`await Promise.all([1, 2, 3].map(() => pm.executeAsync('lines.sh')));`);
  const order = of('program.started').length;
  expect(order).toBe(3);
  const { events } = await run(`await Promise.all([pm.executeAsync('lines.sh'), pm.executeAsync('lines.sh')]);`);
  const types = events
    .map(({ type }) => type)
    .filter((type) => type === 'program.started' || type === 'program.finished');
  expect(types).toEqual(['program.started', 'program.started', 'program.finished', 'program.finished']);
});

test('a denied program is not started', async () => {
  const marker = path.join(directory, 'marker');
  write('mark.sh', `echo run >> '${marker}'`);
  const { error, of } = await run(`await pm.executeAsync('mark.sh');`, { authorize: () => Promise.resolve(false) });
  expect(error).toMatchObject({ code: 'NotAllowed' });
  expect(of('program.started')).toEqual([]);
  expect(() => readFileSync(marker)).toThrow();
});

test('a program that is stopped because its script has ended says so', async () => {
  const marker = path.join(directory, 'slow-has-started');
  const { of, error } = await run(
    `const file = ${JSON.stringify(marker)};
    const denied = pm.executeAsync('wait-for.sh', [file]).then(() => pm.executeAsync('args.sh'));
    await Promise.all([pm.executeAsync('slow.js', [file]), denied]);`,
    { authorize: ({ program }) => Promise.resolve(!program.file.endsWith('args.sh')) },
  );
  expect(error).toMatchObject({ code: 'NotAllowed', message: expect.stringContaining('args.sh') as string });
  const failures = of('program.finished').flatMap(({ failure }) => failure ?? []);
  expect(failures).toEqual([
    {
      code: 'Cancelled',
      message: 'slow.js was stopped. The script that made the call has ended.',
      remedy: expect.stringContaining('await the call') as string,
    },
  ]);
});

test('of a program that the timeout of its script ends, the timeout is named as the cause', async () => {
  const { of } = await run("await pm.executeAsync('slow.js', ['x']);", { timeoutMs: 1500 });
  const failures = of('program.finished').flatMap(({ failure }) => failure ?? []);
  expect(failures).toMatchObject([
    { message: 'slow.js was stopped. The script that made the call has run into its timeout.' },
  ]);
});

test('Stop ends a call that waits for its turn at once, and the program is never started', async () => {
  const isWaiting = Promise.withResolvers<void>();
  const turn = Promise.withResolvers<void>();
  const stop = new AbortController();
  const called = callDirectly(directory, {
    file: 'args.js',
    signal: stop.signal,
    inTurn: async (work) => {
      isWaiting.resolve();
      await turn.promise;
      return work();
    },
  });
  await isWaiting.promise;
  stop.abort();
  const { reply, events } = await called;
  expect(reply).toMatchObject({ ok: false, error: { code: 'Cancelled' } });
  turn.resolve();
  await turn.promise;
  expect(events.map(({ type }) => type)).toEqual(['program.refused']);
});
