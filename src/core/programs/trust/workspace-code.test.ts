/**
 * Each case is a program that the person trusts permanently, and a workspace that then changes, without the program, a
 * file that an interpreter or a compiler loads by itself. The same call must ask again.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ConsentAnswer } from '../../../contract/scripts/programs.ts';
import { hasInterpreter } from '../../testing/interpreters.ts';
import { createRunner } from '../../testing/run.ts';
import { trustedPrograms, type TrustedPrograms } from '../../testing/trusted-programs.ts';

let runner: ReturnType<typeof createRunner>;
let programs: TrustedPrograms;
const write: TrustedPrograms['write'] = (...file) => programs.write(...file);
const above = (name: string, text: string) => write(`../${name}`, text);
const link = (target: string, name: string) => symlinkSync(target, programs.place(name));

beforeAll(() => void (runner = createRunner()));
afterAll(() => runner.sandboxes.close());
beforeEach(() => void (programs = trustedPrograms(runner)));

interface Case {
  title: string;
  needs?: string;
  prepare: () => void;
  call: string;
  /** Variables of the person's own environment. */
  env?: Record<string, string>;
  change: () => void;
  scope?: ConsentAnswer;
}
const call = (file: string, options = '{}') => `await pm.executeAsync('${file}', [], ${options});`;

/** The command does not compile: what is compared does not depend on it, and starts in a hundredth of cargo's time. */
const cargo = (title: string, toml: string, prepare: () => void, change: () => void): Case => ({
  title: `cargo: ${title}`,
  prepare() {
    write('hello.rs', '');
    write('app/Cargo.toml', `[package]\nname = "hello"\n${toml}`);
    prepare();
  },
  call: call('hello.rs', "{ command: 'echo', cwd: 'app' }"),
  change,
});
const go = (title: string, prepare: () => void, change: () => void): Case => ({
  title: `go: ${title}`,
  prepare() {
    write('hello.go', '');
    prepare();
  },
  call: call('hello.go', "{ command: 'echo' }"),
  change,
});

const shell = ['a.sh', 'echo 1'] as const;
const python = ['a.py', 'print(1)'] as const;
const beanshell = ['a.bsh', 'print(1);'] as const;
/** The variable is in the person's own environment. The command makes the call start nothing but `echo`. */
const inherited = (variable: string, [file, source]: readonly [string, string], change: () => void): Case => ({
  title: `a file that ${variable} makes the interpreter load`,
  prepare: () => write(file, source),
  call: call(file, "{ command: '/bin/echo' }"),
  env: Object.fromEntries([variable.split(/=(.*)/s).slice(0, 2)]) as Record<string, string>,
  change,
});

const versionFile = (name: string, [file, source]: readonly [string, string]): Case => ({
  title: `${name}, by which a version manager chooses the interpreter`,
  prepare: () => write(file, source),
  call: call(file, "{ command: '/bin/echo' }"),
  change: () => write(name, 'python path:./other'),
});

const cases: Case[] = [
  ...['target', '.git'].map((folder) =>
    cargo(
      `a dependency of a dependency, below ${folder}`,
      '[dependencies]\ndep = { path = "dep" }\n',
      () => {
        write('app/dep/Cargo.toml', `[dependencies]\nother = { path = "${folder}/other" }\n`);
        write(`app/dep/${folder}/other/lib.rs`, 'one');
      },
      () => write(`app/dep/${folder}/other/lib.rs`, 'two'),
    ),
  ),
  cargo(
    'a source that is a link to a file below target',
    '',
    () => {
      write('app/target/other.rs', 'one');
      write('app/src/main.rs', 'mod other;');
      link('../target/other.rs', 'app/src/other.rs');
    },
    () => write('app/target/other.rs', 'two'),
  ),
  cargo(
    'a folder of sources that is a link to one below target',
    '',
    () => {
      write('app/target/src/main.rs', 'one');
      link('target/src', 'app/src');
    },
    () => write('app/target/src/main.rs', 'two'),
  ),
  cargo(
    'a program with its arguments that the configuration of a folder above names',
    '',
    () => {
      write('.cargo/config.toml', '[target."cfg(all())"]\nrunner = "sh ./run.sh"\n');
      write('run.sh', 'echo one');
    },
    () => write('run.sh', 'echo two'),
  ),
  cargo(
    'a linker that an option in the configuration of a folder above names',
    '',
    () => {
      write('.cargo/config.toml', '[build]\nrustflags = ["-Clinker=./link.sh"]\n');
      write('link.sh', 'echo one');
    },
    () => write('link.sh', 'echo two'),
  ),
  cargo(
    'the versions of dependencies of a workspace above',
    '',
    () => {
      write('Cargo.toml', '[workspace]\nmembers = ["app"]\n');
      write('Cargo.lock', 'version = 3');
    },
    () => write('Cargo.lock', 'version = 4'),
  ),
  go(
    'a dependency beside go.work',
    () => {
      above('go.work', 'go 1.22\nuse ./programs\n');
      above('vendor/example.com/dep/dep.go', 'package dep');
    },
    () => above('vendor/example.com/dep/dep.go', 'package other'),
  ),
  {
    title: 'BeanShell: another interpreter in the working directory, without a CLASSPATH',
    needs: 'java',
    prepare: () => write('a.bsh', 'print(1);'),
    call: call('a.bsh', "{ command: 'echo', env: { CLASSPATH: undefined } }"),
    change: () => write('bsh/Interpreter.class', 'x'),
  },
  inherited('CLASSPATH=lib/*', beanshell, () => write('lib/bsh.jar', 'x')),
  ...['.:/usr/share/java/bsh.jar', '/usr/share/java/bsh.jar:', ''].map((classPath) =>
    inherited(`CLASSPATH=${classPath}`, beanshell, () => write('bsh/Interpreter.class', 'x')),
  ),
  {
    title: 'BeanShell: the jar of the interpreter in the workspace',
    prepare() {
      write('a.bsh', 'print(1);');
      write('lib/bsh.jar', 'one');
    },
    call: call('a.bsh', "{ command: 'echo', env: { CLASSPATH: 'lib/bsh.jar' } }"),
    change: () => write('lib/bsh.jar', 'two'),
  },
  inherited('PYTHONPATH=/none:', python, () => write('sitecustomize.py', 'print(2)')),
  inherited('PYTHONPATH=.', python, () => write('encodings/__init__.py', 'print(2)')),
  inherited('PYTHONHOME=../home', python, () => above('home/lib/python3.11/os.py', 'print(2)')),
  inherited('LD_LIBRARY_PATH=/none:', shell, () => write('libc.so.6', 'x')),
  inherited('LD_LIBRARY_PATH=/none;', shell, () => write('libc.so.6', 'x')),
  inherited('LD_LIBRARY_PATH=.', shell, () => write('glibc-hwcaps/x86-64-v3/libc.so.6', 'x')),
  inherited('LD_PRELOAD=./other.so', shell, () => write('other.so', 'x')),
  inherited('BASH_ENV=./other.sh', shell, () => write('other.sh', 'x')),
  inherited('PATH=/usr/bin:/bin:', shell, () => write('env', 'x', 0o755)),
  inherited('PATH=./bin:/usr/bin:/bin', shell, () => write('bin/ls', 'x', 0o755)),
  inherited('NODE_OPTIONS=--require ./setup', ['a.js', ''], () => write('setup.js', 'x')),
  inherited('NODE_OPTIONS=--import=./setup.mjs', ['a.js', ''], () => write('setup.mjs', 'x')),
  inherited('JDK_JAVA_OPTIONS=@options', ['a.jar', ''], () => write('options', '-javaagent:agent.jar')),
  inherited('JAVA_TOOL_OPTIONS=-javaagent:./agent.jar', ['a.jar', ''], () => write('agent.jar', 'x')),
  inherited('RUBYOPT=-r./setup', ['a.rb', ''], () => write('setup.rb', 'x')),
  inherited('PERL5LIB=lib', ['a.pl', ''], () => write('lib/strict.pm', 'x')),
  inherited('PHPRC=.', ['a.php', ''], () => write('php.ini', 'x')),
  inherited('LUA_INIT=@./setup.lua', ['a.lua', ''], () => write('setup.lua', 'x')),
  inherited("LUA_INIT=dofile('setup.lua')", ['a.lua', ''], () => write('setup.lua', 'x')),
  inherited('GOFLAGS=-overlay=overlay.json', ['a.go', ''], () => write('overlay.json', 'x')),
  inherited('RUSTC_WRAPPER=./wrapper', ['a.rs', ''], () => write('wrapper', 'x')),
  ...['./setup.js', '../setup.js'].map((file): Case => ({
    title: `a file of the call's NODE_OPTIONS: ${file}`,
    prepare() {
      write('a.js', '');
      write(file, 'one');
    },
    call: call('a.js', `{ command: 'echo', env: { NODE_OPTIONS: '--require ${file}' } }`),
    change: () => write(file, 'two'),
  })),
  {
    title: 'a program in a folder of the PATH that the call gives',
    prepare() {
      write('a.sh', 'tool');
      write('bin/tool', '#!/bin/sh\necho one', 0o755);
    },
    call: call('a.sh', "{ env: { PATH: './bin:/usr/bin:/bin' } }"),
    change: () => write('bin/tool', '#!/bin/sh\necho two', 0o755),
  },
  versionFile('.python-version', python),
  versionFile('../.tool-versions', python),
  versionFile('sub/.ruby-version', ['sub/a.rb', 'puts 1']),
  {
    title: 'the interpreter of a command in the workspace',
    prepare() {
      write('a.txt', '');
      write('tool', '#!./bin/interpreter', 0o755);
      write('bin/interpreter', '#!/bin/sh\necho one', 0o755);
    },
    call: call('a.txt', "{ command: './tool' }"),
    change: () => write('bin/interpreter', '#!/bin/sh\necho two', 0o755),
  },
  {
    title: 'the script that the first line of a command in the workspace names, by another one',
    prepare() {
      write('a.txt', '');
      write('tool', '#!./bin/interpreter', 0o755);
      write('bin/interpreter', '#!/bin/sh ./bin/script', 0o755);
      write('bin/script', 'echo one');
    },
    call: call('a.txt', "{ command: './tool' }"),
    change: () => write('bin/script', 'echo two'),
  },
];

test.each(cases.filter(({ needs }) => needs === undefined || hasInterpreter(needs)))(
  'asks again: $title',
  async ({ prepare, call, env, change, scope = 'directory' }) => {
    const options = env ? { env: { ...process.env, ...env } } : {};
    prepare();
    const first = await programs.run(`${call}\n${call}`, scope, options);
    expect(first.error).toBeUndefined();
    expect(first.questions).toHaveLength(1);
    change();
    const { questions, of } = await programs.run(call, 'deny', options);
    expect(questions).toHaveLength(1);
    expect(of('program.started')).toEqual([]);
  },
);

test.each([
  ['a variable that another language reads', { NODE_OPTIONS: '--require ./setup', PYTHONPATH: '.' }, 'setup.js'],
  ['a folder that the person has named as a whole', { LD_PRELOAD: '', BASH_ENV: 'PLACE/setup.sh' }, 'setup.sh'],
  ['a file that the loader does not take for a library', { LD_LIBRARY_PATH: '.' }, 'result.txt'],
  ['a file of a folder of the PATH that is not executable', { PATH: '/usr/bin:/bin:.' }, 'result.txt'],
])('asks once: %s', async (_title, variables, changed) => {
  const env = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replace('PLACE', programs.directory)]),
  );
  write('a.sh', 'echo 1');
  await programs.run(call('a.sh'), 'always-this-content', { env: { ...process.env, ...env } });
  write(changed, 'x');
  expect((await programs.run(call('a.sh'), 'deny', { env: { ...process.env, ...env } })).questions).toEqual([]);
});

test('"until a file in the directory changes" covers no program in a folder whose files are not compared', async () => {
  write('a.sh', 'echo 1');
  mkdirSync(path.join(programs.directory, '.git'));
  await programs.run(call('a.sh'), 'directory-content');
  expect((await programs.run(call('a.sh'), 'deny')).questions).toEqual([]);
  writeFileSync(programs.place('.git/other.sh'), 'echo other');
  const { questions, of } = await programs.run(call('.git/other.sh'), 'deny');
  const problem = '.git/other.sh is not among the files that are compared.';
  expect(questions).toMatchObject([{ directoryContent: { problem } }]);
  expect(of('program.started')).toEqual([]);
});
