/** Divides a text into lines, in slices so that the first lines are available at once. */

/** A longer line is shown as several. */
export const MAX_LINE = 2_000;
const SLICE = 2 * 1024 * 1024;
/** The first slice is smaller, because the screen is empty until it is done. */
const FIRST_SLICE = 128 * 1024;

export interface Lines {
  all: string[];
  complete: boolean;
  /** Settles when this many lines are known, or all. */
  upTo(count: number): Promise<void>;
}

/** Makes lines on demand, slice by slice; other work is done in between. */
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
  for (let start = 0; start < line.length; start += maxLine) into.push(line.slice(start, start + maxLine));
}

export function* rawPieces(text: string): Generator<string[], undefined> {
  for (let index = 0; index < text.length;) {
    let end = Math.min(text.length, index + SLICE);
    const newline = text.indexOf('\n', end);
    // A long text without line ends is cut anywhere, because its rows are cut anyway.
    if (end < text.length && newline >= 0 && newline - end < SLICE) end = newline + 1;
    const lines: string[] = [];
    const piece = text.slice(index, end).split(/\r?\n/);
    if (piece.at(-1) === '' && end < text.length) piece.pop();
    for (const line of piece) pushLine(lines, line);
    yield lines;
    index = end;
  }
  return undefined;
}

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

/** Lines that are cut out of one text take a third less memory than lines that are put together one by one. */
const BLOCK = 32 * 1024;

/** Writes a text, and returns its complete lines. A string with a line end, which is not JSON, has several lines. */
function createLineWriter(maxLine: number) {
  const indents: string[] = [''];
  let lines: string[] = [];
  /** What was written after the last line that is among the lines. */
  let text = '';
  const divide = () => {
    const written = text.split('\n');
    text = written.pop() ?? '';
    for (const line of written) pushLine(lines, line, maxLine);
  };
  return {
    write: (part: string) => void (text += part),
    /** Ends the line; the next one is indented by this many levels. */
    endLine(depth: number): void {
      if (text.length > BLOCK) divide();
      text += '\n' + (indents[depth] ??= '  '.repeat(Math.min(depth, 100)));
    },
    /** Returns the complete lines and starts a new list. */
    take(): string[] {
      divide();
      const complete = lines;
      lines = [];
      return complete;
    },
    /** Whether there is more than white space after the complete lines; to be called behind `take`. */
    hasMore: () => text.trim() !== '',
  };
}

/**
 * Formats JSON with one member on each line without parsing it, so that numbers, escapes and repeated members are not
 * changed. Invalid JSON becomes readable, too.
 */
export function* prettyPieces(text: string, maxLine = MAX_LINE): Generator<string[], undefined> {
  const writer = createLineWriter(maxLine);
  let depth = 0;
  let yieldedAt = 0;
  let slice = FIRST_SLICE;
  for (let index = skipSpaces(text, 0); index < text.length; index = skipSpaces(text, index)) {
    const start = index;
    const sign = text[start] ?? '';
    index += 1;
    switch (sign) {
      case '{':
      case '[': {
        const close = sign === '{' ? '}' : ']';
        const next = skipSpaces(text, index);
        writer.write(sign);
        if (text[next] === close) {
          writer.write(close);
          index = next + 1;
        } else writer.endLine(++depth);
        break;
      }
      case '}':
      case ']':
        depth = Math.max(0, depth - 1);
        writer.endLine(depth);
        writer.write(sign);
        // Several values follow each other: each begins on a new line.
        if (depth === 0) writer.endLine(0);
        break;
      case ',':
        writer.write(sign);
        writer.endLine(depth);
        break;
      case ':':
        writer.write(': ');
        break;
      default:
        index = sign === '"' ? endOfString(text, start) : endOfWord(text, start);
        writer.write(text.slice(start, index));
    }
    if (index - yieldedAt > slice) {
      yieldedAt = index;
      slice = SLICE;
      yield writer.take();
    }
  }
  yield writer.take();
  if (writer.hasMore()) {
    writer.endLine(0);
    yield writer.take();
  }
  return undefined;
}
