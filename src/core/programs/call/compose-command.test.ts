import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { composeCommand } from './compose-command.ts';
import { inferType } from '../jar/param-types.ts';
import type { ProgramOptions } from './program-options.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const compose = (file: string, args: string[] = [], options: ProgramOptions = {}) =>
  composeCommand({
    program: { directory: '/p', file: `/p/${file}` },
    args,
    options,
    jarExecuter: '/app/JarExecuter.jar',
    environment: { LANG: 'en_US.UTF-8' },
  });

test.each([
  ['a.jar', ['java', '-jar', 'a.jar', 'x']],
  ['a.py', ['python', 'a.py', 'x']],
  ['a.php', ['php', 'a.php', 'x']],
  ['a.js', ['node', 'a.js', 'x']],
  ['a.bsh', ['java', 'bsh.Interpreter', 'a.bsh', 'x']],
  ['a.go', ['go', 'run', 'a.go', 'x']],
  ['a.sh', ['sh', 'a.sh', 'x']],
  ['a.rb', ['ruby', 'a.rb', 'x']],
  ['a.lua', ['lua', 'a.lua', 'x']],
  ['a.rs', ['cargo', 'run', 'a.rs', 'x']],
  ['A.PY', ['python', 'A.PY', 'x']],
  ['sub/a.sh', ['sh', 'sub/a.sh', 'x']],
  ['-v.js', ['node', './-v.js', 'x']],
])('%s is run by its prefix', (file, argv) => {
  expect(compose(file, ['x']).argv).toEqual(argv);
});

test('command replaces the first word, and allows any extension', () => {
  expect(compose('a.jar', [], { command: '/opt/jdk/bin/java' }).argv).toEqual(['/opt/jdk/bin/java', '-jar', 'a.jar']);
  expect(compose('a.go', [], { command: 'go1.22' }).argv).toEqual(['go1.22', 'run', 'a.go']);
  expect(compose('a.pl', ['1'], { command: 'perl' }).argv).toEqual(['perl', 'a.pl', '1']);
  expect(compose('a.py', [], { command: 'my python' }).argv).toEqual(['my python', 'a.py']);
});

test('another working directory is resolved from the programs directory, and the file is an absolute path', () => {
  expect(compose('a.go', [], { cwd: 'mod' })).toMatchObject({ argv: ['go', 'run', '/p/a.go'], cwd: '/p/mod' });
  expect(compose('a.go', [], { cwd: '/else' })).toMatchObject({ cwd: '/else' });
});

test('the error about an unknown extension lists the known ones', () => {
  expect(() => compose('a.txt')).toThrow(/\.txt.*\.jar \.py \.php \.js \.bsh \.go \.sh \.rb \.lua \.rs/s);
  expect(() => compose('noending')).toThrow(/without an ending/);
});

test.runIf(process.platform !== 'win32')('the error about a compiled program says how to call it', () => {
  const directory = temporaryFolder('compiled');
  const file = path.join(directory, 'my signer');
  writeFileSync(file, '', { mode: 0o755 });
  const call = { program: { directory, file }, args: [], options: {}, jarExecuter: '', environment: {} };
  const remedy = expect.stringContaining(`exec './my signer' "$@"`) as unknown;
  expect(() => composeCommand(call)).toThrow(expect.objectContaining({ code: 'UnsupportedExtension', remedy }));
});

test('a named method of a jar is called through the executor', () => {
  const options = { className: 'com.acme.Sign', method: 'sign', paramTypes: ['String', 'int[]'] };
  expect(compose('a.jar', ['"x"', '[1]'], options).argv).toEqual([
    'java',
    '-jar',
    '/app/JarExecuter.jar',
    'a.jar',
    'com.acme.Sign.sign(String,int[])',
    '"x"',
    '[1]',
  ]);
  expect(compose('a.jar', ['"x"', '1', '1.5', 'true', '[1.5]'], { className: 'A', method: 'm' }).argv).toContain(
    'A.m(String,int,double,boolean,double[])',
  );
  expect(compose('a.jar', [], { className: 'A', method: 'm' }).argv).toContain('A.m()');
});

test('arguments that are too long for a command line are sent on standard input, before that of the method', () => {
  const long = JSON.stringify('é'.repeat(30_000));
  const { argv, stdin = '' } = compose('a.jar', [long], { className: 'A', method: 'm', stdin: 'a\nb' });
  expect(argv.at(-1)).toBe('-');
  const [first = '', ...methodLines] = stdin.split('\n');
  expect((JSON.parse(first) as string[]).map((json) => JSON.parse(json) as unknown)).toEqual(['é'.repeat(30_000)]);
  expect(methodLines.join('\n')).toBe('a\nb');
});

test('the last of paramTypes may cover the remaining arguments', () => {
  const options = { className: 'A', method: 'm', paramTypes: ['String', 'int...'] };
  for (const args of [['"x"'], ['"x"', '1'], ['"x"', '1', '2']])
    expect(compose('a.jar', args, options).argv).toContain('A.m(String,int...)');
  expect(() => compose('a.jar', [], options)).toThrow('"paramTypes" has 2 elements, but the call has 0 arguments');
});

test.each([
  ['1', 'int'],
  ['2147483648', 'long'],
  ['9223372036854775808', 'double'],
  ['{"a":1}', 'Map'],
  ['[1,3000000000]', 'long[]'],
  ['[1,2.5]', 'double[]'],
  ['["a",1]', 'String[]'],
  ['[[1],[2.5]]', 'double[][]'],
  ['-7', 'int'],
  ['1.5', 'double'],
  ['1e21', 'double'],
  ['true', 'boolean'],
  ['"1"', 'String'],
  ['null', 'String'],
  ['[1,2]', 'int[]'],
  ['[0.5]', 'double[]'],
  ['["a"]', 'String[]'],
  ['[true]', 'boolean[]'],
  ['[]', 'String[]'],
])('the type of %s is inferred as %s', (json, type) => {
  expect(inferType(json, JSON.parse(json))).toBe(type);
});
