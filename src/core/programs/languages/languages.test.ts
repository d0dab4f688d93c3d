/** Each language of the table is complete: its example runs, and the documentation and the installer name it. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { testTools } from '../../../../scripts/install-test-tools.mjs';
import { canRun, hasInterpreter, interpreterEnvironment } from '../../testing/interpreters.ts';
import { writeProgram } from '../../testing/language-program.ts';
import { helloPrograms } from '../../testing/run.ts';
import { beanshell } from './beanshell.ts';
import { createInterpreters } from './interpreters.ts';
import { languages } from './languages.ts';
import { rust } from './rust.ts';
import { sharedRunner } from '../../testing/fixtures.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const runner = sharedRunner();

const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/external-programs.md'), 'utf8');
const makeDirectory = (name: string) => temporaryFolder(name);

test('the ten languages of the contract have its prefixes', () => {
  expect(languages.slice(0, 10).map(({ extension, prefix }) => [extension, prefix.join(' ')])).toEqual([
    ['.jar', 'java -jar'],
    ['.py', 'python'],
    ['.php', 'php'],
    ['.js', 'node'],
    ['.bsh', 'java bsh.Interpreter'],
    ['.go', 'go run'],
    ['.sh', 'sh'],
    ['.rb', 'ruby'],
    ['.lua', 'lua'],
    ['.rs', 'cargo run'],
  ]);
});

const root = path.join(import.meta.dirname, '../../../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

test('README.md and package.json say how many languages there are', () => {
  const words = ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'];
  const count = `in ${words[languages.length - 10]} languages`;
  for (const file of ['README.md', 'package.json'])
    expect(
      readFileSync(path.join(root, file), 'utf8').replaceAll(/\s+/g, ' ').includes(count),
      `${file} has to say "${count}"`,
    ).toBe(true);
});

describe.each(languages.map((language) => ({ ...language, language })))('$name', ({ language }) => {
  const { extension, prefix, printsWith, template, name, install } = language;
  test('is named in README.md', () => {
    expect(readme.toLowerCase().includes(name.toLowerCase()), `README.md has to name ${name}`).toBe(true);
  });
  test('has its row in the page', () => {
    const row = `| \`${extension}\` | \`${prefix.join(' ')}\` | \`${printsWith}\` |`;
    expect(page.includes(row), `docs/external-programs.md needs the row ${row}`).toBe(true);
  });
  test('has its entry in the installer', () => {
    for (const tool of [prefix[0], ...(language.test.tools ?? [])]) {
      const entry = testTools.find((testTool) => testTool.name === tool);
      if (language.test.packages.length > 0) expect(entry?.packages.length, tool).toBeGreaterThan(0);
      else expect(entry, `${name} cannot be installed by a package`).toBeUndefined();
    }
    expect(install).not.toBe('');
  });
  test.runIf(canRun(language))(
    'has an example that greets',
    async () => {
      const directory = makeDirectory('example');
      const { file, cwd, env } = writeProgram(directory, language, template);
      const options = JSON.stringify({ cwd, env });
      const { logged, error } = await runner.run(
        `console.log(await pm.executeAsync('${file}', ['world', 42], ${options}));`,
        { directory },
      );
      expect(error).toBeUndefined();
      expect(logged).toEqual(['Hello world, 43']);
    },
    120_000,
  );
});

test('a sample program returns its stdout to the script, and prints its command to the console', async () => {
  const { logged, of } = await runner.run(`console.log(await pm.executeAsync('hello.js', ['world', 42]));`);
  const prints = '{"greeting":"Hello world","next":43}';
  expect(logged).toEqual([prints]);
  const command = `cd ${helloPrograms} && node hello.js world 42`;
  expect(of('program.started')).toMatchObject([{ command, via: 'executeAsync', line: 1, cwd: helloPrograms }]);
  expect(of('program.finished')).toMatchObject([{ exitCode: 0, signal: null }]);
  expect(of('program.output')).toMatchObject([{ stream: 'stdout', text: `${prints}\n` }]);
});

describe('the list of interpreters', () => {
  const listed = async (env: NodeJS.ProcessEnv) => {
    const list = await createInterpreters(env).list(false);
    return (extension: string) => list.find((item) => item.extension === extension);
  };
  test('contains path and version of each, and missing ones', async () => {
    const of = await listed(interpreterEnvironment);
    expect(of('.js')).toMatchObject({ language: 'JavaScript', command: 'node', missing: null });
    expect(path.isAbsolute(of('.js')?.path ?? '')).toBe(true);
    expect(of('.js')?.version).toMatch(/^v\d+\./);
    expect((await listed({ PATH: '/nonexistent' }))('.js')).toMatchObject({ path: null, version: null });
  });
  test.runIf(canRun(beanshell))('BeanShell without its jar is incomplete', async () => {
    const { CLASSPATH: _, ...env } = interpreterEnvironment;
    const installedJar = '/usr/share/java/bsh.jar';
    expect((await listed(env))('.bsh')?.missing).toContain(`CLASSPATH: '${installedJar}'`);
    expect((await listed({ ...env, CLASSPATH: installedJar }))('.bsh')?.missing).toBeNull();
  });
});

test.runIf(hasInterpreter('java'))(
  'the error about BeanShell without its jar names the variable that sets it',
  async () => {
    const directory = makeDirectory('bsh');
    writeFileSync(path.join(directory, 'a.bsh'), 'print("x");');
    const { error } = await runner.run(`await pm.executeAsync('a.bsh', ['x']);`, { directory });
    expect(error?.remedy).toContain('CLASSPATH');
  },
);

test.runIf(hasInterpreter('cargo'))(
  'cargo: the error about a missing Cargo.toml, and the arguments that it passes on',
  async () => {
    const directory = makeDirectory('cargo');
    const { file } = writeProgram(directory, rust, 'fn main() { panic!("own"); }\n');
    const outside = await runner.run(`await pm.executeAsync('${file}');`, { directory });
    expect(outside.error?.remedy).toContain('cwd: "<folder that holds Cargo.toml>"');
    const inside = await runner.run(`await pm.executeAsync('${file}', ['x'], { cwd: 'crate' });`, { directory });
    expect(inside.error?.remedy).toContain('as its first argument');
  },
  120_000,
);

describe.runIf(hasInterpreter('go'))('go', () => {
  const directory = makeDirectory('go');
  const remedyOf = async (source: string, args: string) => {
    writeFileSync(path.join(directory, 'p.go'), source);
    const { error, of } = await runner.run(`await pm.executeAsync('p.go', ${args});`, { directory });
    expect(error?.remedy).toBe(of('program.finished')[0]?.failure?.remedy);
    return error?.remedy;
  };
  test('the error about a missing module names cwd', async () => {
    const source = 'package main\nimport "example.com/x"\nfunc main() { x.X() }\n';
    expect(await remedyOf(source, '[]')).toContain('cwd: "<folder that holds go.mod>"');
  }, 60_000);
  test('an argument that go would take for a source file is reported', async () => {
    writeFileSync(path.join(directory, 'b.go'), 'package main\n');
    const source = 'package main\nfunc main() { panic("no") }\n';
    expect(await remedyOf(source, "['b.go']")).toContain('put another first');
  }, 60_000);
});
