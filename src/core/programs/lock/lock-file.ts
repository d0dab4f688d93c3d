/** A file with the programs that a collection may call, in a form that people can compare and review. */
import path from 'node:path';
import { stringify } from 'yaml';
import * as z from 'zod';
import { describeProblems } from '../../../contract/describe-problems.ts';
import { codedError } from '../../../contract/errors.ts';
import { parseYaml } from '../../collection/format/parse-yaml.ts';
import { hashText } from '../../platform/files/hash-text.ts';
import type { ProgramIdentity } from '../trust/program-identity.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hexadecimal digits' });
/** A variable that may have any value. */
export const ANY_VALUE = 'any';
const REMOVED = 'removed';

const lockEntry = z.strictObject({
  /** Relative to the programs directory, like all paths in the file. */
  file: z.string().min(1),
  sha256,
  command: z.string().optional(),
  commandSha256: sha256.optional(),
  cwd: z.string().optional(),
  /** Variables by name: the SHA-256 of the value, `any` or `removed`. */
  environment: z
    .record(
      z.string(),
      z.union([z.literal([ANY_VALUE, REMOVED]), sha256], { error: 'must be a SHA-256, any or removed' }),
    )
    .optional(),
  /** `package.Class.method` */
  method: z.string().optional(),
  sources: z.record(z.string(), z.string()).optional(),
});
export type LockEntry = z.output<typeof lockEntry>;

const lockFile = z.strictObject({ version: z.literal(1), programs: z.array(lockEntry).max(10_000) });

export interface Lock {
  programs: readonly LockEntry[];
  /** The hash of the text with normalised line ends. */
  sha256: string;
}

export const MAX_LOCK_BYTES = 16 * 1024 * 1024;

const HEADER = `# The programs that the scripts of this folder call, and everything that decides which code they run.
# A value of a variable that changes is written "any". Approve it: outrigger programs approve <this file>
`;

export function formatLock(programs: readonly LockEntry[]): string {
  const byText = new Map(programs.map((entry) => [JSON.stringify(entry), entry]));
  const key = ({ file, method = '' }: LockEntry) => `${file}\0${method}`;
  const sorted = [...byText].sort(([textA, a], [textB, b]) => (key(a) + textA < key(b) + textB ? -1 : 1));
  const document = { version: 1, programs: sorted.map(([, entry]) => entry) };
  return HEADER + stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** @throws CollectionDamaged with the place of the mistake */
export function parseLock(text: string, name: string): Lock {
  const parsed = lockFile.safeParse(parseYaml(text, name, MAX_LOCK_BYTES));
  if (!parsed.success) {
    throw codedError('CollectionDamaged', `${name} is not a lock file: ${describeProblems(parsed.error)}.`);
  }
  return { programs: parsed.data.programs, sha256: hashText(text.replaceAll('\r\n', '\n')) };
}

/** Contains no paths of this machine, except those that the script itself names. */
export function toLockEntry(identity: ProgramIdentity): LockEntry {
  const { directory, file, command, cwd, environment, method, sources } = identity;
  const relative = (target: string) => path.relative(directory, target).split(path.sep).join('/') || '.';
  const variables = Object.entries(environment).map(([name, value]) => [name, value ?? REMOVED]);
  return {
    file: relative(file),
    sha256: identity.sha256,
    ...(command ? { command: command.name } : {}),
    // A file outside of the workspace has another content on another machine.
    ...(command?.sha256 && !path.isAbsolute(command.name) ? { commandSha256: command.sha256 } : {}),
    ...(cwd === null ? {} : { cwd: relative(cwd) }),
    ...(variables.length === 0 ? {} : { environment: Object.fromEntries(variables) as Record<string, string> }),
    ...(method === null ? {} : { method }),
    ...(Object.keys(sources).length === 0 ? {} : { sources }),
  };
}

/** The differences between a call and its locked entry, in words. */
export function describeLockDifferences(locked: LockEntry, now: LockEntry): string[] {
  const parts: [string, string | undefined, string | undefined][] = [
    ['the content', locked.sha256, now.sha256],
    ['the command', locked.command, now.command],
    ['the content of the command', locked.commandSha256, now.commandSha256],
    ['the working directory', locked.cwd, now.cwd],
    ['the class or method', locked.method, now.method],
  ];
  const named = parts.flatMap(([words, before, after]) => {
    if (before === after) return [];
    const isHash = words.startsWith('the content');
    return [isHash ? words : `${words} (${before ?? 'the default'} => ${after ?? 'the default'})`];
  });
  const changed = (before: Record<string, string> = {}, after: Record<string, string> = {}) =>
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .sort()
      .filter((name) => before[name] !== after[name] && !(before[name] === ANY_VALUE && after[name] !== undefined));
  return [
    ...named,
    ...changed(locked.environment, now.environment).map((name) => `the variable ${name}`),
    ...changed(locked.sources, now.sources).map((name) => `the file ${name}`),
  ];
}
