/**
 * Renders the printed command from the argv that is executed, so that pasting it into the user's shell makes the same
 * call from any folder.
 */
import { isShellWord, printfFormat, quoteForSh } from './quote-for-sh.ts';
import { isCmdWord, quoteForCmd, quoteForWindows, quoteProgramForCmd } from './quote-for-windows.ts';

export interface RenderedCall {
  argv: readonly [string, ...string[]];
  /** Absolute path of the first word; printed instead of it where a shell would run a built-in command. */
  executable?: string;
  /** Variables to set; null removes a variable. */
  env?: Readonly<Record<string, string | null>>;
  /** Absolute. Absent: the command does not change its working directory. */
  cwd?: string;
  /** The program's standard input. Absent: the command does not redirect its input. */
  stdin?: string | undefined;
}

/** Characters; a longer input has to be written to a file by the person. */
const MAX_PRINTED_INPUT = 1024 * 1024;
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

/** The words before the command: `env` with the changes, if there are any. */
function environmentForSh(env: Readonly<Record<string, string | null>>, command: string): string[] {
  const changes = Object.entries(env);
  if (changes.length === 0) return [];
  const removedNames = changes.flatMap(([name, value]) => (value === null ? ['-u', quoteForSh(name)] : []));
  const set = changes.flatMap(([name, value]) => (value === null ? [] : [assignment(name, value)]));
  const end = [...changes.map(([name]) => name), command].some((word) => word.startsWith('-')) ? ['--'] : [];
  // `env` would take a command with `=` for a variable; `nice` starts the given command unchanged.
  return ['env', ...removedNames, ...end, ...set, ...(command.includes('=') ? ['nice', '-n', '0'] : [])];
}

/** `NAME=value`; the assignment is quoted as one word unless the name is ordinary. */
const assignment = (name: string, value: string) =>
  /^[A-Za-z_]\w*$/.test(name) ? `${name}=${value === '' ? '' : quoteForSh(value)}` : quoteForSh(`${name}=${value}`);

function renderForCmd({ argv: [name, ...args], executable = name, env = {}, cwd, stdin }: RenderedCall): string {
  const first = isCmdWord(name) ? executable : name;
  const command =
    [quoteProgramForCmd(first), ...args.map(quoteForWindows)].join(' ') +
    (stdin === undefined ? '' : ` < ${INPUT_FILE}`);
  // `set` fails when it removes a variable that does not exist; the program has to run nevertheless.
  const sets = Object.entries(env).map(([name, value]) => `set ${quoteForCmd(`${name}=${value ?? ''}`)}`);
  const all = [...sets, command].join(' & ');
  if (cwd === undefined) return all;
  return `cd /d ${quoteForCmd(cwd)} && ${sets.length > 0 ? `(${all})` : all}`;
}
