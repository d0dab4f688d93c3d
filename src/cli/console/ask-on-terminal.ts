/** Asks on the terminal whether a program may run. The run's output goes to stdout and is not mixed with it. */
import { createInterface } from 'node:readline/promises';
import pLimit from 'p-limit';
import { callerText, type ConsentAnswer, type ConsentQuestion } from '../../contract/scripts/programs.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { abortable } from '../../core/platform/abortable.ts';
import { countText } from '../../contract/count-text.ts';

const answers: Record<string, ConsentAnswer> = {
  o: 'once',
  c: 'always-this-content',
  f: 'always-this-file',
  d: 'directory',
  u: 'directory-content',
  n: 'deny',
};
/** Milliseconds without input after which everything typed before the question has been read. */
const QUIET_MS = 100;

// Questions are asked one at a time, so that a key answers only the question that is shown.
const inTurn = pLimit(1);

/**
 * Resolves to a refusal when the input ends. @throws AbortError when the signal aborts, also while it waits for its
 * turn
 */
export async function askOnTerminal(question: ConsentQuestion, signal: AbortSignal): Promise<ConsentAnswer> {
  return answers[await askForKey(textOf(question), keysFor(question), signal)] ?? 'deny';
}

/**
 * Shows a text and waits for one of the keys. Resolves to the last of them, a refusal, when the input ends.
 * @param text with strangers' parts escaped
 * @throws AbortError when the signal aborts, also while it waits for its turn
 */
export function askForKey(text: string, keys: readonly string[], signal: AbortSignal): Promise<string> {
  const answer = inTurn(async () => {
    signal.throwIfAborted();
    await dropTypedAhead(signal);
    process.stderr.write(`\n${text}\n`);
    return readKey(keys, signal);
  });
  return abortable(answer, signal);
}

/** The keys of the possible answers to a question. */
function keysFor({ onceOnly, directoryContent }: ConsentQuestion): string[] {
  if (onceOnly !== undefined) return ['o', 'n'];
  return Object.keys(answers).filter((key) => key !== 'u' || 'sha256' in directoryContent);
}

const choices: Record<string, string> = {
  o: '(o)nce',
  c: 'always until the file (c)hanges',
  f: 'always this (f)ile',
  d: 'every program in this (d)irectory',
  u: 'every program (u)ntil a file in this directory changes',
  n: 'or (n)o',
};

const situations = {
  new: 'that is not trusted yet',
  file: 'that has changed since you allowed it',
  directory: 'of a directory in which a file has changed since you allowed it',
};

function textOf(question: ConsentQuestion): string {
  const { caller, file, sha256, command, executable, cwd, environment, sources, onceOnly } = question;
  const more = sources.count > sources.names.length ? ' …' : '';
  const rows = [
    ['script', callerText(caller)],
    ['file', file],
    ['SHA-256', sha256],
    ['command', command],
    ['starts', executable],
    ['folder', cwd],
    ...environment.map(({ name, value, dangerous }) => [
      'sets',
      `${name}=${value}${dangerous ? '   (can change which code runs)' : ''}`,
    ]),
    ...(sources.count === 0
      ? []
      : [['with', `${countText(sources.count, 'file')}: ${sources.names.join(' ')}${more}`]]),
    ...(onceOnly === undefined ? [] : [['only once', onceOnly]]),
  ];
  return [
    `A script wants to run a program ${situations[question.changed ?? 'new']}:`,
    // A line end inside of a name must not look like a row of the table.
    ...rows.map(([label = '', value = '']) => `  ${label.padEnd(8)} ${visibleText(value)}`),
    ...(keysFor(question).includes('u')
      ? ['Other files that the program reads or imports are not covered, except by (u).']
      : ['Other files that the program reads or imports are not covered.']),
    `Allow ${keysFor(question)
      .map((key) => choices[key])
      .join(', ')}?`,
  ].join('\n');
}

/** Reads and discards the waiting input, without line mode because it may be an incomplete line. */
async function dropTypedAhead(signal: AbortSignal): Promise<void> {
  const { stdin } = process;
  const silence = Promise.withResolvers<void>();
  const timer = setTimeout(silence.resolve, QUIET_MS);
  const drop = (typed: Buffer | string) => {
    if (typed.includes(CTRL_C)) process.emit('SIGINT');
    timer.refresh();
  };
  stdin.setRawMode(true);
  stdin.on('data', drop);
  stdin.once('end', silence.resolve);
  stdin.resume();
  try {
    await abortable(silence.promise, signal);
  } finally {
    clearTimeout(timer);
    stdin.off('data', drop);
    stdin.off('end', silence.resolve);
    stdin.pause();
    stdin.setRawMode(false);
  }
}
const CTRL_C = '\x03';

async function readKey(keys: readonly string[], signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // In this mode Ctrl+C does not send a signal, but it must still stop the run.
  terminal.on('SIGINT', () => process.emit('SIGINT'));
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve(keys.at(-1) ?? '')));
  try {
    for (;;) {
      const line = terminal.question(`[${keys.join('/')}] `, { signal });
      // It is rejected when the input ends, after `ended`; the rejection must not count as unhandled.
      line.catch(() => undefined);
      const typedLine = (await Promise.race([line, ended])).trim().toLowerCase();
      if (keys.includes(typedLine)) return typedLine;
    }
  } catch (error) {
    process.stderr.write('\nThe question is withdrawn.\n');
    throw error;
  } finally {
    terminal.close();
  }
}
