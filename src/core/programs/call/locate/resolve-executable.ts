/**
 * Resolves the first word of a command to an absolute path. For a bare name Windows would search the current folder
 * first, where a `python.exe` could be waiting.
 */
import path from 'node:path';
import { codedError } from '../../../../contract/errors.ts';
import { findExecutable } from '../../../processes/find-executable.ts';
import type { ComposedCommand, ResolvedCommand } from '../compose-command.ts';

/** Milliseconds after which installed or removed programs are noticed. */
const CACHED_MS = 5000;
const MAX_CACHED = 200;
/** The directories that a system without PATH searches. */
const DEFAULT_PATH = '/usr/bin:/bin';

const executableCache = new Map<string, { executable: string; until: number }>();

/** @param base the application's own environment, which the call changes */
export async function resolveExecutable(
  composed: ComposedCommand,
  base: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Promise<ResolvedCommand> {
  const environment = mergeEnvironment(base, composed.env);
  const [command] = composed.argv;
  const isPath = command.includes('/') || (platform === 'win32' && /[\\:]/.test(command));
  const executable = isPath ? path.resolve(composed.cwd, command) : await find(command, environment);
  if (executable === undefined) throw await notFound(composed, environment);
  return { ...composed, executable, environment };
}

/** The application's environment with the call's changes; null removes a variable. */
export function mergeEnvironment(base: NodeJS.ProcessEnv, changes: Record<string, string | null>): NodeJS.ProcessEnv {
  const merged = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}

async function find(name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const variable = Object.keys(env).find((key) => key.toUpperCase() === 'PATH');
  const searchPath = (variable && env[variable]) ?? DEFAULT_PATH;
  const key = `${name}\0${searchPath}`;
  const cachedPath = executableCache.get(key);
  if (cachedPath && performance.now() < cachedPath.until) return cachedPath.executable;
  executableCache.delete(key);
  const executable = await findExecutable(name, variable ? env : { ...env, PATH: searchPath });
  if (executable === undefined) return undefined;
  if (executableCache.size >= MAX_CACHED) executableCache.clear();
  executableCache.set(key, { executable, until: performance.now() + CACHED_MS });
  return executable;
}

async function notFound({ argv: [command], language }: ComposedCommand, env: NodeJS.ProcessEnv) {
  const message = `${command} was not found on the PATH.`;
  const advice = notSplit(command);
  if (advice) return codedError('InterpreterNotFound', message, advice);
  if (command === 'python' && (await find('python3', env))) {
    return codedError('InterpreterNotFound', message, 'Use pm.executeAsync with the option command: "python3".');
  }
  if (!language || command !== language.prefix[0]) return codedError('InterpreterNotFound', message);
  const install = `Install ${language.install}, or name another program with the option "command" of pm.executeAsync.`;
  return codedError('InterpreterNotFound', message, install);
}

/** The remedy when a command that contains a space does not exist; otherwise undefined. */
export function notSplit(command: string): string | undefined {
  if (!/\s/.test(command)) return undefined;
  return 'The option "command" is one program name or path, and is not split into words. Give the name alone.';
}
