import type { Language, LanguageError } from './language.ts';
import { lastLineOf } from './printed-lines.ts';

/** Errors of dash: `a.sh: 3: …`, bash and busybox: `a.sh: line 3: …`, zsh: `a.sh:3: …`. */
const PLACE = /^(.+?):(?: line)? ?(\d+): (.*)$/;

/**
 * A shell script ends with the error of its last command, in the last line, which has a place when the shell itself
 * printed it.
 */
function findError(lines: readonly string[]): LanguageError | undefined {
  const [, file, line, message] = PLACE.exec(lastLineOf(lines) ?? '') ?? [];
  return file && message ? { message, places: [{ file, line: Number(line) }] } : undefined;
}

export const shell: Language = {
  name: 'Shell',
  extension: '.sh',
  prefix: ['sh'],
  install: 'a POSIX shell (on Windows, Git for Windows brings one)',
  versionArguments: [],
  findError,
  printsWith: 'echo',
  template: `echo "Hello $1, $(($2 + 1))"
`,
  test: { packages: ['dash'] },
};
