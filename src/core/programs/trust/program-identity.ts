/**
 * Everything in a call that decides which code runs. The question, the list of trusted programs, the flags of the
 * command line and the lock file are all derived from it.
 */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { ProgramCaller } from '../../../contract/scripts/programs.ts';
import { hashText } from '../../platform/files/hash-text.ts';
import { inNameOrder } from '../../platform/json/in-name-order.ts';
import type { ResolvedCommand } from '../call/compose-command.ts';
import type { LocatedProgram } from '../call/locate/locate-program.ts';
import { listSources, mergeSources } from '../languages/source-files.ts';
import { runsItsArguments } from './argument-programs.ts';
import { filesOfFirstLine } from './first-line.ts';
import { hashFile } from './hash-file.ts';
import { hashOfAll, hashSources, type SourceHashes } from './hash-sources.ts';
import { findVariableSources } from './variable-sources.ts';
import { findVersionFiles } from './version-files.ts';
import { jsonOrUndefined } from '../../platform/json/json-or-undefined.ts';

export interface ConsentRequest {
  program: LocatedProgram;
  composed: ResolvedCommand;
  caller: ProgramCaller;
}

export interface ProgramIdentity {
  /** Real path of the programs directory. */
  directory: string;
  /** Real path of the program. */
  file: string;
  /** The hash of the program's content. */
  sha256: string;
  /** The command that runs the file, when it is not the default interpreter of the language; otherwise null. */
  command: {
    name: string;
    /** Absolute path of the executable. */
    path: string;
    /** The hash of the executable, where the call names its folder; null where it is found on the PATH. */
    sha256: string | null;
  } | null;
  /** Real path of the working directory; null for the programs directory. */
  cwd: string | null;
  /** Variables by name: the SHA-256 of the value, since values can be secret; null for a removed variable. */
  environment: Readonly<Record<string, string | null>>;
  /** The hash of the arguments where the command runs a program that they name; null where they are input. */
  arguments: string | null;
  /** `package.Class.method` of a jar, or null. */
  method: string | null;
  /** Other files that decide which code runs, by their path relative to the programs directory. */
  sources: SourceHashes;
  /** Why not everything could be hashed; a permission then applies to one call only. */
  problem?: string;
}

/** Variables that select a language, a format or a time zone, and never code. */
const harmless = /^(LANG|LC_[A-Z]+|TZ)$/;

/** @throws FileUnreadable, or the system's error, when the program cannot be read */
export async function identifyProgram({ program, composed }: Omit<ConsentRequest, 'caller'>): Promise<ProgramIdentity> {
  const { directory, file } = program;
  const { language, argv } = composed;
  const cwd = composed.cwd === directory ? directory : await realpath(composed.cwd);
  const args = argv.slice((language?.prefix.length ?? 1) + 1);
  const command = await identifyCommand(composed);
  const folders = [directory, cwd];
  const namedFiles = [
    ...findVersionFiles([cwd, path.dirname(file)], language?.extension),
    ...(command?.sha256 ? filesOfFirstLine(command.path, cwd, folders) : []),
  ];
  const lists = [
    ...(await findVariableSources({ ...composed, cwd }, folders)),
    ...(namedFiles.length > 0 ? [await listSources({ paths: namedFiles })] : []),
    ...(language?.findSources ? [await language.findSources({ file, cwd, args })] : []),
  ];
  const sources = lists.length === 0 ? {} : await hashSources(mergeSources(lists), directory);
  const { sha256 } = await hashFile(file);
  const environment = Object.entries(composed.env)
    .filter(([name]) => !harmless.test(name))
    .map(([name, value]) => [name, value === null ? null : hashText(value)] as const);
  return {
    directory,
    file,
    sha256,
    command,
    cwd: cwd === directory ? null : cwd,
    environment: Object.fromEntries(inNameOrder(environment)),
    arguments: command && runsItsArguments(command.path) ? hashText(JSON.stringify(args)) : null,
    method: composed.method?.signature.replace(/\(.*$/s, '') ?? null,
    ...(typeof sources === 'string' ? { sources: {}, problem: sources } : { sources }),
  };
}

async function identifyCommand({ argv: [name], executable, language, env }: ResolvedCommand) {
  const isPath = name !== path.basename(name);
  const choosesPath = Object.keys(env).some((variable) => variable.toUpperCase() === 'PATH');
  if (name === language?.prefix[0] && !choosesPath) return null;
  // A missing command is reported when it is started.
  const hashed = isPath || choosesPath ? await hashFile(executable).catch(() => null) : null;
  return { name, path: executable, sha256: hashed?.sha256 ?? null };
}

/**
 * A text of everything beside the program's content that all calls of one permission have in common. Empty for an
 * ordinary call: the default interpreter, in the programs directory, with an unchanged environment. A jar's method is
 * not included: like the arguments of a program, it selects among code that was allowed as a whole.
 */
export function variantOf(identity: ProgramIdentity): string {
  const { command, cwd, environment, sources, problem } = identity;
  const parts = {
    ...(command ? { command: command.path } : {}),
    ...(command?.sha256 ? { commandSha256: command.sha256 } : {}),
    ...(identity.arguments === null ? {} : { arguments: identity.arguments }),
    ...(cwd === null ? {} : { cwd }),
    ...(Object.keys(environment).length === 0 ? {} : { environment }),
    ...(Object.keys(sources).length === 0 ? {} : { sources: hashOfAll(sources) }),
    // A permission with a problem is never stored, so no stored one matches.
    ...(problem === undefined ? {} : { problem }),
  };
  return Object.keys(parts).length === 0 ? '' : JSON.stringify(parts);
}

/** How the call differs from an ordinary call of the file, in words. */
export function describeAdditions({ command, cwd, environment }: ProgramIdentity): string[] {
  const names = Object.keys(environment);
  return [
    ...(command ? [`the command ${command.name}`] : []),
    ...(cwd === null ? [] : [`the working directory ${cwd}`]),
    ...(names.length === 0 ? [] : [`the variable${names.length > 1 ? 's' : ''} ${names.join(', ')}`]),
  ];
}

const storedVariant = z.object({
  command: z.string().optional(),
  arguments: z.string().optional(),
  cwd: z.string().optional(),
  environment: z.record(z.string(), z.unknown()).optional(),
  sources: z.string().optional(),
});

/** Describes a stored variant. Empty for an ordinary call. */
export function describeVariant(variant: string): string {
  if (variant === '') return '';
  const parsed = storedVariant.safeParse(jsonOrUndefined(variant));
  if (!parsed.success) return 'given by an earlier version, and no longer used';
  const { command, cwd, environment, sources } = parsed.data;
  return [
    ...(command === undefined ? [] : [`with ${command}`]),
    ...(parsed.data.arguments === undefined ? [] : ['with the same arguments']),
    ...(cwd === undefined ? [] : [`in ${cwd}`]),
    ...(environment === undefined ? [] : [`with the same ${Object.keys(environment).join(', ')}`]),
    ...(sources === undefined ? [] : ['until its other files change']),
  ].join(', ');
}

/** Describes the differences between two identities of the same file. */
export function describeDifferences(before: ProgramIdentity, now: ProgramIdentity): string[] {
  const parts: [string, unknown, unknown][] = [
    ['its content', before.sha256, now.sha256],
    ['the command', before.command, now.command],
    ['the working directory', before.cwd, now.cwd],
    ['the class or method', before.method, now.method],
  ];
  const namesOf = (a: object, b: object) => [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  const changed = <T>(a: Readonly<Record<string, T>>, b: Readonly<Record<string, T>>) =>
    namesOf(a, b).filter((name) => a[name] !== b[name]);
  return [
    ...parts.flatMap(([words, a, b]) => (JSON.stringify(a) === JSON.stringify(b) ? [] : [words])),
    ...changed(before.environment, now.environment).map((name) => `the variable ${name}`),
    ...changed(before.sources, now.sources).map((name) => `the file ${name}`),
    ...(now.problem === undefined || now.problem === before.problem ? [] : [now.problem]),
  ];
}
