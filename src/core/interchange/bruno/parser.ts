/**
 * Bruno's own parser of its files, `@usebruno/lang`, made safe for files of strangers: it prints nothing, and takes
 * time proportional to the length of a file.
 */
import { createRequire } from 'node:module';
import { codedError } from '../../../contract/errors.ts';
import { sizeText } from '../../collection/files/limits.ts';
import type { Json } from '../imported/imported.ts';

export interface BrunoLanguage {
  bruToJsonV2(text: string): Json;
  collectionBruToJson(text: string): Json;
  bruToEnvJsonV2(text: string): Json;
}

/** `@usebruno/lang` takes a kilobyte of memory and up to 16 microseconds for each character: a second for this length. */
export const MAX_PARSED_LENGTH = 64 * 1024;
/** `@usebruno/lang` searches each value with a pattern that takes time by the square of the spaces in it. */
const MAX_SPACES = 1000;
/** Characters of a line that an error shows, around the place of the error. */
const SHOWN_BEFORE = 80;
const SHOWN_AFTER = 20;

/** The functions throw an error whose message has the line and the column, and a part of the line. */
export async function loadBrunoLanguage(): Promise<BrunoLanguage> {
  const language = (await import('@usebruno/lang')).default as BrunoLanguage;
  shortenErrors();
  return {
    bruToJsonV2: bounded((text) => language.bruToJsonV2(text)),
    collectionBruToJson: bounded((text) => language.collectionBruToJson(text)),
    bruToEnvJsonV2: bounded((text) => language.bruToEnvJsonV2(text)),
  };
}

const bounded = (parse: (text: string) => Json) => (text: string) => {
  if (text.length > MAX_PARSED_LENGTH) {
    const limit = `it has more than ${sizeText(MAX_PARSED_LENGTH)} besides scripts, bodies, documentation and the bodies of examples`;
    throw codedError('FileTooLarge', limit);
  }
  for (const [spaces] of text.trimEnd().matchAll(/\s+/g)) {
    if (spaces.length > MAX_SPACES) throw new Error(`more than ${MAX_SPACES} spaces or empty lines in a row`);
  }
  return withoutConsole(() => parse(text));
};

/** The parser prints a damaged example to the console, which may be a terminal, with the content of the file. */
function withoutConsole<T>(work: () => T): T {
  const { log, error } = console;
  Object.assign(console, { log: () => undefined, error: () => undefined });
  try {
    return work();
  } finally {
    Object.assign(console, { log, error });
  }
}

interface ErrorFormatting {
  getLineAndColumn(text: string, offset: number): { lineNum: number; colNum: number; line: string };
  getLineAndColumnMessage(text: string, offset: number): string;
}

/**
 * `ohm-js`, which is below the parser, draws a mark under the place of an error, in time by the square of the length of
 * the line: minutes for 200 KB.
 */
function shortenErrors(): void {
  const requireOfParser = createRequire(createRequire(import.meta.url).resolve('@usebruno/lang'));
  const formatting = requireOfParser('ohm-js/src/util.js') as ErrorFormatting;
  formatting.getLineAndColumnMessage = (text, offset) => {
    const { lineNum, colNum, line } = formatting.getLineAndColumn(text, offset);
    const shown = line.slice(Math.max(0, colNum - SHOWN_BEFORE), colNum + SHOWN_AFTER).trim();
    return `Line ${lineNum}, col ${colNum}: ${shown}\n`;
  };
}
