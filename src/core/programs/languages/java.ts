import { findClassPath } from '../jar/class-path.ts';
import type { Language, LanguageError, SourcePlace } from './language.ts';
import { messageFrom, withCauses } from './printed-lines.ts';

const FRAME = /^\s+at (?:[\w.-]+(?:@[\w.-]+)?\/)*([\w$.<>]+)\(([\w$.-]+\.\w+):(\d+)\)$/;
const isFrame = (line: string) =>
  /^\s+at \S.*\)$/.test(line) || /^\s+\.\.\. \d+ (more|common frames omitted)$/.test(line);
const THREAD = /^Exception in thread ".*?" /;
/** A class name with its package, optionally with a message. */
const THROWN = /^(?:[\w$]+\.)+[\w$]+(?::|$)/;
const CAUSE = /^Caused by: /;
/** Errors of Java's launcher, before any code of the program runs. */
const LAUNCHER = /^(Error: .*|no main manifest attribute, in .*)$/;

/** A stack frame contains only the name of a source file; the class name determines its folder. */
function placeOf(line: string): SourcePlace[] {
  const [, method = '', file, number] = FRAME.exec(line) ?? [];
  if (!file || /^(java|javax|jdk|sun|bsh)\./.test(method)) return [];
  const folders = method.split('.').slice(0, -2);
  return [{ file: [...folders, file].join('/'), line: Number(number) }];
}

/** The index of the last uncaught exception: a line with frames below it that is not a cause of another exception. */
function findTrace(lines: readonly string[]): number {
  const uncaught = lines.findLastIndex((line) => THREAD.test(line));
  if (uncaught >= 0) return uncaught;
  const lastFrame = lines.findLastIndex(isFrame);
  return lines.slice(0, Math.max(0, lastFrame)).findLastIndex((line) => THROWN.test(line));
}

/**
 * Parses the output of `Throwable.printStackTrace`: the exception, its causes, and the places, nearest to the origin
 * first.
 */
export function findJavaError(lines: readonly string[]): LanguageError | undefined {
  const start = findTrace(lines);
  if (start < 0) {
    const launcher = lines.findIndex((line) => LAUNCHER.test(line));
    if (launcher < 0) return undefined;
    const cause = lines
      .slice(launcher + 1, launcher + 3)
      .find((line) => CAUSE.test(line) || /^\s+\S*Error: /.test(line));
    return {
      message: withCauses([lines[launcher] ?? '', ...(cause ? [cause.replace(CAUSE, '').trim()] : [])]),
      places: [],
    };
  }
  const sections: { message: string; places: SourcePlace[] }[] = [];
  let isSuppressed = false;
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (index === start || CAUSE.test(line)) {
      isSuppressed = false;
      const message = messageFrom(lines, index, (text) => isFrame(text) || CAUSE.test(text) || text === '');
      sections.push({ message: message.replace(index === start ? THREAD : CAUSE, ''), places: [] });
    } else if (/^\s+Suppressed: /.test(line)) {
      isSuppressed = true;
    } else if (isFrame(line)) {
      if (!isSuppressed) sections.at(-1)?.places.push(...placeOf(line));
    } else if (isFrame(lines[index - 1] ?? '')) {
      break;
    }
  }
  const places = sections.toReversed().flatMap((section) => section.places);
  return { message: withCauses(sections.map(({ message }) => message)), places };
}

export const java: Language = {
  name: 'Java',
  extension: '.jar',
  prefix: ['java', '-jar'],
  install: 'a Java runtime (adoptium.net, or apt install default-jre-headless, or brew install openjdk)',
  versionArguments: ['-version'],
  findSources: ({ file }) => findClassPath(file),
  findError: findJavaError,
  printsWith: 'System.out.println',
  template: `public class Main {
    public static void main(String[] args) {
        System.out.println("Hello " + args[0] + ", " + (Integer.parseInt(args[1]) + 1));
    }
}
`,
  test: { packages: ['default-jdk-headless'], brew: 'openjdk', tools: ['java', 'javac'] },
};
