import { fileURLToPath } from 'node:url';
import type { Language, LanguageError, SourcePlace } from './language.ts';
import { messageFrom, placesIn, withCauses } from './printed-lines.ts';

const STACK_LINE = /^\s+at .*?\(?((?:file:\/\/)?[^\s()][^()]*):(\d+):\d+\)?$/;
const isStack = (line: string) => /^\s+at /.test(line);
const NODE_VERSION = /^Node\.js v\d/;
const endsMessage = (line: string) =>
  isStack(line) ||
  NODE_VERSION.test(line) ||
  line.startsWith('Require stack:') ||
  line.startsWith('(Use `node --trace-');

/** Node's message for an uncaught error: the place, the line of the source, a caret below it. */
function findUncaught(lines: readonly string[]): { place: SourcePlace; message: number } | undefined {
  for (let index = lines.length - 3; index >= 0; index -= 1) {
    const [, file, line] = /^(\S.*):(\d+)$/.exec(lines[index] ?? '') ?? [];
    const caret = lines.slice(index + 1, index + 5).findIndex((text) => /^\s*\^+\s*$/.test(text));
    if (!file || caret < 0) continue;
    const afterCaret = index + 2 + caret;
    const message = lines[afterCaret] === '' ? afterCaret + 1 : afterCaret;
    return { place: { file, line: Number(line) }, message };
  }
  return undefined;
}

/** The line above the last stack, for a program that has printed `console.error(error)` before it ended itself. */
function findPrinted(lines: readonly string[]): number | undefined {
  const stackEnd = lines.findLastIndex(isStack);
  if (stackEnd < 0) return undefined;
  const above = lines.slice(0, stackEnd).findLastIndex((line) => !isStack(line));
  return above < 0 ? undefined : above;
}

function findError(lines: readonly string[]): LanguageError | undefined {
  const uncaught = findUncaught(lines);
  const start = uncaught?.message ?? findPrinted(lines);
  if (start === undefined) return undefined;
  const message = messageFrom(lines, start, endsMessage).replace(/ \{$/, '');
  const below = lines.slice(start);
  const end = below.findIndex((line) => NODE_VERSION.test(line));
  const causes = below
    .slice(0, end < 0 ? undefined : end)
    .flatMap((line) => /^\s+\[cause\]: (.+?)(?: \{)?$/.exec(line)?.[1] ?? []);
  const stack = placesIn(below, STACK_LINE);
  // The stack of a SyntaxError begins in the module loader, that of another error where it was created.
  const places = message.startsWith('SyntaxError') ? [] : stack;
  if (uncaught) places.push(uncaught.place);
  const reason = /The promise rejected with the reason "([^]*)"\.$/.exec(message)?.[1];
  return {
    message: withCauses([reason === undefined ? message : `UnhandledPromiseRejection: ${reason}`, ...causes]),
    places: places.map(({ file, line }) => ({ file: toPath(file), line })),
  };
}

function toPath(file: string): string {
  try {
    return file.startsWith('file://') ? fileURLToPath(file) : file;
  } catch {
    return file;
  }
}

export const javascript: Language = {
  name: 'JavaScript',
  extension: '.js',
  prefix: ['node'],
  install: 'Node.js (nodejs.org, or apt install nodejs, or brew install node)',
  versionArguments: ['--version'],
  findError,
  printsWith: 'console.log',
  template: `const [name, number] = process.argv.slice(2);
console.log(\`Hello \${name}, \${Number(number) + 1}\`);
`,
  test: { packages: ['nodejs'], brew: 'node' },
};
