/**
 * The printed command: rendered from the same argv that is executed, so that pasting it into the user's shell makes the
 * same call from any folder (external-programs-decisions, "printed command").
 */
import { isShellWord, printfFormat, quoteForSh } from './quote-for-sh.ts';
import { quoteForCmd, quoteForWindows } from './quote-for-windows.ts';

export interface RenderedCall {
  argv: readonly [string, ...string[]];
  /** Absolute path of the first word; printed where a shell would take the word for a command of its own. */
  executable?: string;
  /** Variables that are set, and with null those that are taken away. */
  env?: Readonly<Record<string, string | null>>;
  /** Absolute. Left out: the command says nothing about its working directory. */
  cwd?: string;
  /** What the program reads from its standard input. Left out: nothing is said about it. */
  stdin?: string | undefined;
}

/** Characters; a longer input is for a file that the person writes. */
export const MAX_PRINTED_INPUT = 1024 * 1024;
/** The name of that file in the printed command. */
export const INPUT_FILE = 'stdin.txt';

export function renderCommand(call: RenderedCall, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' ? renderForCmd(call) : renderForSh(call);
}

/** Whether the printed command reads its input from a file that the person has to write. */
export function needsInputFile(stdin: string | undefined, platform: NodeJS.Platform = process.platform): boolean {
  return stdin !== undefined && (platform === 'win32' || stdin.length > MAX_PRINTED_INPUT);
}

function renderForSh({ argv: [name, ...args], executable = name, env = {}, cwd, stdin }: RenderedCall): string {
  const first = isShellWord(name) ? executable : name;
  const command = [...environmentForSh(env, first), ...[first, ...args].map(quoteForSh)].join(' ');
  const input = stdin === undefined || needsInputFile(stdin, 'linux') ? '' : `printf ${printfFormat(stdin)} | `;
  const redirection = needsInputFile(stdin, 'linux') ? ` < ${INPUT_FILE}` : '';
  return `${cwd === undefined ? '' : `cd ${quoteForSh(cwd)} && `}${input}${command}${redirection}`;
}

/** The words before the command: `env` with the changes, where there are any. */
function environmentForSh(env: Readonly<Record<string, string | null>>, command: string): string[] {
  const changes = Object.entries(env);
  if (changes.length === 0) return [];
  const removed = changes.flatMap(([name, value]) => (value === null ? ['-u', quoteForSh(name)] : []));
  const set = changes.flatMap(([name, value]) => (value === null ? [] : [assignment(name, value)]));
  const end = [...changes.map(([name]) => name), command].some((word) => word.startsWith('-')) ? ['--'] : [];
  // `env` would take a command with `=` for one more variable; `nice` starts what it is given.
  return ['env', ...removed, ...end, ...set, ...(command.includes('=') ? ['nice', '-n', '0'] : [])];
}

/** `NAME=value` as people write it where the name is ordinary, else quoted as one word. */
const assignment = (name: string, value: string) =>
  /^[A-Za-z_]\w*$/.test(name) ? `${name}=${value === '' ? '' : quoteForSh(value)}` : quoteForSh(`${name}=${value}`);

function renderForCmd({ argv, env = {}, cwd, stdin }: RenderedCall): string {
  const command = argv.map(quoteForWindows).join(' ') + (stdin === undefined ? '' : ` < ${INPUT_FILE}`);
  // `set` fails when it takes a variable away that does not exist, and the program has to run all the same.
  const sets = Object.entries(env).map(([name, value]) => `set ${quoteForCmd(`${name}=${value ?? ''}`)}`);
  const all = [...sets, command].join(' & ');
  if (cwd === undefined) return all;
  return `cd /d ${quoteForCmd(cwd)} && ${sets.length > 0 ? `(${all})` : all}`;
}
