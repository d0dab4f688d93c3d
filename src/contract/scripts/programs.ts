/**
 * External programs in the form that the interface uses: consent questions, permissions, interpreters, methods of jars.
 */
import * as z from 'zod';
import { shorten } from '../visible-text.ts';

/** The answers to a question for consent (docs/external-programs.md, "You decide what runs"). */
export const consentAnswer = z.enum([
  'once',
  'always-this-content',
  'always-this-file',
  'directory',
  'directory-content',
  'deny',
]);
export type ConsentAnswer = z.output<typeof consentAnswer>;

/** The script that calls a program. */
const programCaller = z.object({
  runId: z.string(),
  /** Its name in the console. */
  script: z.string(),
  /** Names from the collection down to the request; empty for a script file. */
  request: z.array(z.string()),
  kind: z.enum(['pre-request', 'post-response', 'script']),
  /** The name of the collection or folder that contains it; absent for a script of the request. */
  owner: z.string().optional(),
});
export type ProgramCaller = z.output<typeof programCaller>;

/** Characters of a name in a question, which long names must not push out of view. */
const MAX_CALLER_NAME = 200;

/** Names the request and its script, or the script file. Not escaped. */
export function callerText({ script, request, kind, owner }: ProgramCaller): string {
  const cut = (name: string) => shorten(name, MAX_CALLER_NAME);
  if (request.length === 0) return cut(script);
  return `${cut(request.join(' / '))} (${kind} script${owner === undefined ? '' : ` of ${cut(owner)}`})`;
}

export const consentQuestion = z.object({
  id: z.string(),
  caller: programCaller,
  file: z.string(),
  sha256: z.string(),
  command: z.string(),
  /** Absolute path of the executable: the first word of the command, found on the program's PATH. */
  executable: z.string(),
  cwd: z.string(),
  directory: z.string(),
  environment: z.array(z.object({ name: z.string(), value: z.string(), dangerous: z.boolean() })),
  /** How the call differs from an ordinary call of the file, in words: another command, variables. */
  additions: z.array(z.string()),
  /** Further files that are covered like the program: a project, other jars. Some of their names. */
  sources: z.object({ count: z.number(), names: z.array(z.string()) }),
  /** The hash over all files of the directory, or why there is none. */
  directoryContent: z.union([z.object({ sha256: z.string(), files: z.number() }), z.object({ problem: z.string() })]),
  /** What was allowed until it changes, and has changed since: the file, or a file of its directory. */
  changed: z.enum(['file', 'directory']).optional(),
  /** Why the program can be allowed for one call only. Absent: it can be trusted. */
  onceOnly: z.string().optional(),
});
export type ConsentQuestion = z.output<typeof consentQuestion>;

/** A granted permission; `id` is used to revoke it. */
export const trustedProgram = z.object({
  id: z.string(),
  scope: z.enum(['content', 'file', 'directory', 'directory-content', 'lock']),
  path: z.string(),
  /** Its further conditions: another command, variables, a project. Empty for an ordinary call. */
  variant: z.string(),
  /** Whether its files have changed since, so that it allows nothing any more until they are as before. */
  changed: z.boolean(),
});
export type TrustedProgram = z.output<typeof trustedProgram>;

/** A language of the prefix table, with the interpreter that was found for it. */
export const interpreter = z.object({
  language: z.string(),
  extension: z.string(),
  command: z.string(),
  path: z.string().nullable(),
  version: z.string().nullable(),
  /** How to install it. */
  install: z.string(),
  /** A file that the interpreter needs and that is missing, for example its own jar. */
  missing: z.string().nullable(),
  /** A complete program that prints a greeting. */
  template: z.string(),
});
export type Interpreter = z.output<typeof interpreter>;

/** A public method of a jar, with the values for calling it. */
export const jarMethod = z.object({
  className: z.string(),
  method: z.string(),
  /** The types as in `paramTypes`; a type that scripts cannot pass has its full name. */
  paramTypes: z.array(z.string()),
  returns: z.string(),
  isStatic: z.boolean(),
});
export type JarMethod = z.output<typeof jarMethod>;
