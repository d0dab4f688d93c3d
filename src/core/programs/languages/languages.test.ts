/** The same small program in each language, started for real. */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasInterpreter } from '../../testing/interpreters.ts';
import { createRunner } from '../../testing/run.ts';

let runner: ReturnType<typeof createRunner>;
beforeAll(() => {
  runner = createRunner();
});
afterAll(() => runner.slots.close());

const programs = [
  { file: 'hello.py', needs: 'python', command: 'python hello.py world 42' },
  { file: 'hello.sh', needs: 'sh', command: 'sh hello.sh world 42', prints: 'Hello world\nHello 42' },
  { file: 'hello.php', needs: 'php', command: 'php hello.php world 42' },
  { file: 'hello.rb', needs: 'ruby', command: 'ruby hello.rb world 42' },
  { file: 'hello.lua', needs: 'lua', command: 'lua hello.lua world 42' },
  { file: 'hello.go', needs: 'go', command: 'go run hello.go world 42' },
  { file: 'hello.jar', needs: 'java', command: 'java -jar hello.jar world 42' },
  {
    file: 'hello.js',
    needs: 'node',
    command: 'node hello.js world 42',
    prints: '{"greeting":"Hello world","next":43}',
  },
];

describe.each(programs)('$file', ({ file, needs, command, prints = 'Hello world, 43' }) => {
  test.runIf(hasInterpreter(needs))(
    'gives its stdout to the script, and its command to the console',
    async () => {
      const finished = await runner.run(`console.log(await pm.executeAsync('${file}', ['world', 42]));`);
      expect(finished.error).toBeUndefined();
      expect(finished.logged).toEqual([prints]);
      expect(finished.of('program.started')).toMatchObject([{ command, via: 'executeAsync', line: 1 }]);
      expect(finished.of('program.finished')).toMatchObject([{ exitCode: 0, signal: null }]);
      const printed = finished.of('program.output').filter(({ stream }) => stream === 'stdout');
      expect(printed.map(({ text }) => text).join('')).toBe(`${prints}\n`);
    },
    120_000,
  );
});

const bsh = '/usr/share/java/bsh.jar';
test.runIf(hasInterpreter('java') && existsSync(bsh))(
  'BeanShell finds its interpreter on the CLASSPATH given',
  async () => {
    const directory = mkdtempSync('/tmp/outrigger-bsh-');
    writeFileSync(`${directory}/a.bsh`, 'print("Hello " + this.interpreter.get("bsh.args")[0]);');
    const good = await runner.run(
      `console.log(await pm.executeAsync('a.bsh', ['x'], { env: { CLASSPATH: '${bsh}' } }));`,
      { directory },
    );
    expect(good.logged).toEqual(['Hello x']);
    const bad = await runner.run(`await pm.executeAsync('a.bsh', ['x']);`, { directory });
    expect(bad.error?.message).toContain('CLASSPATH');
  },
);

test.runIf(hasInterpreter('cargo'))(
  'cargo runs in the folder that holds Cargo.toml, and says so where it is not',
  async () => {
    const directory = mkdtempSync('/tmp/outrigger-cargo-');
    mkdirSync(`${directory}/crate/src`, { recursive: true });
    writeFileSync(`${directory}/crate/Cargo.toml`, '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n');
    const body = 'println!("{}", std::env::args().skip(1).collect::<Vec<_>>().join("|"));';
    writeFileSync(`${directory}/crate/src/main.rs`, `fn main() { ${body} }\n`);
    const good = await runner.run(
      `console.log(await pm.executeAsync('crate/src/main.rs', ['x y'], { cwd: 'crate' }));`,
      { directory },
    );
    expect(good.error).toBeUndefined();
    expect(good.logged).toEqual([`${directory}/crate/src/main.rs|x y`]);
    const bad = await runner.run(`await pm.executeAsync('crate/src/main.rs');`, { directory });
    expect(bad.error?.message).toContain('cwd: "<folder that holds Cargo.toml>"');
  },
  120_000,
);

describe.runIf(hasInterpreter('go'))('go', () => {
  const directory = mkdtempSync('/tmp/outrigger-go-');
  const failing = async (source: string, args: string) => {
    writeFileSync(`${directory}/p.go`, source);
    const { error, of } = await runner.run(`await pm.executeAsync('p.go', ${args});`, { directory });
    const shown = of('program.finished')[0]?.failure?.remedy ?? '';
    expect(error?.message).toContain(shown);
    return shown;
  };
  test('a module that is not found is told with cwd', async () => {
    const source = 'package main\nimport "example.com/x"\nfunc main() { x.X() }\n';
    expect(await failing(source, '[]')).toContain('cwd: "<folder that holds go.mod>"');
  }, 60_000);
  test('an argument that go takes for a source file is told', async () => {
    writeFileSync(`${directory}/b.go`, 'package main\n');
    const source = 'package main\nfunc main() { panic("no") }\n';
    expect(await failing(source, "['b.go']")).toContain('put another first');
  }, 60_000);
});
