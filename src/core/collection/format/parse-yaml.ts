/**
 * Parses YAML of a stranger: bounded in size, in depth and in the expansion of its aliases; each mistake has its
 * position.
 */
import { Composer, isCollection, isNode, Lexer, LineCounter, Parser, visit, type Document, type Node } from 'yaml';
import { codedError, type CodedError } from '../../../contract/errors.ts';
import { collectionLimits, MAX_NESTING, sizeText } from '../files/limits.ts';

/** Aliases may expand a document to this many times the size that a file may have. */
const MAX_EXPANSION = 4;

/**
 * @param file the name that errors give the file
 * @throws CollectionDamaged with file, line and column; FileTooLarge
 */
export function parseYamlDocument(text: string, file: string, maxBytes = collectionLimits.fileBytes): Document {
  if (text.length > maxBytes) {
    throw codedError('FileTooLarge', `${file} is larger than ${sizeText(maxBytes)}.`, 'Split it, or shorten it.');
  }
  const lines = new LineCounter();
  const damagedError = (offset: number, message: string): CodedError => {
    const { line, col } = lines.linePos(offset);
    return codedError('CollectionDamaged', `${file}, line ${line}, column ${col}: ${message}`);
  };
  const [document, second] = new Composer({ prettyErrors: false }).compose(tokensOf(text, lines, damagedError), true);
  if (!document) throw codedError('CollectionDamaged', `${file} has no content.`);
  if (second) throw damagedError(second.range[0], 'A second document begins here; a file has one.');
  const [problem] = document.errors;
  if (problem) throw damagedError(problem.pos[0], problem.message.split('\n')[0] ?? '');
  refuseCycles(document, damagedError);
  return document;
}

/** @throws CollectionDamaged with file, line and column; FileTooLarge */
export function parseYaml(text: string, file: string, maxBytes = collectionLimits.fileBytes): unknown {
  return toPlain(parseYamlDocument(text, file, maxBytes), file, maxBytes);
}

/** Converts a document to plain values. @throws CollectionDamaged when its aliases expand beyond the limit */
export function toPlain(document: Document, file: string, maxBytes = collectionLimits.fileBytes): unknown {
  // The library's own limit on aliases is off, because the size of the expanded value is checked below.
  const json: unknown = document.toJS({ maxAliasCount: -1 });
  if (expandedSize(json, new Map()) > MAX_EXPANSION * maxBytes) {
    throw codedError('CollectionDamaged', `The aliases of ${file} repeat its parts too often.`, 'Write them out.');
  }
  return json;
}

/**
 * The parser tracks its depth in `stack`. The composer is recursive, so a document that is too deep is refused before
 * it.
 */
function* tokensOf(text: string, lines: LineCounter, damaged: (offset: number, message: string) => CodedError) {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > MAX_NESTING) {
      throw damaged(parser.offset, `Values are nested more than ${MAX_NESTING} levels deep.`);
    }
  }
  yield* parser.end();
}

/** An alias inside of the node it refers to would make a value that contains itself. */
function refuseCycles(document: Document, damaged: (offset: number, message: string) => CodedError): void {
  visit(document, {
    Alias(_key, alias, path) {
      const ancestors = path.filter((node): node is Node => isNode(node) && isCollection(node));
      if (ancestors.some((ancestor) => isCollection(ancestor) && ancestor.anchor === alias.source)) {
        throw damaged(alias.range?.[0] ?? 0, `The alias *${alias.source} stands inside of what it repeats.`);
      }
    },
  });
}

/** Counts characters and members, each part as often as it is repeated. */
function expandedSize(value: unknown, sizes: Map<object, number>): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  const before = sizes.get(value);
  if (before !== undefined) return before;
  let size = 1;
  for (const [key, member] of Object.entries(value)) size += key.length + 1 + expandedSize(member, sizes);
  sizes.set(value, size);
  return size;
}
