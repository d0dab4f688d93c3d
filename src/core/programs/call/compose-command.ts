/** Command = prefix + program path + parameters (external-programs, "Command composition"), as an argv array. */
import path from 'node:path';
import { codedError } from '../../../contract/errors.ts';
import type { LocatedProgram } from './locate-program.ts';
import { inferType } from '../jar/param-types.ts';
import { isUtf8Locale } from '../jar/locale.ts';
import { languageOf, languages, type Language } from '../languages/languages.ts';
import type { ProgramOptions } from './program-options.ts';

export interface ComposedCommand {
  argv: [string, ...string[]];
  /** Working directory, absolute. */
  cwd: string;
  language?: Language;
  /** Changes of the environment that belong to the call: the caller's, and what the interpreter needs besides. */
  env: Record<string, string | null>;
  /** Whether JarExecuter calls a named method. */
  isMethod: boolean;
  /** That method as JarExecuter takes it, and the command of a JVM that stays for further calls of the jar. */
  method?: { signature: string; parameters: readonly string[]; warmArgv: [string, ...string[]] };
  /** What goes to standard input instead of the command line. */
  stdin?: string;
}

/** A command whose first word has been found. */
export interface ResolvedCommand extends ComposedCommand {
  /** Absolute path of what is started; it gets the first word of `argv` as its name, as from a shell. */
  executable: string;
}

/** @throws UnsupportedExtension when neither the extension nor `command` says what runs the file */
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
  const { program, args, options: callOptions } = options;
  const cwd = path.resolve(program.directory, callOptions.cwd ?? '');
  // The directory is the default working directory, so there the short path says the same and reads better.
  const file = cwd === program.directory ? fileArgument(path.relative(cwd, program.file)) : program.file;
  const language = languageOf(program.file);
  if (!language && !callOptions.command) {
    const supported = languages.map(({ extension }) => extension).join(' ');
    const kind = path.extname(program.file)
      ? `files ending in ${path.extname(program.file)}`
      : 'files without an ending';
    throw codedError('UnsupportedExtension', `Nothing is known to run ${kind}. Supported: ${supported}.`);
  }
  const [first, ...prefixArguments] = language?.prefix ?? ([callOptions.command ?? ''] as const);
  const prefix: [string, ...string[]] = [callOptions.command ?? first, ...prefixArguments];
  const isMethod = language?.extension === '.jar' && Boolean(callOptions.className);
  const env = { ...javaLocale(language, options), ...callOptions.env };
  const composed = { cwd, env, isMethod, ...(language ? { language } : {}) };
  if (!isMethod) return { ...composed, argv: [...prefix, file, ...args] };
  // Java reads its command line in the system's encoding, which may be ASCII: JSON needs nothing else.
  const json = args.map((text) => text.replace(/[\u0080-\uffff]/g, escapeCharacter));
  const executer: [string, ...string[]] = [...prefix, options.jarExecuter];
  const warmArgv: [string, ...string[]] = [...executer, '--warm', program.file];
  const method = { signature: methodSignature(callOptions, args), parameters: json, warmArgv };
  const start: [string, ...string[]] = [...executer, file, method.signature];
  const size = json.reduce((sum, text) => sum + text.length + 3, 0);
  if (size <= MAX_METHOD_ARGUMENTS) return { ...composed, method, argv: [...start, ...json] };
  // The first line is for JarExecuter, the rest for the method.
  return { ...composed, method, argv: [...start, '-'], stdin: `${JSON.stringify(json)}\n${callOptions.stdin ?? ''}` };
}

/** Characters; longer lists go through standard input. Windows takes 32767 for the whole command line. */
const MAX_METHOD_ARGUMENTS = 24_000;

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Where the locale is not UTF-8, Java on Linux would read `????` for other letters than ASCII in names and arguments. */
function javaLocale(
  language: Language | undefined,
  { environment, platform = process.platform }: { environment: NodeJS.ProcessEnv; platform?: NodeJS.Platform },
): Record<string, string> {
  if (platform !== 'linux' || language?.prefix[0] !== 'java') return {};
  return isUtf8Locale(environment) ? {} : { LC_ALL: 'C.UTF-8' };
}

/** An interpreter could read a name with another beginning as an option (`-`, `+`) or a file of arguments (`@`). */
function fileArgument(relative: string): string {
  return /^[\p{L}\p{N}_.]/u.test(relative) ? relative : `./${relative}`;
}

/** `<package>.<Class>.<method>(Type,Type)`; without paramTypes the types are inferred from the JSON parameters. */
function methodSignature(options: ProgramOptions, args: readonly string[]): string {
  const types = options.paramTypes ?? args.map((text) => inferType(text, JSON.parse(text) as unknown));
  const isOpen = types.at(-1)?.endsWith('...') && args.length >= types.length - 1;
  if (types.length !== args.length && !isOpen) {
    const message = `"paramTypes" has ${types.length} elements, but ${args.length} parameters were given.`;
    throw codedError('InvalidCall', message, 'Give one type for each parameter, or leave paramTypes out.');
  }
  return `${options.className}.${options.method}(${types.join(',')})`;
}
