/**
 * Reads a file of Bruno without passing its long texts (scripts, bodies, docs) through Bruno's parser, which takes
 * microseconds for each of their characters and changes nothing but their indentation.
 */
import { isRecord } from '../../platform/json/is-record.ts';
import type { Json } from '../imported/imported.ts';

/** A block whose content is a text. It ends with the first line that begins with a brace. */
const TEXT_BLOCK =
  /^((?:script:(?:pre-request|post-response)|tests|docs|body(?::(?:json|text|xml|sparql|graphql(?::vars)?))?)[ \t]*\{\n)(?![\n}])([^]*?)(?=\n\})/gm;
const PLACEHOLDER = 'text-of-block-';

/** @param parse Bruno's parser. It gets the whole file wherever the short one could be read differently. */
export function readWithoutTexts(content: string, parse: (content: string) => Json): Json {
  if (content.includes('\r') || content.includes(PLACEHOLDER)) return parse(content);
  const texts: string[] = [];
  // Behind the last end of a block, each beginning of one would be searched for its end up to the end of the file.
  const end = content.lastIndexOf('\n}') + 2;
  const blocks = content.slice(0, end).replace(TEXT_BLOCK, (_, head: string, text: string) => {
    texts.push(text.replace(/(?<=^|\n) {2}/g, ''));
    return `${head}  ${PLACEHOLDER}${texts.length - 1}`;
  });
  if (texts.length === 0) return parse(content);
  try {
    const json = parse(blocks + content.slice(end));
    if (restoreTexts(json, new Map(texts.map((text, index) => [`${PLACEHOLDER}${index}`, text])))) return json;
  } catch {
    // The parser names the place of the error in the whole file.
  }
  return parse(content);
}

/**
 * Puts the texts where their placeholders are values. @returns false if one is not there: what looked like its block is
 * then a part of another one
 */
function restoreTexts(json: Json, texts: Map<string, string>): boolean {
  for (const [name, value] of Object.entries(json)) {
    if (isRecord(value)) restoreTexts(value, texts);
    if (typeof value !== 'string') continue;
    const text = texts.get(value);
    if (text === undefined) continue;
    json[name] = text;
    texts.delete(value);
  }
  return texts.size === 0;
}
