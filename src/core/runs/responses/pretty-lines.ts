/**
 * Formats JSON with one member on each line without parsing it, so that numbers, escapes and repeated members are not
 * changed. Invalid JSON becomes readable, too.
 */
import { FIRST_LINE, MAX_LINE, pushLine, SLICE, type DividedText, type LineStart, type Piece } from './body-lines.ts';

export function prettyLines(text: string, maxLine = MAX_LINE): DividedText {
  return {
    text,
    count: () => prettyPieces(text, FIRST_LINE, createLineCounter(text, maxLine)),
    read: (from) => prettyPieces(text, from, createLineWriter(text, from.depth, maxLine)),
  };
}

/** Receives the formatted text. A string with a line end, which is not JSON, has several lines. */
interface Writer<T> {
  /** Adds this part of the received text. */
  copy(start: number, end: number): void;
  addSpace(): void;
  /** Ends the line; the next one is indented by this many levels. */
  endLine(depth: number): void;
  /** Returns the complete lines and begins anew. */
  take(): T;
  /** Whether something was written to the incomplete line; to be called behind `take`. */
  hasMore(): boolean;
}

const SPACES = 2;
const MAX_INDENT = 100;
const indentLength = (depth: number) => SPACES * Math.min(depth, MAX_INDENT);

function createLineWriter(source: string, depth: number, maxLine: number): Writer<string[]> {
  const indents: string[] = [];
  const indentOf = (levels: number) => (indents[levels] ??= ' '.repeat(indentLength(levels)));
  // The lines of a piece are written as one text and cut out of it, because a text is put together faster than a line.
  let text = indentOf(depth);
  let indent = text.length;
  return {
    copy: (start, end) => void (text += source.slice(start, end)),
    addSpace: () => void (text += ' '),
    endLine(levels) {
      text += '\n' + indentOf(levels);
      indent = indentLength(levels);
    },
    take() {
      const written = text.split('\n');
      text = written.pop() ?? '';
      const lines: string[] = [];
      for (const line of written) pushLine(lines, line, maxLine);
      return lines;
    },
    hasMore: () => text.length > indent,
  };
}

/** Counts the lines that `createLineWriter` makes, in a tenth of its time. */
function createLineCounter(source: string, maxLine: number): Writer<number> {
  let lines = 0;
  let length = 0;
  let indent = 0;
  let newline = -1;
  const complete = () => void (lines += Math.max(1, Math.ceil(length / maxLine)));
  return {
    copy(start, end) {
      length += end - start;
      if (newline < start) newline = indexOrEnd(source.indexOf('\n', start), source);
      for (; newline < end; newline = indexOrEnd(source.indexOf('\n', newline + 1), source)) {
        const behind = end - newline - 1;
        length -= behind + 1;
        complete();
        length = behind;
      }
    },
    addSpace: () => void (length += 1),
    endLine(levels) {
      complete();
      length = indent = indentLength(levels);
    },
    take() {
      const taken = lines;
      lines = 0;
      return taken;
    },
    hasMore: () => length > indent,
  };
}

const indexOrEnd = (index: number, text: string) => (index < 0 ? text.length : index);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

function skipSpaces(text: string, from: number): number {
  let index = from;
  while (index < text.length && isSpace(text.charCodeAt(index))) index += 1;
  return index;
}

/** The index after the string that begins at `start`; an unterminated string ends with the text. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === QUOTE) return index + 1;
  }
  return text.length;
}

/** The index after the number or word that begins at `start`. */
function endOfWord(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && !isSpace(text.charCodeAt(index)) && !',:{}[]"'.includes(text[index] ?? '')) index += 1;
  return index;
}

function* prettyPieces<T>(text: string, from: LineStart, writer: Writer<T>): Generator<Piece<T>, undefined> {
  let { depth } = from;
  let takenAt = from.index;
  for (let index = skipSpaces(text, from.index); index < text.length; index = skipSpaces(text, index)) {
    const start = index;
    let startsLine = false;
    const sign = text[start] ?? '';
    index += 1;
    switch (sign) {
      case '{':
      case '[': {
        const close = sign === '{' ? '}' : ']';
        const next = skipSpaces(text, index);
        writer.copy(start, index);
        if (text[next] === close) {
          index = next + 1;
          writer.copy(next, index);
        } else {
          writer.endLine(++depth);
          startsLine = true;
        }
        break;
      }
      case '}':
      case ']':
        depth = Math.max(0, depth - 1);
        writer.endLine(depth);
        writer.copy(start, index);
        // Several values follow each other: each begins on a new line.
        if (depth === 0) writer.endLine(0);
        break;
      case ',':
        writer.copy(start, index);
        writer.endLine(depth);
        startsLine = true;
        break;
      case ':':
        writer.copy(start, index);
        writer.addSpace();
        break;
      default:
        index = sign === '"' ? endOfString(text, start) : endOfWord(text, start);
        writer.copy(start, index);
    }
    // A piece ends with a line, unless the line is long.
    if (index - takenAt > (startsLine ? SLICE : 2 * SLICE)) {
      takenAt = index;
      yield { lines: writer.take(), next: startsLine ? { index, depth } : undefined };
    }
  }
  yield { lines: writer.take() };
  if (writer.hasMore()) {
    writer.endLine(0);
    yield { lines: writer.take() };
  }
  return undefined;
}
