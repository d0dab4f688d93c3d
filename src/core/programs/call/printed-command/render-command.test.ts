import { execaSync } from 'execa';
import { expect, test } from 'vitest';
import { visibleText } from '../../../../contract/visible-text.ts';
import { onOneLine } from './quote-for-sh.ts';
import { quoteForWindows } from './quote-for-windows.ts';
import { renderCommand } from './render-command.ts';

const unusualArguments = [
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
  "\n\n'quoted'\n'\n😀\n%s\\\n",
  'tab\there',
  'zero\u200bwidth and \u{e0041}tag',
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
  const code = 'console.log(JSON.stringify(process.argv.slice(1)))';
  const printed = renderCommand({ argv: [process.execPath, '-e', code, '--', ...unusualArguments] }, 'linux');
  for (const shell of ['sh', 'bash']) {
    expect(JSON.parse(execaSync(shell, ['-c', printed]).stdout)).toEqual(unusualArguments);
  }
  const line = onOneLine(printed);
  expect(visibleText(line)).toBe(line);
  expect(JSON.parse(execaSync('bash', ['-c', line]).stdout)).toEqual(unusualArguments);
});

test('an ordinary call has the usual form', () => {
  expect(renderCommand({ argv: ['python', 'hello.py', 'world', '42'] }, 'linux')).toBe('python hello.py world 42');
  expect(renderCommand({ argv: ['node', 'a b.js', '{"x":1}'] }, 'linux')).toBe(`node 'a b.js' '{"x":1}'`);
});

test('for cmd.exe every word is quoted as the C runtime parses it, and cmd interprets nothing', () => {
  expect(quoteForWindows('plain')).toBe('plain');
  expect(quoteForWindows('a b')).toBe('^"a b^"');
  expect(quoteForWindows('say "hi"')).toBe('^"say \\^"hi\\^"^"');
  expect(quoteForWindows('C:\\dir\\')).toBe('C:\\dir\\');
  expect(quoteForWindows('C:\\my dir\\')).toBe('^"C:\\my dir\\\\^"');
  expect(quoteForWindows('%PATH%')).toBe('^"^%PATH^%^"');
  expect(quoteForWindows('a&b')).toBe('^"a^&b^"');
});

test('for cmd.exe no argument, variable or folder begins a line of its own, or acts on the terminal', () => {
  const lines = 'a\r\ncalc\r\n';
  const printed = renderCommand(
    { argv: ['a.exe', lines, '\t', '\x1b]0;x\x07'], env: { A: lines }, cwd: lines },
    'win32',
  );
  expect(printed).toBe(
    'cd /d ^"a\\x0d\\x0acalc\\x0d\\x0a^" && (set ^"A=a\\x0d\\x0acalc\\x0d\\x0a^" & ' +
      'a.exe ^"a\\x0d\\x0acalc\\x0d\\x0a^" ^"\\x09^" ^"\\x1b]0;x\\x07^")',
  );
  expect(quoteForWindows('a\n"b')).toBe('^"a\\x0a\\^"b^"');
});

test('for cmd.exe a program with the name of a built-in command is named by its path, and no name is divided', () => {
  const executable = 'C:\\tools\\del.exe';
  for (const name of ['del', 'ECHO', 'if'])
    expect(renderCommand({ argv: [name, 'x'], executable }, 'win32')).toBe('C:\\tools\\del.exe x');
  expect(renderCommand({ argv: ['python', 'x'], executable }, 'win32')).toBe('python x');
  expect(renderCommand({ argv: ['C:\\Program Files\\a=b.exe', 'x y'] }, 'win32')).toBe(
    'C:\\Program^ Files\\a^=b.exe ^"x y^"',
  );
});

test.runIf(process.platform !== 'win32')('variables that are set and removed are part of the command', () => {
  const code = "console.log(JSON.stringify([process.env.A, process.env['B C'] ?? null, 'HOME' in process.env]))";
  const printed = renderCommand(
    { argv: [process.execPath, '-e', code], env: { A: "it's $HOME", HOME: null } },
    'linux',
  );
  expect(printed).toMatch(/^env -u HOME A='it'/);
  expect(JSON.parse(execaSync('sh', ['-c', printed]).stdout)).toEqual(["it's $HOME", null, false]);
});

test('for cmd.exe the folder comes first, and the parts of the call are one group', () => {
  const env = { A: 'b %c%', D: null };
  expect(renderCommand({ argv: ['a.exe', 'x'], env }, 'win32')).toBe('set ^"A=b ^%c^%^" & set ^"D=^" & a.exe x');
  expect(renderCommand({ argv: ['a.exe'], cwd: 'C:\\my dir' }, 'win32')).toBe('cd /d ^"C:\\my dir^" && a.exe');
  const all = renderCommand({ argv: ['a.exe'], env, cwd: 'C:\\p', stdin: 'x' }, 'win32');
  expect(all).toBe('cd /d ^"C:\\p^" && (set ^"A=b ^%c^%^" & set ^"D=^" & a.exe < stdin.txt)');
});
