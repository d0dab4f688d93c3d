/** The description of one language. To add a language, add one of these to the table in languages.ts. */
import type { SourceFiles } from './source-files.ts';

export interface Language {
  name: string;
  /** With its dot, in lower case. */
  extension: string;
  /**
   * The words before the file. The option `command` replaces the first one (external-programs-decisions, "command").
   */
  prefix: readonly [string, ...string[]];
  /** The instruction for installing the interpreter, shown when it is missing. */
  install: string;
  /** Arguments with which the interpreter prints its version; empty when there are none. */
  versionArguments: readonly string[];
  /** A file that the interpreter finds by an environment variable, with the folder in which systems install it. */
  needsFile?: { variable: string; file: string; defaultFolder: string };
  /**
   * Finds the other files that decide which code runs, where the language runs more than one file: a project, archives.
   */
  findSources?: (call: CallOfProgram) => Promise<SourceFiles>;
  /** Reads the error from the output of a failed program. */
  findError: FindError;
  /** The statement that prints a line and thereby returns a result. */
  printsWith: string;
  /** A complete program that prints a greeting with its arguments: a name and a number. */
  template: string;
  /** How the tests install the interpreter. Without Debian packages, its tests are skipped where it is missing. */
  test: { packages: readonly string[]; brew?: string; tools?: readonly string[] };
}

export interface CallOfProgram {
  /** Absolute path of the program. */
  file: string;
  /** Absolute path of the working directory. */
  cwd: string;
  /** The words after the file. */
  args: readonly string[];
}

/** A position in a source file, as printed by the language: the file may be relative or only a name. */
export interface SourcePlace {
  file: string;
  /** One-based. */
  line: number;
}

export interface LanguageError {
  /** The language's message, with its causes. It may have several lines. */
  message: string;
  /** Ordered from the nearest to the error. */
  places: SourcePlace[];
}

/**
 * Finds the error that ended a program.
 * @param stderr its lines, bounded and without colours (printed-lines.ts)
 * @param stdout its lines in the same form, for languages that may print errors there
 */
export type FindError = (stderr: readonly string[], stdout: readonly string[]) => LanguageError | undefined;
