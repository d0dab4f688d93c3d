/** Command = prefix + program path + parameters (external-programs, "Command composition"), as an argv array. */
import path from 'node:path';
import { codedError } from '../../contract/errors.ts';
import type { LocatedProgram } from './locate-program.ts';
import { languageOf, languages, type Language } from './languages.ts';
import type { ProgramOptions } from './program-options.ts';

export interface ComposedCommand {
  argv: [string, ...string[]];
  /** Working directory, absolute. */
  cwd: string;
  language?: Language;
}

/** @throws UnsupportedExtension when neither the extension nor `command` says what runs the file */
export function composeCommand(options: {
  program: LocatedProgram;
  args: readonly string[];
  options: ProgramOptions;
  /** Absolute path of the jar that calls named methods of other jars. */
  jarExecuter: string;
}): ComposedCommand {
  const { program, args, options: given } = options;
  const cwd = path.resolve(program.directory, given.cwd ?? '.');
  // The directory is the default working directory, so there the short path says the same and reads better.
  const file = cwd === program.directory ? fileArgument(path.relative(cwd, program.file)) : program.file;
  const language = languageOf(program.file);
  if (!language && !given.command) {
    const supported = languages.map(({ extension }) => extension).join(' ');
    const kind = path.extname(program.file)
      ? `files ending in ${path.extname(program.file)}`
      : 'files without an ending';
    throw codedError('UnsupportedExtension', `Nothing is known to run ${kind}. Supported: ${supported}.`);
  }
  const [first, ...rest] = language?.prefix ?? ([given.command ?? ''] as const);
  const prefix: [string, ...string[]] = [given.command ?? first, ...rest];
  const argv: [string, ...string[]] =
    language?.extension === '.jar' && given.className
      ? [...prefix, options.jarExecuter, file, methodSignature(given, args), ...args]
      : [...prefix, file, ...args];
  return { argv, cwd, ...(language ? { language } : {}) };
}

/** A file name that begins with `-` would be read as an option of the interpreter. */
function fileArgument(relative: string): string {
  return relative.startsWith('-') ? `./${relative}` : relative;
}

/** `<package>.<Class>.<method>(Type,Type)`; without paramTypes the types are inferred from the JSON parameters. */
function methodSignature(options: ProgramOptions, args: readonly string[]): string {
  const types = options.paramTypes ?? args.map((text) => inferType(text, JSON.parse(text) as unknown));
  return `${options.className}.${options.method}(${types.join(',')})`;
}

/** The contract's table "Automatic type inference"; `json` tells 1 from 1.0, which JavaScript cannot. */
export function inferType(json: string, value: unknown): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'String[]';
    return `${inferType(JSON.stringify(value[0]), value[0])}[]`;
  }
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return /^-?\d+$/.test(json) ? 'int' : 'double';
    default:
      return 'String';
  }
}
