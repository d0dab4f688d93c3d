import type { Language, LanguageError } from './language.ts';
import { withCauses } from './printed-lines.ts';

const START = /^(?:PHP )?(Parse error|Fatal error|Compile error|Recoverable fatal error): +(?:Uncaught )?(.*)$/;
const NEXT = /^Next (.*)$/;
/** A message ends in ` in <file>:<line>` for exceptions and ` on line <n>` for errors of the engine. */
const PLACE = /^(.*) in (\/.+?|[A-Za-z]:\\.+?|\S+)(?::| on line )(\d+)$/;

function readMessage(lines: readonly string[], first: string, after: number) {
  const texts = [first, ...lines.slice(after, after + 10)];
  for (const [index, text] of texts.entries()) {
    const [, end, file, line] = PLACE.exec(text) ?? [];
    if (file) return { message: [...texts.slice(0, index), end].join('\n'), place: { file, line: Number(line) } };
    if (text.startsWith('Stack trace:')) break;
  }
  return { message: first, place: undefined };
}

/** Errors are printed to stderr or, with `display_errors`, to stdout. */
function findError(stderr: readonly string[], stdout: readonly string[]): LanguageError | undefined {
  for (const lines of [stderr, stdout]) {
    const start = lines.findLastIndex((line) => START.test(line));
    if (start < 0) continue;
    const [, kind = '', first = ''] = START.exec(lines[start] ?? '') ?? [];
    const messages = [readMessage(lines, first, start + 1)];
    lines.forEach((line, index) => {
      const next = index > start && NEXT.exec(line)?.[1];
      if (next) messages.unshift(readMessage(lines, next, index + 1));
    });
    const isException = (lines[start] ?? '').includes('Uncaught ');
    const message = withCauses(messages.map((message) => message.message));
    return {
      message: isException ? message : `${kind}: ${message}`,
      places: messages.flatMap(({ place }) => (place ? [place] : [])),
    };
  }
  return undefined;
}

export const php: Language = {
  name: 'PHP',
  extension: '.php',
  prefix: ['php'],
  install: 'PHP (php.net, or apt install php-cli, or brew install php)',
  versionArguments: ['--version'],
  findError,
  printsWith: 'echo',
  template: `<?php
[, $name, $number] = $argv;
echo "Hello $name, ", $number + 1, PHP_EOL;
`,
  test: { packages: ['php-cli'], brew: 'php' },
};
