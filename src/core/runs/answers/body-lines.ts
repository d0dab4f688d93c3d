/** A text as lines, made in slices so that the first are there at once. */

/** A longer line is shown as several. */
export const MAX_LINE = 2_000;
const SLICE = 2 * 1024 * 1024;
/** The first one: somebody looks at an empty screen. */
const FIRST_SLICE = 128 * 1024;

export interface Lines {
  all: string[];
  complete: boolean;
  /** Settles when so many lines are known, or all. */
  upTo(count: number): Promise<void>;
}

/** Lines made piece by piece, as far as somebody has asked; in between, others get their turn. */
export function createLines(pieces: Iterator<string[], undefined>): Lines {
  const lines: Lines = {
    all: [],
    complete: false,
    async upTo(count) {
      while (!lines.complete && lines.all.length < count) {
        const piece = pieces.next();
        if (piece.done) lines.complete = true;
        else for (const line of piece.value) lines.all.push(line);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
  return lines;
}

function pushLine(into: string[], line: string, maxLine = MAX_LINE): void {
  if (line.length <= maxLine) return void into.push(line);
  for (let at = 0; at < line.length; at += maxLine) into.push(line.slice(at, at + maxLine));
}

export function* rawPieces(text: string): Generator<string[], undefined> {
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + SLICE);
    const newline = text.indexOf('\n', end);
    // A text without line ends is cut where it is; the rows are cut anyway.
    if (end < text.length && newline >= 0 && newline - end < SLICE) end = newline + 1;
    const lines: string[] = [];
    const piece = text.slice(at, end).split(/\r?\n/);
    if (piece.at(-1) === '' && end < text.length) piece.pop();
    for (const line of piece) pushLine(lines, line);
    yield lines;
    at = end;
  }
  return undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** The index after the string that begins at `start`; an unfinished one ends with the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at + 1;
  }
  return text.length;
}

/** The index after the number or word that begins at `start`. */
function endOfWord(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && !isSpace(text.charCodeAt(at)) && !',:{}[]"'.includes(text[at] ?? '')) at += 1;
  return at;
}

/** The lines that are complete, and the one that is being written. */
function createLineWriter(maxLine: number) {
  const indents: string[] = [''];
  const writer = {
    lines: [] as string[],
    line: '',
    /** Ends the line; the next one is indented by so many levels. */
    endLine(depth: number): void {
      pushLine(writer.lines, writer.line, maxLine);
      writer.line = indents[depth] ??= '  '.repeat(Math.min(depth, 100));
    },
    /** Returns the complete lines and starts a new list. */
    take(): string[] {
      const { lines } = writer;
      writer.lines = [];
      return lines;
    },
  };
  return writer;
}

/**
 * JSON with one member a line, written from the text itself: numbers, escapes and repeated members stay as they came. A
 * text that is no JSON comes out readable too.
 */
export function* prettyPieces(text: string, maxLine = MAX_LINE): Generator<string[], undefined> {
  const writer = createLineWriter(maxLine);
  let depth = 0;
  let yieldedAt = 0;
  let slice = FIRST_SLICE;
  for (let at = skipSpaces(text, 0); at < text.length; at = skipSpaces(text, at)) {
    const start = at;
    const sign = text[start] ?? '';
    at += 1;
    switch (sign) {
      case '{':
      case '[': {
        const close = sign === '{' ? '}' : ']';
        const next = skipSpaces(text, at);
        writer.line += sign;
        if (text[next] === close) {
          writer.line += close;
          at = next + 1;
        } else writer.endLine(++depth);
        break;
      }
      case '}':
      case ']':
        depth = Math.max(0, depth - 1);
        writer.endLine(depth);
        writer.line += sign;
        // Several values, one after the other: each on its line.
        if (depth === 0) writer.endLine(0);
        break;
      case ',':
        writer.line += sign;
        writer.endLine(depth);
        break;
      case ':':
        writer.line += ': ';
        break;
      default:
        at = sign === '"' ? endOfString(text, start) : endOfWord(text, start);
        writer.line += text.slice(start, at);
    }
    if (at - yieldedAt > slice) {
      yieldedAt = at;
      slice = SLICE;
      yield writer.take();
    }
  }
  if (writer.line.trim() !== '') writer.endLine(0);
  yield writer.take();
  return undefined;
}
