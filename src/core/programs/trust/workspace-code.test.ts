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
