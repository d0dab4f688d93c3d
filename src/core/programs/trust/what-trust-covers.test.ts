/**
 * Each case is a program that the person trusts permanently, and a later call that runs other code than the person was
 * shown. The later call must ask again or be refused.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ConsentAnswer } from '../../../contract/scripts/programs.ts';
import { hasInterpreter, interpreterEnvironment } from '../../testing/interpreters.ts';
import { buildJar } from '../../testing/jars.ts';
import { createRunner } from '../../testing/run.ts';
import { createAuthorize } from './consent.ts';
import { openTrustStore } from './trust-store.ts';
import { trustedPrograms, type TrustedPrograms } from '../../testing/trusted-programs.ts';

let runner: ReturnType<typeof createRunner>;
let programs: TrustedPrograms;
let workspace: string;
let directory: string;
let store: string;
const place = (name: string) => programs.place(name);
const write: TrustedPrograms['write'] = (...file) => programs.write(...file);
const run: TrustedPrograms['run'] = (...call) => programs.run(...call);

beforeAll(() => void (runner = createRunner()));
afterAll(() => runner.sandboxes.close());
beforeEach(() => {
  programs = trustedPrograms(runner);
  ({ workspace, directory, store } = programs);
});

interface Case {
  title: string;
  needs: readonly string[];
  prepare: () => void;
  /** The call that the person has seen and trusted. */
  trusted: string;
  /** Changes files before the other call. */
  change?: () => void;
  /** The call that runs other code. Default: the same call. */
  other?: string;
  /** The person's answer. Default: the whole directory. */
  scope?: ConsentAnswer;
}

const call = (file: string, options = '{}', args = '[]') => `await pm.executeAsync('${file}', ${args}, ${options});`;
/** A shell starts in a tenth of Python's time; Python is for what concerns Python. */
const shell = { needs: [] as string[], file: 'a.sh', source: 'echo 1' };
const python = { needs: ['python'], file: 'a.py', source: 'print(1)' };
const inEnvironment = (env: string, { needs, file, source } = shell): Case => ({
  title: `the variable ${env}`,
  needs,
  prepare: () => write(file, source),
  trusted: call(file),
  other: call(file, `{ env: { ${env} } }`),
});
const command = (value: string, { needs, file, source } = shell, prepare?: () => void): Case => ({
  title: `the command ${value}`,
  needs,
  prepare: () => {
    write(file, source);
    prepare?.();
  },
  trusted: call(file),
  other: call(file, `{ command: '${value}' }`),
});

function writeCargoProject(folder: string) {
  write(`${folder}/Cargo.toml`, '[package]\nname = "hello"\nversion = "0.1.0"\nedition = "2021"\n');
  write(`${folder}/src/main.rs`, 'mod other; fn main() { println!("{}", other::text()) }');
  write(`${folder}/src/other.rs`, 'pub fn text() -> &\'static str { "one" }');
  write('hello.rs', '');
}
/** Without this file, the first run creates it; with it, the program runs another project than the person was shown. */
function lockDependencies(folder: string) {
  runTool('cargo', ['generate-lockfile', '--offline'], place(folder));
}
function runTool(command: string, args: string[], cwd: string) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env: interpreterEnvironment });
  if (status !== 0) throw new Error(stderr);
}
const cargo = (title: string, change: () => void): Case => ({
  title: `cargo: ${title}`,
  needs: ['cargo'],
  prepare: () => {
    writeCargoProject('app');
    lockDependencies('app');
  },
  trusted: call('hello.rs', "{ cwd: 'app' }"),
  change,
});

function writeGoModule() {
  write('go.mod', 'module example.com/hello\n\ngo 1.18\n');
  write('hello.go', 'package main\n\nimport "example.com/hello/text"\n\nfunc main() { println(text.Text) }\n');
  write('text/text.go', 'package text\n\nconst Text = "one"\n');
}
const goCase = (title: string, change: () => void): Case => ({
  title: `go: ${title}`,
  needs: ['go'],
  prepare: writeGoModule,
  trusted: call('hello.go'),
  change,
});

const classOf = (name: string, text: string) =>
  `package acme; public class ${name} { public static String text() { return "${text}"; } ` +
  `public static String other() { return "other"; } }`;
/** main.jar, whose manifest refers to lib/part.jar, which refers to lib/deep.jar. */
function writeJars() {
  const withClassPath = (jar: string, name: string, classPath: string) =>
    buildJar(place(jar), { [`${name}.java`]: classOf(name, name.toLowerCase()) }, { 'Class-Path': classPath });
  withClassPath('main.jar', 'Main', 'lib/part.jar');
  withClassPath('lib/part.jar', 'Part', 'none.jar\nClass-Path: deep.jar\ttab.jar classes/');
  buildJar(place('lib/deep.jar'), { 'Deep.java': classOf('Deep', 'deep') });
}
const jarCall = (method: string) =>
  call('main.jar', `{ className: 'acme.${method.split('.')[0]}', method: '${method.split('.')[1]}' }`);
const jar = (title: string, more: Pick<Case, 'change' | 'other'>): Case => ({
  title: `jar: ${title}`,
  needs: ['java', 'javac'],
  prepare: writeJars,
  trusted: jarCall('Main.text'),
  ...more,
});

/** The same command and file, with arguments that name another program. */
const argument = (commandName: string, file: string, args: string, prepare?: () => void): Case => ({
  title: `the arguments of ${commandName}`,
  needs: [],
  prepare: () => {
    write(file, 'echo 1', 0o755);
    prepare?.();
  },
  trusted: call(file, `{ command: '${commandName}' }`),
  other: call(file, `{ command: '${commandName}' }`, args),
});

const cases: Case[] = [
  argument('find', 'a.sh', "['-exec', 'sh', '-c', 'echo other', ';']"),
  argument('env', 'A=1', "['sh', '-c', 'echo other']"),
  argument('./tool', 'a.sh', "['-exec', 'sh', '-c', 'echo other', ';']", () =>
    symlinkSync('/usr/bin/find', place('tool')),
  ),
  command('/bin/cat'),
  command('python3', python),
  command('./python', python, () => write('python', '#!/bin/sh\necho other', 0o755)),
  {
    title: 'the content of a command in the workspace',
    needs: [],
    prepare: () => {
      write('a.sh', 'echo 1');
      write('tool', '#!/bin/sh\necho one', 0o755);
    },
    trusted: call('a.sh', "{ command: './tool' }"),
    change: () => write('tool', '#!/bin/sh\necho two', 0o755),
  },
  inEnvironment("HOME: '/tmp'"),
  inEnvironment("XDG_CONFIG_HOME: '/tmp'"),
  inEnvironment("CC: './cc'"),
  inEnvironment("'BASH_FUNC_x%%': '() { echo other; }'"),
  inEnvironment("LD_PRELOAD: '/tmp/x.so'"),
  inEnvironment("PYTHONPATH: '/tmp'", python),
  inEnvironment("NEVER_HEARD_OF: 'x'"),
  inEnvironment('LD_LIBRARY_PATH: undefined'),
  {
    title: 'another value of a variable',
    needs: [],
    prepare: () => write('a.sh', 'eval "$CODE"'),
    trusted: call('a.sh', "{ env: { CODE: 'echo 1' } }"),
    other: call('a.sh', "{ env: { CODE: 'echo 2' } }"),
  },
  {
    title: 'another working directory',
    needs: [],
    prepare: () => {
      write('a.sh', '. ./part.sh');
      write('part.sh', 'echo 1');
      write('sub/part.sh', 'echo 2');
    },
    trusted: call('a.sh'),
    other: call('a.sh', "{ cwd: 'sub' }"),
  },
  {
    title: 'cargo: another working directory',
    needs: ['cargo'],
    prepare: () => {
      writeCargoProject('app');
      lockDependencies('app');
      writeCargoProject('evil');
    },
    trusted: call('hello.rs', "{ cwd: 'app' }"),
    other: call('hello.rs', "{ cwd: 'evil' }"),
  },
  cargo('a source', () => write('app/src/other.rs', 'pub fn text() -> &\'static str { "two" }')),
  cargo('a build script', () => write('app/build.rs', 'fn main() {}')),
  cargo('Cargo.toml', () =>
    write('app/Cargo.toml', '[package]\nname = "hello"\nversion = "0.2.0"\nedition = "2021"\n'),
  ),
  cargo('its configuration', () => write('app/.cargo/config.toml', '[build]\nrustc-wrapper = "./x"\n')),
  cargo('the configuration of a folder above', () => write('.cargo/config.toml', '[build]\nrustc-wrapper = "./x"\n')),
  {
    title: 'cargo: a dependency outside of the project',
    needs: ['cargo'],
    prepare: () => {
      writeCargoProject('app');
      write('dep/Cargo.toml', '[package]\nname = "dep"\nversion = "0.1.0"\nedition = "2021"\n');
      write('dep/src/lib.rs', 'pub const TEXT: &str = "one";');
      write(
        'app/Cargo.toml',
        '[package]\nname = "hello"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\ndep = { "p\\u0061th" = "../dep" }\n',
      );
      lockDependencies('app');
    },
    trusted: call('hello.rs', "{ cwd: 'app' }"),
    change: () => write('dep/src/lib.rs', 'pub const TEXT: &str = "two";'),
  },
  goCase('another package of the module', () => write('text/text.go', 'package text\n\nconst Text = "two"\n')),
  goCase('go.mod', () => write('go.mod', 'module example.com/hello\n\ngo 1.19\n')),
  goCase('a workspace above the module', () =>
    writeFileSync(path.join(workspace, 'go.work'), 'go 1.18\nuse ./programs\n'),
  ),
  {
    title: 'go: a module that go.mod puts in the place of another',
    needs: ['go'],
    prepare: () => {
      writeGoModule();
      write('go.mod', 'module example.com/hello\n\ngo 1.18\n\nreplace example.com/dep => ../dep\n');
      mkdirSync(path.join(workspace, 'dep'));
      writeFileSync(path.join(workspace, 'dep/go.mod'), 'module example.com/dep\n');
    },
    trusted: call('hello.go'),
    change: () => writeFileSync(path.join(workspace, 'dep/dep.go'), 'package dep\n'),
  },
  {
    title: 'go: an argument that is another source',
    needs: ['go'],
    prepare: () => {
      write('hello.go', 'package main\n\nfunc main() { println(1) }\n');
      write('other.go', 'package main\n\nfunc init() { println(2) }\n');
    },
    trusted: call('hello.go'),
    other: call('hello.go', '{}', "['other.go']"),
  },
  {
    title: 'go: the content of an argument that is another source',
    needs: ['go'],
    prepare: () => {
      write('hello.go', 'package main\n\nfunc main() { println(1) }\n');
      write('other.go', 'package main\n\nfunc init() { println(2) }\n');
    },
    trusted: call('hello.go', '{}', "['other.go']"),
    change: () => write('other.go', 'package main\n\nfunc init() { println(3) }\n'),
  },
  jar('a jar of its Class-Path', {
    change: () => buildJar(place('lib/part.jar'), { 'Part.java': classOf('Part', 'other') }),
  }),
  jar('a jar of the Class-Path of its Class-Path', {
    change: () => buildJar(place('lib/deep.jar'), { 'Deep.java': classOf('Deep', 'other') }),
  }),
  // Java takes the last of several lines, in which tabs divide names, too.
  jar('a jar that a second line of the Class-Path names', {
    change: () => buildJar(place('lib/tab.jar'), { 'Deep.java': classOf('Deep', 'other') }),
  }),
  jar('a class in a folder of the Class-Path', { change: () => write('lib/classes/acme/Part.class', 'x') }),
  {
    title: 'a link that leads to another program',
    needs: [],
    prepare: () => {
      write('a1.sh', 'echo 1');
      write('a2.sh', 'echo 2');
      symlinkSync('a1.sh', place('a.sh'));
    },
    trusted: call('a.sh'),
    scope: 'always-this-file',
    change: () => {
      rmSync(place('a.sh'));
      symlinkSync('a2.sh', place('a.sh'));
    },
  },
];

// Trusting the directory allows most: the other permissions cover fewer of the same calls.
test.each(cases.filter(({ needs }) => needs.every(hasInterpreter)))(
  'asks again: $title',
  async ({ prepare, trusted, change, other = trusted, scope = 'directory' }) => {
    prepare();
    const first = await run(`${trusted}\n${trusted}`, scope);
    expect(first.error).toBeUndefined();
    expect(first.questions).toHaveLength(1);
    change?.();
    const { questions, error, of } = await run(other, 'deny');
    expect(questions).toHaveLength(1);
    expect(error).toMatchObject({ code: 'NotAllowed' });
    expect(of('program.started')).toEqual([]);
  },
  90_000,
);

test.each(['always-this-content', 'always-this-file', 'directory', 'directory-content'] as const)(
  '"%s" covers the variables and the project that were shown',
  async (answer) => {
    write('a.sh', 'echo 1');
    const call = (value: string) => `await pm.executeAsync('a.sh', [], { env: { CODE: '${value}' } });`;
    expect((await run(`${call('1')} ${call('1')}`, answer)).questions).toHaveLength(1);
    expect((await run(call('1'), 'deny')).questions).toHaveLength(0);
    expect((await run(call('2'), 'deny')).questions).toHaveLength(1);
    expect((await run("await pm.executeAsync('a.sh');", 'deny')).questions).toHaveLength(1);
  },
);

test.each([
  ["{ command: 'bash' }", 'a.sh'],
  ["{ command: '/bin/sh' }", 'a.txt'],
  ["{ command: './tool' }", 'a.txt'],
  ["{ command: 'cat' }", 'a.txt'],
])('the arguments of other commands are input: %s', async (options, file) => {
  write(file, 'echo 1');
  write('tool', '#!/bin/sh\necho 1', 0o755);
  await run(call(file, options), 'always-this-content');
  expect((await run(call(file, options, "['-exec', 'x']"), 'deny')).questions).toEqual([]);
});

test('a file name that an interpreter would parse as something else is passed as a path', async () => {
  const names = ['@x.sh', '-x.sh', '+x.sh', '=x.sh', '%x.sh', '~x.sh'];
  for (const name of names) write(name, 'echo "$0"');
  const { logged } = await run(
    `for (const name of ${JSON.stringify(names)}) console.log(await pm.executeAsync(name));`,
    'once',
  );
  expect(logged).toEqual(names.map((name) => `./${name}`));
});

test.runIf(hasInterpreter('java') && hasInterpreter('javac'))('@x.jar is a jar, not a file of arguments', async () => {
  buildJar(place('other.jar'), { 'Main.java': 'public class Main { public static void main(String[] a) { } }' });
  renameSync(place('other.jar'), place('@x.jar'));
  const { error } = await run(call('@x.jar'), 'once');
  expect(error?.message).toContain('no main manifest attribute, in ./@x.jar');
});

test.runIf(hasInterpreter('java') && hasInterpreter('javac')).each([
  ['a class of Java itself', "{ className: 'java.lang.System', method: 'load' }", "['/tmp/x.so']"],
  [
    'a class of the executor',
    "{ className: 'outrigger.jarexecuter.Main', method: 'main', paramTypes: ['String[]'] }",
    '[[]]',
  ],
])('a permission for a jar does not cover %s', async (_title, options, args) => {
  writeJars();
  const { error } = await run(call('main.jar', options, args), 'directory');
  expect(error?.message).toMatch(/is no class of the jar/);
});

test.runIf(hasInterpreter('java') && hasInterpreter('javac'))(
  'one permission covers every method of a jar',
  async () => {
    writeJars();
    await run(jarCall('Main.text'), 'always-this-content');
    expect((await run(`${jarCall('Main.other')} ${jarCall('Part.text')}`, 'deny')).questions).toEqual([]);
  },
);

test('the language, the locale and the time zone cause no question', async () => {
  write('a.sh', 'echo 1');
  await run(call('a.sh'), 'always-this-content');
  const { questions } = await run(
    call('a.sh', "{ env: { LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }, cwd: '.', command: 'sh' }"),
    'deny',
  );
  expect(questions).toEqual([]);
});

test('permissions and questions contain no value of a variable in plain text', async () => {
  write('a.sh', 'echo 1');
  await run(call('a.sh', "{ env: { TOKEN: 'very secret' } }"), 'directory');
  const stored = readFileSync(store, 'utf8');
  expect(stored).toContain('TOKEN');
  expect(stored).not.toContain('very secret');
});

test('a permission for this call only, if not everything can be hashed', async () => {
  write('hello.sh', 'echo 1');
  write('hello.go', 'package main\n\nfunc main() { println(1) }\n');
  write('go.mod', 'module example.com/hello\n');
  symlinkSync('/', place('everything'));
  const twoCalls = `${call('hello.go', "{ command: 'echo' }")} ${call('hello.go', "{ command: 'echo' }")}`;
  const { questions, error } = await run(twoCalls, 'directory');
  expect(error).toBeUndefined();
  expect(questions).toMatchObject([
    { onceOnly: expect.stringContaining('everything is a link that leads out of the folder') as string },
    { directoryContent: { problem: expect.stringContaining('everything') as string } },
  ]);
});

test('files that a program uses are covered by the hash of the directory', async () => {
  write('a.sh', '. ./part.sh');
  write('part.sh', 'echo 1');
  expect((await run(`${call('a.sh')} ${call('a.sh')}`, 'directory-content')).questions).toHaveLength(1);
  write('part.sh', 'echo 2');
  expect((await run(call('a.sh'), 'deny')).questions).toHaveLength(1);
  write('part.sh', 'echo 1');
  expect((await run(call('a.sh'), 'deny')).questions).toHaveLength(0);
});

test.each([
  ['once', 'its content'],
  ['always-this-content', 'its content'],
] as const)('a program that is replaced while it waits for its turn is refused, after "%s"', async (answer, what) => {
  const queue = pLimit(1);
  const isFull = Promise.withResolvers<undefined>();
  void queue(() => isFull.promise);
  write('a.sh', 'echo one');
  const authorize = createAuthorize(await openTrustStore(store, () => undefined), () => Promise.resolve(answer));
  const ended = runner.run(call('a.sh'), { directory, authorize, inTurn: queue });
  await expect.poll(() => queue.pendingCount).toBe(1);
  write('a.sh', 'echo two');
  isFull.resolve(undefined);
  const { error, of } = await ended;
  expect(error).toMatchObject({ code: 'NotAllowed' });
  expect(error?.message).toContain(`a.sh was changed after it was allowed: ${what}.`);
  expect(of('program.started')).toEqual([]);
});

test.runIf(hasInterpreter('java') && hasInterpreter('javac'))(
  'a jar that is replaced while its warm JVM serves another call is refused',
  async () => {
    const slow = (text: string) =>
      `package acme; public class Main { public static String text() throws Exception { ` +
      `new java.io.File(System.getProperty("user.dir"), "begun").createNewFile(); ` +
      `while (!new java.io.File(System.getProperty("user.dir"), "go").exists()) Thread.sleep(5); return "${text}"; } }`;
    buildJar(place('main.jar'), { 'Main.java': slow('one') });
    let questions = 0;
    const authorize = createAuthorize(await openTrustStore(store, () => undefined), () => {
      questions += 1;
      return Promise.resolve('always-this-content' as const);
    });
    const warm = call('main.jar', "{ className: 'acme.Main', method: 'text', warm: true }")
      .replace('await ', '')
      .slice(0, -1);
    let waiting = 0;
    const ended = runner.run(
      `const results = await Promise.allSettled([${warm}, ${warm}]); for (const { value, reason } of results) console.log(value ?? reason.code);`,
      {
        directory,
        authorize: async (request, signal) => {
          const permission = await authorize(request, signal);
          waiting += 1;
          return permission;
        },
      },
    );
    // The event `program.started` comes before Java has opened the jar.
    await expect.poll(() => waiting === 2 && existsSync(place('begun')), { timeout: 20_000 }).toBe(true);
    buildJar(place('main.jar'), { 'Main.java': slow('two') });
    write('go', '');
    // Either call may have been the first.
    expect((await ended).logged.sort()).toEqual(['NotAllowed', 'one']);
    expect(questions).toBe(1);
  },
);
