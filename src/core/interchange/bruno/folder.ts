/** The files of a Bruno collection: within the limits of a collection, and never through a link that leads out. */
import { statSync } from 'node:fs';
import { codedError, toFailure } from '../../../contract/errors.ts';
import { createCollectionBudget, type CollectionBudget } from '../../collection/files/collection-budget.ts';
import { openGuardedFolder } from '../../collection/files/guarded-folder.ts';
import { collectionLimits } from '../../collection/files/limits.ts';
import type { Json, ImportWarning } from '../imported/imported.ts';
import { trackReads, unreadFieldsOf } from '../imported/unread-fields.ts';

interface BrunoLanguage {
  bruToJsonV2(text: string): Json;
  collectionBruToJson(text: string): Json;
  bruToEnvJsonV2(text: string): Json;
}
export interface BrunoFolder {
  budget: CollectionBudget;
  /** Limits that were reached, each in a sentence. */
  problems: string[];
  warnings: ImportWarning[];
  readText(file: string): Promise<string>;
  /** The fields of the parsed files that were not read. */
  unread(): ImportWarning[];
  /** Undefined when the file does not exist, or is a link that leads out. @throws InvalidData naming the file */
  parse(file: string, kind: 'request' | 'collection' | 'environment'): Promise<Json | undefined>;
  namesIn(folder: string): Promise<string[]>;
  /** A link that leads out is neither. */
  kindOf(relative: string): 'file' | 'folder' | undefined;
}

/** @param warnings receives each link that leads out */
export async function openBrunoFolder(root: string, warnings: ImportWarning[]): Promise<BrunoFolder> {
  const language = (await import('@usebruno/lang')).default as BrunoLanguage;
  const readers = {
    request: language.bruToJsonV2,
    collection: language.collectionBruToJson,
    environment: language.bruToEnvJsonV2,
  };
  const folder = openGuardedFolder(root);
  const problems: string[] = [];
  const parsed: { json: Json; file: string }[] = [];
  const budget = createCollectionBudget(collectionLimits, problems);
  /** Undefined, and a line in `warnings`, for a link that leads out. */
  const guarded = <T>(relative: string, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      const { code, message } = toFailure(error);
      if (code !== 'OutsideWorkspace') throw error;
      if (!warnings.some(({ where }) => where === relative))
        warnings.push({ where: relative, what: `a link: ${message}` });
      return undefined;
    }
  };
  const readText = (file: string) => folder.readText(file, budget.fileBytes);
  return {
    budget,
    problems,
    warnings,
    readText,
    unread: () =>
      unreadFieldsOf(
        parsed.map(({ json, file }) => ({ tracked: json, where: file })),
        'the collection',
      ),
    async parse(file, kind) {
      if (!guarded(file, () => folder.has(file) && folder.targetOf(file))) return undefined;
      const content = await readText(file);
      if (!budget.take('files', 1) || !budget.take('bytes', content.length)) return undefined;
      try {
        const json = trackReads(readers[kind](content));
        parsed.push({ json, file });
        return json;
      } catch (error) {
        const message = (error as Error).message.split('\n').slice(0, 4).join(' ');
        throw codedError('InvalidData', `${file}: ${message}`);
      }
    },
    async namesIn(relative) {
      if (relative !== '' && !guarded(relative, () => folder.targetOf(relative))) return [];
      const names = await folder.namesIn(relative, budget.remaining('entries') + 1);
      return budget.take('entries', names.length) ? names : [];
    },
    kindOf(relative) {
      const target = guarded(relative, () => folder.targetOf(relative));
      const stat = target === undefined ? undefined : statSync(target, { throwIfNoEntry: false });
      if (stat?.isDirectory()) return 'folder';
      return stat?.isFile() ? 'file' : undefined;
    },
  };
}
