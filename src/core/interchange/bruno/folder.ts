/** The files of a Bruno collection, read within the limits of a collection, and never through a link that leads out. */
import { statSync } from 'node:fs';
import { toFailure } from '../../../contract/errors.ts';
import { createCollectionBudget, type CollectionBudget } from '../../collection/files/collection-budget.ts';
import { openGuardedFolder } from '../../collection/files/guarded-folder.ts';
import { collectionLimits, MIB, sizeText } from '../../collection/files/limits.ts';
import { createTurns } from '../../platform/turns.ts';
import type { Json, ImportWarning } from '../imported/imported.ts';
import { loadBrunoLanguage } from './parser.ts';
import { readWithoutTexts } from './text-blocks.ts';
import { trackReads, unreadFieldsOf } from '../imported/unread-fields.ts';

export interface BrunoFolder {
  budget: CollectionBudget;
  /** A sentence for each limit that was reached. */
  problems: string[];
  warnings: ImportWarning[];
  readText(file: string): Promise<string>;
  /** A warning for each field of the parsed files that was not read. */
  unread(): ImportWarning[];
  /** Undefined when the file does not exist; also, with a warning, when it is a link that leads out or cannot be parsed. */
  parse(file: string, kind: 'request' | 'collection' | 'environment'): Promise<Json | undefined>;
  /** Adds a warning that this file, or what is described, is not imported. */
  leaveOut(file: string, what: string): void;
  /** The text that `leaveOut` got for this file. */
  reasonOf(file: string): string | undefined;
  namesIn(folder: string): Promise<string[]>;
  /** Undefined for a link that leads out of the folder. */
  kindOf(relative: string): 'file' | 'folder' | undefined;
}

/** For the texts of a file, which are not parsed; the rest of it has a smaller limit (`parser.ts`). */
const MAX_BRU_BYTES = 512 * 1024;
/** For all files together. */
const MAX_ALL_BRU_BYTES = 32 * MIB;

/** Matches the tags in the block `meta`, with the lines before them. */
const FOLDER_TAGS = /^(meta \{\n(?: {2}(?!tags:).*\n)*) {2}tags: \[\n((?: {4}.*\n)*) {2}\]\n/;

/**
 * Reads the tags of a folder separately: `@usebruno/lang` does not know them, although later versions of Bruno write
 * them.
 */
function readWithTags(content: string, read: (content: string) => Json): Json {
  const [block = '', before = '', list = ''] = FOLDER_TAGS.exec(content) ?? [];
  if (block === '') return read(content);
  const json = read(content.replace(block, () => before));
  const tags = list.split('\n').map((part) => part.trim());
  return { ...json, meta: { ...(json['meta'] as Json), tags: tags.filter((tag) => tag !== '') } };
}

/**
 * Reads the name of the environment that another one extends separately: `@usebruno/lang` does not know it, although later
 * versions of Bruno write it.
 */
function readWithExtends(content: string, read: (content: string) => Json): Json {
  const line = /^extends:[^\S\n]*(.*)\n?/m;
  const name = line.exec(content)?.[1];
  return name === undefined ? read(content) : { ...read(content.replace(line, '')), extends: name.trim() };
}

/** The parser's message without its long list of expected tokens. */
const whyNotParsed = (error: unknown): string => (error as Error).message.split('\nExpected ')[0] ?? '';

/** Names the content that is lost when a file of this kind cannot be read. */
const filePhrase = {
  request: 'the file',
  environment: 'the file',
  collection: 'the file, with the auth, headers, variables and scripts of the requests below it',
};

async function loadReaders() {
  const language = await loadBrunoLanguage();
  return {
    request: (content: string) => readWithoutTexts(content, (text) => language.bruToJsonV2(text)),
    collection: (content: string) =>
      readWithTags(content, (text) => readWithoutTexts(text, (short) => language.collectionBruToJson(short))),
    environment: (content: string) => readWithExtends(content, (text) => language.bruToEnvJsonV2(text)),
  };
}

/** Calls `work`; undefined, with a warning, for a link that leads out. */
function createLinkGuard(warnings: ImportWarning[]) {
  return <T>(relative: string, work: () => T): T | undefined => {
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
}

/** @param warnings receives each link that leads out, and each file that cannot be parsed */
export async function openBrunoFolder(root: string, warnings: ImportWarning[]): Promise<BrunoFolder> {
  const readers = await loadReaders();
  const folder = openGuardedFolder(root);
  const problems: string[] = [];
  const parsed: { json: Json; file: string }[] = [];
  const budget = createCollectionBudget({ ...collectionLimits, totalBytes: MAX_ALL_BRU_BYTES }, problems);
  const nextTurn = createTurns();
  const guarded = createLinkGuard(warnings);
  const reasons = new Map<string, string>();
  const leaveOut = (file: string, what: string) => {
    reasons.set(file, what);
    warnings.push({ where: file, what });
    return undefined;
  };
  const readText = (file: string) => folder.readText(file, budget.fileBytes);
  return {
    budget,
    problems,
    warnings,
    readText,
    leaveOut,
    reasonOf: (file) => reasons.get(file),
    unread: () =>
      unreadFieldsOf(
        parsed.map(({ json, file }) => ({ tracked: json, where: file })),
        'the collection',
      ),
    async parse(file, kind) {
      if (!guarded(file, () => folder.has(file) && folder.targetOf(file))) return undefined;
      await nextTurn();
      const content = await readText(file);
      if (content.length > MAX_BRU_BYTES) {
        return leaveOut(file, `${filePhrase[kind]}: it is larger than ${sizeText(MAX_BRU_BYTES)}`);
      }
      if (!budget.take('files', 1) || !budget.take('bytes', content.length)) return undefined;
      try {
        const json = trackReads(readers[kind](content));
        parsed.push({ json, file });
        return json;
      } catch (error) {
        const { code, message } = toFailure(error);
        const why = code === 'FileTooLarge' ? message : `it is not in the form of Bruno (${whyNotParsed(error)})`;
        return leaveOut(file, `${filePhrase[kind]}: ${why}`);
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
