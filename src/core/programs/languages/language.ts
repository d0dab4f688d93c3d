/** What the application knows of one language. Adding a language is adding one of these to the table in languages.ts. */
import type { SourceFiles } from './source-files.ts';

export interface Language {
  name: string;
  /** With its dot, in lower case. */
  extension: string;
  /** Words before the file. The option `command` replaces the first (external-programs-decisions, "command"). */
  prefix: readonly [string, ...string[]];
  /** How to install the interpreter, for the message when it is missing. */
  install: string;
  /** What makes the interpreter print its version; empty when it has no such argument. */
  versionArguments: readonly string[];
  /** A file that the interpreter finds by a variable of the environment, and where systems install it. */
  needsFile?: { variable: string; file: string; defaultFolder: string };
  /** The files that decide which code runs, where the language runs more than the file: a project, other archives. */
  findSources?: (call: CallOfProgram) => Promise<SourceFiles>;
  /** Reads what a failed program has printed. */
  findError: FindError;
  /** The statement that prints a line, with which a program returns its result. */
  printsWith: string;
  /** A complete program that prints a greeting made of its arguments: a name and a number. */
  template: string;
  /** How the tests get the interpreter. Without Debian packages its tests are skipped where it is not installed. */
  test: { packages: readonly string[]; brew?: string; tools?: readonly string[] };
}

export interface CallOfProgram {
  /** Absolute path of the program. */
  file: string;
  /** Absolute path of the working directory. */
  cwd: string;
  /** The words behind the file. */
  args: readonly string[];
}

/** A position in a source file, as the language prints it: the file may be relative or only a name. */
export interface SourcePlace {
  file: string;
  /** Counted from 1. */
  line: number;
}

export interface LanguageError {
  /** As the language words it, with its causes. Several lines when the error has several. */
  message: string;
  /** Nearest to the error first. */
  places: SourcePlace[];
}

/**
 * Finds the error that ended a program.
 * @param stderr its lines, bounded and without colours (printed-lines.ts)
 * @param stdout the same of its stdout, for languages that may print errors there
 */
export type FindError = (stderr: readonly string[], stdout: readonly string[]) => LanguageError | undefined;
