/** Finds the programs in scripts that a lock file has to list. */
import { toFailure } from '../../../contract/errors.ts';
import { composeCommand } from '../call/compose-command.ts';
import { locateProgram } from '../call/locate/locate-program.ts';
import { readProgramOptions } from '../call/program-options.ts';
import { mergeEnvironment, resolveExecutable } from '../call/locate/resolve-executable.ts';
import { identifyProgram } from '../trust/program-identity.ts';
import { ANY_VALUE, toLockEntry, type LockEntry } from './lock-file.ts';
import { computed, scanScript, type FoundCall } from './scan-script.ts';

export interface ScriptText {
  /** The file of the script, or of its request, for messages. */
  name: string;
  source: string;
}
export interface ScannedScripts {
  programs: LockEntry[];
  /** A sentence for each call that cannot be locked, beginning with script and line. */
  notLocked: string[];
}

export interface ProgramPlace {
  /** The programs directory. */
  directory: string;
  jarExecuter: string;
  env: NodeJS.ProcessEnv;
}

export async function lockScripts(scripts: readonly ScriptText[], place: ProgramPlace): Promise<ScannedScripts> {
  const programs: LockEntry[] = [];
  const notLocked: string[] = [];
  for (const { name, source } of scripts) {
    const { calls, computedCalls } = scanScript(source);
    const refuse = (line: number, reason: string) =>
      notLocked.push(`${name}:${line} cannot be locked: the call ${reason}.`);
    for (const { line, why } of computedCalls) refuse(line, why);
    for (const call of calls) {
      try {
        programs.push(await lockCall(call, place));
      } catch (error) {
        refuse(call.line, `fails: ${toFailure(error).message.replace(/\.$/, '')}`);
      }
    }
  }
  return { programs, notLocked };
}

/** Options that decide which code runs, so that the lock needs their values. */
const decisive = ['command', 'cwd', 'env', 'className', 'method'];

async function lockCall(call: FoundCall, { directory, jarExecuter, env }: ProgramPlace): Promise<LockEntry> {
  const unknownOption = decisive.find((name) => call.options[name] === computed);
  if (unknownOption) throw new Error(`its option "${unknownOption}" is computed`);
  const words = decisive.flatMap((name) => {
    const value = call.options[name] ?? undefined;
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const raw: Record<string, unknown> = Object.fromEntries(words);
  const variables = (raw['env'] ?? {}) as Record<string, unknown>;
  const open = Object.keys(variables).filter((name) => variables[name] === computed);
  if (raw['env'] !== undefined) {
    raw['env'] = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, value === undefined ? null : textOf(value)]),
    );
  }
  const { options } = readProgramOptions(raw, call.via);
  const program = locateProgram(directory, call.file);
  const isMethod = options.className !== undefined;
  const args = isMethod || !Array.isArray(call.args) ? [] : call.args.map((value) => textOf(value));
  const composed = composeCommand({ program, args, options, jarExecuter, environment: env });
  // A lock does not depend on the programs that are installed.
  const resolved = await resolveExecutable(composed, env).catch(() => ({
    ...composed,
    executable: composed.argv[0],
    environment: mergeEnvironment(env, composed.env),
  }));
  const identity = await identifyProgram({ program, composed: resolved });
  if (identity.problem !== undefined) throw new Error(identity.problem);
  const entry = toLockEntry(identity);
  for (const name of open) if (entry.environment?.[name] !== undefined) entry.environment[name] = ANY_VALUE;
  return entry;
}

/** Converts a number or a boolean as the call does; a computed value becomes any text. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === computed || value === undefined ? String(value) : JSON.stringify(value);
}
