import type { Language, LanguageError } from './language.ts';
import { messageFrom, placesIn } from './printed-lines.ts';

const HEADER = /^(?:\S*\/)?lua[\w.-]*: (.*)$/;
const PLACE = /^(.+?):(\d+): (.*)$/;

function findError(lines: readonly string[]): LanguageError | undefined {
  const start = lines.findLastIndex((line) => HEADER.test(line));
  const header = HEADER.exec(lines[start] ?? '')?.[1];
  if (header === undefined) return undefined;
  const [, file, line, message] = PLACE.exec(header) ?? [];
  const messageLines = [message ?? header, ...lines.slice(start + 1)];
  const frames = placesIn(lines.slice(start), /^\t(.+?):(\d+): in /);
  return {
    message: messageFrom(messageLines, 0, (text) => text === 'stack traceback:'),
    places: [...(file ? [{ file, line: Number(line) }] : []), ...frames],
  };
}

export const lua: Language = {
  name: 'Lua',
  extension: '.lua',
  prefix: ['lua'],
  install: 'Lua (lua.org, or apt install lua5.4, or brew install lua)',
  versionArguments: ['-v'],
  findError,
  printsWith: 'print',
  template: `local name, number = arg[1], arg[2]
print(("Hello %s, %d"):format(name, tonumber(number) + 1))
`,
  test: { packages: ['lua5.4'], brew: 'lua' },
};
