import type { Language, LanguageError } from './language.ts';
import { messageFrom, placesIn, withCauses } from './printed-lines.ts';

const HEADER = /^(.+?):(\d+):in [`'].*?': (.*)$/;
const TOP_LEVEL = /^(.+?):(\d+): (.*\(\w*Error\)|.*syntax error.*)$/;
const FRAME = /^\tfrom (.+?):(\d+)(?::in |$)/;
const isHeader = (line: string) => HEADER.test(line) || TOP_LEVEL.test(line);

function findError(lines: readonly string[]): LanguageError | undefined {
  const headers = lines.flatMap((line, index) => (isHeader(line) ? [index] : []));
  // The causes of an error follow its frames, each with its own.
  const group: number[] = [];
  for (const header of headers.reverse()) {
    group.unshift(header);
    if (!FRAME.test(lines[header - 1] ?? '') && !isHeader(lines[header - 1] ?? '')) break;
  }
  const [first] = group;
  if (first === undefined) return undefined;
  const messages = group.map((index) => {
    const line = lines[index] ?? '';
    const message = (HEADER.exec(line) ?? TOP_LEVEL.exec(line))?.[3] ?? '';
    const messageLines = [message, ...lines.slice(index + 1)];
    // The underlined source follows after an empty line.
    return messageFrom(messageLines, 0, (text) => text === '' || FRAME.test(text) || isHeader(text));
  });
  const places = placesIn(lines.slice(first), /^(?:\tfrom )?(.+?):(\d+)(?::|$)/);
  return { message: withCauses(messages), places };
}

export const ruby: Language = {
  name: 'Ruby',
  extension: '.rb',
  prefix: ['ruby'],
  install: 'Ruby (ruby-lang.org, or apt install ruby, or brew install ruby)',
  versionArguments: ['--version'],
  findError,
  printsWith: 'puts',
  template: `name, number = ARGV
puts "Hello #{name}, #{number.to_i + 1}"
`,
  test: { packages: ['ruby'], brew: 'ruby' },
};
