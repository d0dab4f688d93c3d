import type { Language, LanguageError } from './language.ts';
import { lastLineOf, placesIn } from './printed-lines.ts';

const PLACE = /^(.*) at (\S.*?) line (\d+)(?:, (near .*)|[.,].*)?$/;
const NOT_COMPILED = /(aborted due to compilation errors|had compilation errors|^BEGIN failed--compilation aborted)/;
const CALLED = /^\t.* called at (.+?) line (\d+)$/;

function findError(lines: readonly string[]): LanguageError | undefined {
  const texts = lines.filter((line) => !CALLED.test(line));
  const last = lastLineOf(texts) ?? '';
  // In a program that does not compile, the first error causes the others.
  const errorText = NOT_COMPILED.test(last) ? texts.find((line) => PLACE.test(line)) : last;
  const [, text, file, line, near] = PLACE.exec(errorText ?? '') ?? [];
  if (text === undefined || !file) return undefined;
  const message = near === undefined ? text : `${text}, ${near}`;
  return { message, places: [{ file, line: Number(line) }, ...placesIn(lines, CALLED)] };
}

export const perl: Language = {
  name: 'Perl',
  extension: '.pl',
  prefix: ['perl'],
  install: 'Perl (perl.org, or apt install perl, or brew install perl)',
  versionArguments: ['-e', 'print "perl $^V"'],
  findError,
  printsWith: 'print',
  template: `use strict;
use warnings;

my ($name, $number) = @ARGV;
print "Hello $name, ", $number + 1, "\\n";
`,
  test: { packages: ['perl'], brew: 'perl' },
};
