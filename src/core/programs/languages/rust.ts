import { findRustSources } from './rust-sources.ts';
import type { Language, LanguageError } from './language.ts';
import { lastLineOf, messageFrom, placesIn } from './printed-lines.ts';

const PANIC = /^thread '.*?'(?: \(\d+\))? panicked at (?:'(.*)', )?(.+?):(\d+)(?::\d+)?:?$/;
const COMPILE = /^error(?:\[\w+\])?: (.*)$/;
/** Progress messages of cargo. */
const STATUS = /^\s+(Compiling|Finished|Running|Blocking|Updating|Downloading|Downloaded|Locking|Adding) /;
const isEnd = (line: string) =>
  line.startsWith('note: ') || line.startsWith('stack backtrace:') || PANIC.test(line) || line === '';

function findError(lines: readonly string[]): LanguageError | undefined {
  const compile = lines.findIndex((line) => COMPILE.test(line));
  if (compile >= 0 && !lines.some((line) => /^\s+Running /.test(line))) {
    const places = placesIn(lines.slice(compile, compile + 5), /^\s*--> (.+?):(\d+)/);
    return { message: messageFrom(lines, compile, (line) => /^\s|^$/.test(line)), places };
  }
  const panic = lines.findLastIndex((line) => PANIC.test(line));
  const [, quotedMessage, file = '', line] = PANIC.exec(lines[panic] ?? '') ?? [];
  if (line) {
    const frames = placesIn(lines.slice(panic), /^\s+at (.+?):(\d+)/);
    return {
      message: `panicked: ${quotedMessage ?? messageFrom(lines, panic + 1, isEnd)}`,
      places: [{ file, line: Number(line) }, ...frames],
    };
  }
  const lastLine = lastLineOf(lines.filter((text) => !STATUS.test(text)));
  return lastLine === undefined ? undefined : { message: lastLine, places: [] };
}

export const rust: Language = {
  name: 'Rust',
  extension: '.rs',
  prefix: ['cargo', 'run'],
  install: 'Rust (rustup.rs, or apt install cargo)',
  versionArguments: ['--version'],
  findSources: findRustSources,
  findError,
  printsWith: 'println!',
  template: `fn main() {
    // The first argument is the file with which cargo was called.
    let args: Vec<String> = std::env::args().skip(2).collect();
    let number: i64 = args[1].parse().unwrap();
    println!("Hello {}, {}", args[0], number + 1);
}
`,
  test: { packages: ['cargo'], brew: 'rust' },
};
