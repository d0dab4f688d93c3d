/**
 * Parses YAML of a stranger: bounded in size, in depth, in the number of its parts and in the expansion of its aliases;
 * each mistake has its position.
 */
import {
  Composer,
  isCollection,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  Parser,
  visit,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml';
import { codedError, type CodedError } from '../../../contract/errors.ts';
import { collectionLimits, MAX_NESTING, MAX_TOKENS, sizeText } from '../files/limits.ts';

/** Aliases may expand a document to this many times its own size, and to FREE_EXPANSION characters more. */
const MAX_EXPANSION = 4;
const FREE_EXPANSION = 64 * 1024;
/** Limit of anchors and aliases in one document: to resolve an alias, the library searches all anchors before it. */
const MAX_REFERENCES = 5000;
/** Documents with aliases: only their values can be larger or deeper than their text. */
const withAliases = new WeakSet<Document>();
/** The library's mark before the text of a scalar without quotes, which may begin with any character. */
const SCALAR_MARK = '\x1f';
const [AND, STAR] = [0x26, 0x2a];

/**
 * @param file the name that errors give the file
 * @param maxTokens limit of words and marks, because each takes up to a kilobyte of memory
 * @throws CollectionDamaged with file, line and column; FileTooLarge
 */
export function parseYamlDocument(
  text: string,
  file: string,
  maxBytes = collectionLimits.fileBytes,
  maxTokens = MAX_TOKENS,
): Document {
  if (text.length > maxBytes) {
    throw codedError('FileTooLarge', `${file} is larger than ${sizeText(maxBytes)}.`, 'Split it, or shorten it.');
  }
  const lines = new LineCounter();
  const damagedError = (offset: number, message: string): CodedError => {
    const { line, col } = lines.linePos(offset);
    return codedError('CollectionDamaged', `${file}, line ${line}, column ${col}: ${message}`);
  };
  const tokens = tokensOf(text, { lines, damaged: damagedError, maxTokens });
  // The library compares each key with all others of its map. `refuseTraps` looks them up instead.
  const [document, second] = new Composer({ prettyErrors: false, uniqueKeys: false }).compose(tokens, true);
  if (!document) throw codedError('CollectionDamaged', `${file} has no content.`);
  if (second) throw damagedError(second.range[0], 'A second document begins here; a file can have only one.');
  const [problem] = document.errors;
  if (problem) throw damagedError(problem.pos[0], problem.message.split('\n')[0] ?? '');
  refuseTraps(document, damagedError);
  return document;
}

/** @throws CollectionDamaged with file, line and column; FileTooLarge */
export function parseYaml(
  text: string,
  file: string,
  maxBytes = collectionLimits.fileBytes,
  maxTokens = MAX_TOKENS,
): unknown {
  return toPlain(parseYamlDocument(text, file, maxBytes, maxTokens), file);
}

/**
 * Converts a document to plain values.
 * @throws CollectionDamaged when its aliases expand beyond the limits of size or depth
 */
export function toPlain(document: Document, file: string): unknown {
  // The library's own limit on aliases is off, because the size of the expanded value is checked below.
  const json: unknown = document.toJS({ maxAliasCount: -1 });
  if (!withAliases.has(document)) return json;
  const { size, depth } = expandedSize(json, 0, new Map());
  if (depth > MAX_NESTING) {
    const message = `Values of ${file} are nested more than ${MAX_NESTING} levels deep by its aliases.`;
    throw codedError('CollectionDamaged', message, 'Write them out.');
  }
  if (size > MAX_EXPANSION * (document.range?.[2] ?? 0) + FREE_EXPANSION) {
    throw codedError('CollectionDamaged', `The aliases of ${file} repeat its parts too often.`, 'Write them out.');
  }
  return json;
}

interface TokenLimits {
  lines: LineCounter;
  damaged: (offset: number, message: string) => CodedError;
  maxTokens: number;
}

/**
 * The parser tracks its depth in `stack`. The composer is recursive, so a document that is too deep is refused before
 * it.
 */
function* tokensOf(text: string, { lines, damaged, maxTokens }: TokenLimits) {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let tokens = 0;
  let references = 0;
  let previous = '';
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > MAX_NESTING) {
      throw damaged(parser.offset, `Values are nested more than ${MAX_NESTING} levels deep.`);
    }
    tokens += 1;
    if (tokens > maxTokens) throw damaged(parser.offset, `The file has more than ${maxTokens} words and marks.`);
    const code = lexeme.charCodeAt(0);
    if ((code === AND || code === STAR) && previous !== SCALAR_MARK) {
      references += 1;
      if (references > MAX_REFERENCES) {
        throw damaged(parser.offset, `The file has more than ${MAX_REFERENCES} anchors and aliases.`);
      }
    }
    previous = lexeme;
  }
  yield* parser.end();
}

/**
 * Refuses an alias inside of the node it refers to, which would make a value that contains itself, a key that occurs
 * twice, and a key that is not text: the library would write each such key as YAML.
 */
function refuseTraps(document: Document, damaged: (offset: number, message: string) => CodedError): void {
  visit(document, {
    Alias(_key, alias, path) {
      withAliases.add(document);
      const ancestors = path.filter((node): node is Node => isNode(node) && isCollection(node));
      if (ancestors.some((ancestor) => isCollection(ancestor) && ancestor.anchor === alias.source)) {
        throw damaged(alias.range?.[0] ?? 0, `The alias *${alias.source} is inside the value that it repeats.`);
      }
    },
    Map: (_key, map) => checkKeys(map, damaged),
  });
}

function checkKeys({ items }: YAMLMap, damaged: (offset: number, message: string) => CodedError): void {
  const keys = new Set<unknown>();
  for (const { key } of items) {
    if (key === null) continue;
    const offset = (isNode(key) ? key.range?.[0] : undefined) ?? 0;
    if (!isScalar(key)) throw damaged(offset, 'A key of a map has to be a text.');
    if (keys.has(key.value)) throw damaged(offset, 'Map keys must be unique');
    keys.add(key.value);
  }
}

interface ExpandedSize {
  size: number;
  depth: number;
}

/** Counts characters and members, each part as often as it is repeated; stops below the limit of the depth. */
function expandedSize(value: unknown, level: number, known: Map<object, ExpandedSize>): ExpandedSize {
  if (typeof value === 'string') return { size: value.length, depth: 0 };
  if (typeof value !== 'object' || value === null) return { size: 1, depth: 0 };
  const before = known.get(value);
  if (before !== undefined) return before;
  const total: ExpandedSize = { size: 1, depth: 1 };
  if (level > MAX_NESTING) return { size: 1, depth: Infinity };
  for (const [key, member] of Object.entries(value)) {
    const { size, depth } = expandedSize(member, level + 1, known);
    total.size += key.length + 1 + size;
    total.depth = Math.max(total.depth, depth + 1);
  }
  known.set(value, total);
  return total;
}
