/** The printed command, pasted into the usual shells, makes the same call. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pLimit from 'p-limit';
import { describe, expect, test } from 'vitest';
import type { ProgramCall } from '../../../../contract/scripts/guest-contract.ts';
import { callDirectly } from '../../../testing/direct-call.ts';
import { hasInterpreter, interpreterEnvironment } from '../../../testing/interpreters.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { randomNumbers } from '../../../testing/random-numbers.ts';

const CALLS = 200;
const nasty = [
  '',
  ' ',
  'plain',
  'a b',
  "it's",
  "''",
  '"quoted"',
  '$HOME',
  '${HOME}',
  '`id`',
  '$(id)',
  '%PATH%',
  '%1',
  '=ls',
  '=x=y',
  'line\nbreak',
  '\n',
  'ends\n\n',
  'tab\there',
  '\r',
  'cr\r\nlf',
  '\u001b[2J',
  '\u0007',
  '\u0001\u007f',
  '\u0085',
  '\u202egnp.exe',
  '\u200b',
  '😀ü',
  '\ud800 alone',
  '-n',
  '-',
  '--',
  '-x=1',
  '+x',
  'A=1',
  'a+=1',
  '*',
  '?',
  '[a]',
  '~',
  '~root',
  '#no comment',
  '\\',
  'a\\',
  '\\n',
  '\\\\n',
  '\\047',
  '!history',
  '!!',
  '!-1',
  "it's !me",
  '^a^b',
  '{a,b}',
  '{1..3}',
  '; exit 7',
  '& exit 7',
  '| cat',
  '> file',
  '< /nowhere',
  '>&2',
  '()',
  '[[',
  'if',
  ';;',
  '%s',
  '%n%d',
  'x%%y',
  '@',
  ':',
  ',',
  '\ufeff',
];
const names = [
  'A',
  'b_2',
  '$(touch stolen)',
  'a b',
  "it's",
  '-x',
  '-u',
  '`id`',
  '!x',
  'ü',
  'A.B',
  'a\nb',
  '\u001b[1m',
  'x%y',
  '#',
  '*',
];
const folders = ['.', 'sub', "it's $HOME here", '-dash', 'new\nline', '!bang', '\u202eecho', '=equals'];

/**
 * Prints in hex the working directory, its arguments, the variables with the names below, and its input if there is
 * any.
 */
const probe = `#!/usr/bin/perl
# Loading Cwd is most of the time of this program, and Linux answers without it.
my $folder = readlink '/proc/self/cwd';
$folder = do { require Cwd; Cwd::getcwd() } unless defined $folder;
print "cwd ", unpack('H*', $folder), "\\n";
print 'argument ', unpack('H*', $_), "\\n" for @ARGV;
for my $name (${[...names, 'HOME', 'EXTRA'].map((name) => `pack('H*', '${Buffer.from(name).toString('hex')}')`).join(', ')}) {
  print 'variable ', unpack('H*', $name), ' ', (exists $ENV{$name} ? unpack('H*', $ENV{$name}) : 'removed'), "\\n";
}
local $/;
print 'input ', unpack('H*', <STDIN> // ''), "\\n";
`;

const directory = temporaryFolder('printed');
const otherFolder = temporaryFolder('elsewhere');
// Locales with multibyte and with single-byte characters, because the result must be the same.
const env: NodeJS.ProcessEnv = { ...interpreterEnvironment, LC_ALL: 'C.UTF-8', HOME: otherFolder };
for (const folder of folders) mkdirSync(path.join(directory, folder), { recursive: true });
for (const file of ['probe.pl', '-probe.pl', "it's $(id).pl", '=probe.pl']) {
  writeFileSync(path.join(directory, file), probe);
  chmodSync(path.join(directory, file), 0o755);
}
/** Programs whose names are special to a shell. */
const bin = path.join(directory, 'bin dir');
mkdirSync(bin);
for (const name of ['echo', 'test', 'a=b', '-dash', 'if', "it's"]) {
  writeFileSync(path.join(bin, name), probe);
  chmodSync(path.join(bin, name), 0o755);
}
env['PATH'] = `${bin}:${env['PATH'] ?? ''}`;

function makeCall(random: (below: number) => number): ProgramCall {
  const oneOf = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const word = () => (random(3) === 0 ? oneOf(nasty) + oneOf(nasty) : oneOf(nasty));
  const options: Record<string, unknown> = {};
  if (random(2) === 0) options['cwd'] = oneOf(folders);
  if (random(2) === 0) {
    const entries = Array.from({ length: 1 + random(3) }, () => [oneOf(names), word()] as const);
    options['env'] = { ...Object.fromEntries(entries), ...(random(2) === 0 ? { HOME: null } : {}) };
  }
  if (random(3) === 0)
    options['stdin'] = oneOf([word(), `${word()}\n${word()}`, 'nul\0here\n', '-n', 'long ü\n'.repeat(3000)]);
  if (random(5) === 0) options['command'] = oneOf(['perl', 'echo', 'test', 'a=b', '-dash', 'if', "it's"]);
  const file = oneOf(['probe.pl', './-probe.pl', "it's $(id).pl", '=probe.pl']);
  return { file, args: Array.from({ length: random(6) }, word), options };
}

async function callForReal(call: ProgramCall): Promise<{ result: string; command: string }> {
  const { reply, events } = await callDirectly(directory, { ...call, env });
  if (!reply.ok) throw new Error(`${JSON.stringify(call)}: ${String(reply.error['message'])}`);
  const [command = ''] = events.flatMap((event) => (event.type === 'program.started' ? [event.command] : []));
  return { result: reply.value ?? '', command };
}

function paste([shell, ...args]: readonly [string, ...string[]], command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(shell, [...args, '-c', command], { cwd: otherFolder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', reject);
    child.on('close', () => resolve(Buffer.concat(output).toString().replace(/\n$/, '')));
  });
}

const shells: [string, ...string[]][] = [['bash', '--norc'], ['dash'], ['zsh', '-f'], ['busybox', 'sh']];

describe.runIf(process.platform !== 'win32' && hasInterpreter('perl'))('the printed command', () => {
  const random = randomNumbers(20_250_611);
  const calls = Array.from({ length: CALLS }, () => makeCall(random));
  const limit = pLimit(8);
  const callsForReal = Promise.all(calls.map((call) => limit(() => callForReal(call))));

  test('contains nothing that controls a terminal', async () => {
    for (const { command } of await callsForReal) {
      expect(command).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\ufeff]/);
    }
  }, 60_000);

  describe.each(shells.filter(([shell]) => hasInterpreter(shell)))('%s', (...shell) => {
    test('pasted in another folder makes the same call', async () => {
      const results = await Promise.all((await callsForReal).map(({ command }) => limit(() => paste(shell, command))));
      for (const [index, { result, command }] of (await callsForReal).entries()) {
        expect(results[index], command).toBe(result);
      }
    }, 120_000);
  });

  const interactive = [
    ['bash', ['--norc', '--noprofile', '-i'], 'set -H'],
    ['zsh', ['-f', '-i'], ':'],
  ] as const;
  test.each(interactive.filter(([shell]) => hasInterpreter(shell)))(
    'typed into an interactive %s with history makes the same call',
    async (shell, args, first) => {
      const all = (await callsForReal).filter((_, index) => index % 4 === 0 && !calls[index]?.options?.['cwd']);
      const session = path.join(otherFolder, 'results');
      rmSync(session, { force: true });
      // A program without input would read the next command.
      const lines = all.map(({ command }) => `( ${command} ) </dev/null >>'${session}'; echo >>'${session}'`);
      const input = `unset HISTFILE\n${first}\necho earlier\n${lines.join('\n')}\nexit\n`;
      spawnSync(shell, args, { input, cwd: otherFolder, env, encoding: 'utf8' });
      expect(readFileSync(session, 'utf8').slice(0, -2).split('\n\n')).toEqual(all.map(({ result }) => result));
    },
    60_000,
  );
});
