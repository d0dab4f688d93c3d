/**
 * Reads the files of a collection within its limits. Files that have not changed since a former load are not parsed
 * again.
 */
import { lstatSync, statSync, type BigIntStats } from 'node:fs';
import { isErrorCode, toFailure } from '../../../contract/errors.ts';
import { createTurns } from '../../platform/turns.ts';
import { createCollectionBudget, type CollectionBudget } from './collection-budget.ts';
import { openGuardedFolder, readTextFile, type GuardedFolder } from './guarded-folder.ts';
import type { CollectionLimits } from './limits.ts';
import type { FilesOfLoad } from './parsed-files.ts';
import { parseYaml } from '../format/parse-yaml.ts';

export interface CollectionReader {
  folder: GuardedFolder;
  budget: CollectionBudget;
  files: FilesOfLoad;
  /** Awaited before each file: yields to other work while thousands of files are read. */
  nextTurn: () => Promise<void>;
  /** Receives a sentence for each file or folder that could not be read. */
  problems: string[];
}

export function openCollectionReader(
  root: string,
  { limits, files, problems }: { limits: CollectionLimits; files: FilesOfLoad; problems: string[] },
): CollectionReader {
  const budget = createCollectionBudget(limits, problems);
  return { folder: openGuardedFolder(root), budget, files, nextTurn: createTurns(), problems };
}

/**
 * The parsed value of a file, as `check` returns it. Undefined when the collection exceeds the limit for all files
 * together, which the budget reports.
 * @param file.stats of the file, which is inside the collection's folder
 * @throws the errors of reading, parsing and `check`
 */
export async function readParsed<T>(
  { folder, budget, files, nextTurn }: CollectionReader,
  { id, stats, check }: { id: string; stats: BigIntStats; check: (json: unknown, file: string) => T },
): Promise<T | undefined> {
  await nextTurn();
  const cachedFile = files.get(id, stats);
  if (cachedFile) {
    if (!budget.take('bytes', cachedFile.bytes)) return undefined;
    if (cachedFile.error) throw cachedFile.error;
    return cachedFile.value as T;
  }
  if (budget.remaining('bytes') <= 0 && !budget.take('bytes', 1)) return undefined;
  const text = readTextFile(folder.targetOf(id), { name: id, maxBytes: budget.fileBytes, isChecked: true });
  const bytes = Buffer.byteLength(text);
  if (!budget.take('bytes', bytes)) return undefined;
  try {
    const value = check(parseYaml(text, id), id);
    files.add(id, stats, { bytes, value });
    return value;
  } catch (error) {
    files.add(id, stats, { bytes, value: undefined, error: error as Error });
    throw error;
  }
}

/**
 * Reads a file that is not a request. Undefined when it does not exist, or cannot be read; `problems` then says why.
 */
export async function readPart<T>(
  reader: CollectionReader,
  id: string,
  check: (json: unknown, file: string) => T,
  onDamaged: (problem: string) => void = () => undefined,
): Promise<T | undefined> {
  const { folder, problems } = reader;
  try {
    const entry = lstatSync(folder.entryOf(id), { bigint: true, throwIfNoEntry: false });
    if (!entry) return undefined;
    const stats = entry.isSymbolicLink() ? statSync(folder.targetOf(id), { bigint: true }) : entry;
    return await readParsed(reader, { id, stats, check: (json, file) => check(json ?? {}, file) });
  } catch (error) {
    const problem = describeProblem(error, id);
    problems.push(problem);
    onDamaged(problem);
    return undefined;
  }
}

/** A sentence about an error that begins with the name of the file. */
export function describeProblem(error: unknown, id: string): string {
  const { message } = toFailure(error);
  const hasCode = isErrorCode((error as { code?: unknown }).code);
  return hasCode && message.startsWith(id) ? message : `${id}: ${message}`;
}
