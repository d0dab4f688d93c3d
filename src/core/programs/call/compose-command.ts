/** Composes the command as an argv array: prefix + program path + parameters. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { countText } from '../../../contract/count-text.ts';
import { codedError } from '../../../contract/errors.ts';
import type { LocatedProgram } from './locate/locate-program.ts';
import { inferType } from '../jar/param-types.ts';
import { isUtf8Locale } from '../jar/locale.ts';
import { languageOf, languages, type Language } from '../languages/languages.ts';
import { quoteForSh } from './printed-command/quote-for-sh.ts';
import type { ProgramOptions } from './program-options.ts';

export interface ComposedCommand {
  argv: [string, ...string[]];
  /** Working directory, absolute. */
  cwd: string;
  language?: Language;
  /** The call's changes of the environment: those of the caller, and those that the interpreter needs. */
  env: Record<string, string | null>;
  /** Whether JarExecuter calls a named method. */
  isMethod: boolean;
  /** The method in JarExecuter's form, and the command of a warm JVM for calls of the jar. */
  method?: { signature: string; parameters: readonly string[]; warmArgv: [string, ...string[]] };
  /** Parameters that are passed by standard input instead of the command line. */
  stdin?: string;
}

/** A command whose executable has been found. */
export interface ResolvedCommand extends ComposedCommand {
  /** Absolute path of the file that is started; its name is the first word of `argv`, as in a shell. */
  executable: string;
  /** The complete environment of the program. */
  environment: NodeJS.ProcessEnv;
}

/** @throws UnsupportedExtension when neither the extension nor `command` determines an interpreter */
export function composeCommand(options: {
  program: LocatedProgram;
  args: readonly string[];
  options: ProgramOptions;
  /** Absolute path of the jar that calls named methods of other jars. */
  jarExecuter: string;
  /** The application's own environment. */
  environment: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
}): ComposedCommand {
  const { program, args, options: callOptions, platform = process.platform } = options;
  const cwd = path.resolve(program.directory, callOptions.cwd ?? '');
  // The directory is the default working directory, where the short relative path is enough and easier to read.
  const file = cwd === program.directory ? fileArgument(path.relative(cwd, program.file)) : program.file;
  const language = languageOf(program.file);
  if (!language && !callOptions.command) {
    const supported = languages.map(({ extension }) => extension).join(' ');
    const kind = path.extname(program.file)
      ? `files ending in ${path.extname(program.file)}`
      : 'files without an ending';
    const message = `No interpreter is known for ${kind}. Supported: ${supported}.`;
    throw codedError(
      'UnsupportedExtension',
      message,
      isExecutable(program.file, platform) ? throughShell(file) : undefined,
    );
  }
  const [first, ...prefixArguments] = language?.prefix ?? ([callOptions.command ?? ''] as const);
  const prefix: [string, ...string[]] = [callOptions.command ?? first, ...prefixArguments];
  const isMethod = language?.extension === '.jar' && Boolean(callOptions.className);
  const env = { ...javaLocale(language, options), ...callOptions.env };
  const shared = { cwd, env, isMethod, ...(language ? { language } : {}) };
  if (!isMethod) return { ...shared, argv: [...prefix, file, ...args] };
  // Java reads its command line in the system's encoding, which may be ASCII, so JSON is escaped to ASCII.
  const json = args.map((text) => text.replace(/[\u0080-\uffff]/g, escapeCharacter));
  const executer: [string, ...string[]] = [...prefix, options.jarExecuter];
  const warmArgv: [string, ...string[]] = [...executer, '--warm', program.file];
  const method = { signature: methodSignature(callOptions, args), parameters: json, warmArgv };
  const start: [string, ...string[]] = [...executer, file, method.signature];
  const size = json.reduce((sum, text) => sum + text.length + 3, 0);
  if (size <= MAX_METHOD_ARGUMENTS) return { ...shared, method, argv: [...start, ...json] };
  // The first line is read by JarExecuter, the rest by the method.
  return { ...shared, method, argv: [...start, '-'], stdin: `${JSON.stringify(json)}\n${callOptions.stdin ?? ''}` };
}

/** Windows has no permission to execute: there, no file tells whether it can be. */
function isExecutable(file: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The remedy for a compiled program: as `command`, it would get its own path as the first argument. */
function throughShell(file: string): string {
  const name = file.startsWith('/') || file.startsWith('./') ? file : `./${file}`;
  return `To call a compiled program, call a shell script (.sh) beside it that has the line: exec ${quoteForSh(name)} "$@". Or name the program that runs the file with the option "command" of pm.executeAsync.`;
}

/** Characters; longer parameter lists are passed by standard input. Windows limits the whole command line to 32767. */
const MAX_METHOD_ARGUMENTS = 24_000;

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** In a locale without UTF-8, Java on Linux would read `????` for non-ASCII letters in names and arguments. */
function javaLocale(
  language: Language | undefined,
  { environment, platform = process.platform }: { environment: NodeJS.ProcessEnv; platform?: NodeJS.Platform },
): Record<string, string> {
  if (platform !== 'linux' || language?.prefix[0] !== 'java') return {};
  return isUtf8Locale(environment) ? {} : { LC_ALL: 'C.UTF-8' };
}

/**
 * A file name with another beginning could be read by an interpreter as an option (`-`, `+`) or a file of arguments
 * (`@`).
 */
function fileArgument(relative: string): string {
  return /^[\p{L}\p{N}_.]/u.test(relative) ? relative : `./${relative}`;
}

/** `<package>.<Class>.<method>(Type,Type)`; without paramTypes the types are inferred from the JSON parameters. */
function methodSignature(options: ProgramOptions, args: readonly string[]): string {
  const types = options.paramTypes ?? args.map((text) => inferType(text, JSON.parse(text) as unknown));
  const isOpen = types.at(-1)?.endsWith('...') && args.length >= types.length - 1;
  if (types.length !== args.length && !isOpen) {
    const message = `"paramTypes" has ${countText(types.length, 'element')}, but the call has ${countText(args.length, 'argument')}.`;
    throw codedError('InvalidCall', message, 'Give one type for each parameter, or leave paramTypes out.');
  }
  return `${options.className}.${options.method}(${types.join(',')})`;
}
