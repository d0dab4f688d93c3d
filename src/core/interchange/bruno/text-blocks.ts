/**
 * Reads a file of Bruno without passing its long texts (scripts, bodies, docs, bodies of examples) through Bruno's
 * parser, which takes microseconds for each of their characters and changes nothing but their indentation.
 */
import { isRecord } from '../../platform/json/is-record.ts';
import type { Json } from '../imported/imported.ts';
import { MAX_PARSED_LENGTH } from './parser.ts';

/** A block whose content is a text. It ends with the first line that begins with a brace. */
const TEXT_BLOCK =
  /^((?:script:(?:pre-request|post-response)|tests|docs|body(?::(?:json|text|xml|sparql|graphql(?::vars)?))?)[ \t]*\{\n)(?![\n}])([^]*?)(?=\n\})/gm;
/** The body of a response in an example, as Bruno writes it. */
const EXAMPLE_BODY = /^( {6}content: '''\n)((?:(?: {8}.*)?\n)+?)(?= {6}'''\n)/gm;
const PLACEHOLDER = 'text-of-block-';
const PLACEHOLDERS = new RegExp(`${PLACEHOLDER}(\\d+)`, 'g');

/** @param parse Bruno's parser. It gets the whole file wherever the short one could be read differently. */
export function readWithoutTexts(content: string, parse: (content: string) => Json): Json {
  if (content.includes('\r') || content.includes(PLACEHOLDER)) return parse(content);
  const texts: string[] = [];
  // Behind the last end of a block, each beginning of one would be searched for its end up to the end of the file.
  const end = content.lastIndexOf('\n}') + 2;
  const keep = (text: string): string => `${PLACEHOLDER}${texts.push(text) - 1}`;
  const blocks = content
    .slice(0, end)
    .replace(TEXT_BLOCK, (_, head: string, text: string) => `${head}  ${keep(text.replace(/(?<=^|\n) {2}/g, ''))}`)
    .replace(EXAMPLE_BODY, (whole: string, head: string, text: string) => {
      // The parser changes a last line of spaces, and the delimiter would end the text.
      if (text.includes("'''") || text.includes(PLACEHOLDER) || /\n *\n$/.test(text)) return whole;
      return `${head}        ${keep(text.slice(0, -1).replace(/^ {8}/gm, ''))}\n`;
    });
  if (texts.length === 0) return parse(content);
  const shortened = blocks + content.slice(end);
  try {
    const json = parse(shortened);
    if (restoreTexts(json, new Map(texts.map((text, index) => [`${PLACEHOLDER}${index}`, text])))) return json;
  } catch (error) {
    // The parser names the place of the error in the whole file, where it is short enough for that.
    if (content.length > MAX_PARSED_LENGTH) throw withLineOfFile(error as Error, shortened, texts);
  }
  return parse(content);
}

/** The parser's error with the line of the file instead of that of the shortened file. */
function withLineOfFile(error: Error, shortened: string, texts: readonly string[]): Error {
  error.message = error.message.replace(/^Line (\d+)/, (_, line: string) => {
    const before = shortened.split('\n', Number(line)).join('\n');
    const removed = [...before.matchAll(PLACEHOLDERS)].map(
      ([, index]) => texts[Number(index)]?.split('\n').length ?? 1,
    );
    return `Line ${removed.reduce((sum, lines) => sum + lines - 1, Number(line))}`;
  });
  return error;
}

/**
 * Puts the texts where their placeholders are values. @returns false if one is not there: what looked like its block is
 * then a part of another one
 */
function restoreTexts(json: Json, texts: Map<string, string>): boolean {
  for (const [name, value] of Object.entries(json)) {
    if (isRecord(value) || Array.isArray(value)) restoreTexts(value as Json, texts);
    if (typeof value !== 'string') continue;
    const text = texts.get(value);
    if (text === undefined) continue;
    json[name] = text;
    texts.delete(value);
  }
  return texts.size === 0;
}
