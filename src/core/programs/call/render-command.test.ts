import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { quoteForWindows, renderCommand } from './render-command.ts';

const awkward = [
  'plain',
  '',
  'a b',
  "it's",
  '"quoted"',
  '$HOME',
  '`id`',
  '$(id)',
  '%PATH%',
  'line\nbreak',
  'tab\there',
  '😀',
  '-n',
  '--',
  'A=1',
  '*',
  '~',
  '#no comment',
  '\\',
  'a\\',
  '!history',
  '{a,b}',
  '; rm -rf /',
];

test.runIf(process.platform !== 'win32')('pasted into sh, the printed command makes exactly the same call', () => {
  const argv = [process.execPath, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...awkward];
  const printed = renderCommand(argv, {}, 'linux');
  for (const shell of ['sh', 'bash']) {
    expect(JSON.parse(execFileSync(shell, ['-c', printed], { encoding: 'utf8' }))).toEqual(awkward);
  }
});

test('an ordinary call reads as people write it', () => {
  expect(renderCommand(['python', 'hello.py', 'world', '42'], {}, 'linux')).toBe('python hello.py world 42');
  expect(renderCommand(['node', 'a b.js', '{"x":1}'], {}, 'linux')).toBe(`node 'a b.js' '{"x":1}'`);
});

test('for cmd.exe every word is quoted as the C runtime reads it, and nothing is left for cmd to act on', () => {
  expect(quoteForWindows('plain')).toBe('plain');
  expect(quoteForWindows('a b')).toBe('^"a b^"');
  expect(quoteForWindows('say "hi"')).toBe('^"say \\^"hi\\^"^"');
  expect(quoteForWindows('C:\\dir\\')).toBe('C:\\dir\\');
  expect(quoteForWindows('C:\\my dir\\')).toBe('^"C:\\my dir\\\\^"');
  expect(quoteForWindows('%PATH%')).toBe('^"^%PATH^%^"');
  expect(quoteForWindows('a&b')).toBe('^"a^&b^"');
});

test.runIf(process.platform !== 'win32')('variables that are set and taken away belong to the command', () => {
  const code = "console.log(JSON.stringify([process.env.A, process.env['B C'] ?? null, 'HOME' in process.env]))";
  const printed = renderCommand([process.execPath, '-e', code], { A: "it's $HOME", HOME: null }, 'linux');
  expect(printed).toMatch(/^env -u HOME A='it'/);
  expect(JSON.parse(execFileSync('sh', ['-c', printed], { encoding: 'utf8' }))).toEqual(["it's $HOME", null, false]);
  expect(renderCommand(['a.exe'], { A: 'b c', D: null }, 'win32')).toBe('set "A=b c" & set "D=" & a.exe');
});
