import type { Language, LanguageError } from './language.ts';
import { messageFrom, placesIn, withCauses } from './printed-lines.ts';

const FRAME = /^[\s|]*File "(.+?)", line (\d+)/;
const HEADER = /^[\s|+]*(Exception Group )?Traceback \(most recent call last\):/;
const CAUSE = /^The above exception was the direct cause of the following exception:/;
const CONTEXT = /^During handling of the above exception, another exception occurred:/;
const NO_TRACEBACK = /^(SyntaxError|IndentationError|TabError)\b/;

/** Parses one traceback: the frames, ending with the nearest to the error, and the error below them. */
function readTraceback(lines: readonly string[], header: number): LanguageError {
  const after = lines.slice(header + 1);
  const isGroup = /^\s*\+ /.test(lines[header] ?? '');
  const texts = isGroup ? after.map((line) => line.replace(/^\s*[|+] ?/, '')) : after;
  const messageStart = texts.findIndex((line) => line !== '' && !/^\s/.test(line));
  const message = messageFrom(
    texts,
    messageStart,
    (line) => line === '' || CAUSE.test(line) || CONTEXT.test(line) || /^\+?-/.test(line),
  );
  return { message, places: placesIn(texts.slice(0, messageStart), FRAME).reverse() };
}

function findError(lines: readonly string[]): LanguageError | undefined {
  const headers = lines.flatMap((line, index) => (HEADER.test(line) && !/^\s+\|/.test(line) ? [index] : []));
  const last = headers.at(-1);
  const syntax = lines.findLastIndex((line) => NO_TRACEBACK.test(line));
  if (syntax > (last ?? -1)) {
    // The place of a syntax error is above its message, without a traceback when it is in the program itself.
    const above = lines.slice(Math.max(0, syntax - 10), syntax);
    return { message: lines[syntax] ?? '', places: placesIn(above, FRAME).reverse() };
  }
  if (last === undefined) return undefined;
  const { message, places } = readTraceback(lines, last);
  const messages = [message];
  let until = last;
  for (const header of headers.slice(0, -1).reverse()) {
    const between = lines.slice(header, until);
    const isCause = between.some((line) => CAUSE.test(line));
    if (!isCause && !between.some((line) => CONTEXT.test(line))) break;
    const cause = readTraceback(lines, header).message;
    messages.push(isCause ? cause : `an error while handling ${cause}`);
    until = header;
  }
  return { message: withCauses(messages), places };
}

export const python: Language = {
  name: 'Python',
  extension: '.py',
  prefix: ['python'],
  install: 'Python (python.org, or apt install python3 python-is-python3, or brew install python)',
  versionArguments: ['--version'],
  findError,
  printsWith: 'print',
  template: `import sys

name, number = sys.argv[1], int(sys.argv[2])
print("about to greet", name, file=sys.stderr)
print(f"Hello {name}, {number + 1}")
`,
  test: { packages: ['python3', 'python-is-python3'], brew: 'python' },
};
