import { createInterface } from 'node:readline/promises';
import type { ConsentAnswer, ConsentQuestion } from '../contract/host-contract.ts';

const answers: Record<string, ConsentAnswer> = {
  o: 'once',
  c: 'always-this-content',
  f: 'always-this-file',
  d: 'directory',
  n: 'deny',
};

/** Asks on the terminal whether a program may run; the run's own output stands on stdout and is not disturbed. */
export async function askOnTerminal(question: ConsentQuestion, signal: AbortSignal): Promise<ConsentAnswer> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const lines = [
    '',
    'A script wants to run a program that is not trusted yet:',
    `  file     ${question.file}`,
    `  SHA-256  ${question.sha256}`,
    `  command  ${question.command}`,
    `  starts   ${question.executable}`,
    `  folder   ${question.cwd}`,
    ...question.environment.map(
      ({ name, value, dangerous }) =>
        `  sets     ${name}=${value}${dangerous ? '   (can change which code runs)' : ''}`,
    ),
    'Allow (o)nce, always until the file (c)hanges, always this (f)ile, every program in this (d)irectory, or (n)o?',
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
  // The interface takes Ctrl+C from the process: it must still stop the run.
  terminal.on('SIGINT', () => process.emit('SIGINT'));
  try {
    for (;;) {
      const typed = (await terminal.question('[o/c/f/d/n] ', { signal })).trim().toLowerCase();
      const answer = Object.hasOwn(answers, typed) ? answers[typed] : undefined;
      if (answer) return answer;
    }
  } finally {
    terminal.close();
  }
}
