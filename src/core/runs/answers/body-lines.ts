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

/**
 * JSON with one member a line, made from the text itself: numbers, escapes and repeated members stay as they came. A
 * text that is no JSON comes out readable too.
 */
export function* prettyPieces(text: string, maxLine = MAX_LINE): Generator<string[], undefined> {
  const indents: string[] = [''];
  const indentOf = (depth: number) => (indents[depth] ??= '  '.repeat(Math.min(depth, 100)));
  let lines: string[] = [];
  let line = '';
  let depth = 0;
  let since = 0;
  let slice = FIRST_SLICE;
  const end = (next: number) => {
    pushLine(lines, line, maxLine);
    line = indentOf(next);
  };
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      let close = at + 1;
      for (; close < text.length; close += 1) {
        const one = text.charCodeAt(close);
        if (one === BACKSLASH) close += 1;
        else if (one === QUOTE) break;
      }
      line += text.slice(at, close + 1);
      at = close + 1;
    } else if (isSpace(code)) {
      at += 1;
    } else {
      const sign = text[at] ?? '';
      at += 1;
      switch (sign) {
        case '{':
        case '[': {
          let next = at;
          while (next < text.length && isSpace(text.charCodeAt(next))) next += 1;
          const close = sign === '{' ? '}' : ']';
          if (text[next] === close) {
            line += sign + close;
            at = next + 1;
          } else {
            line += sign;
            depth += 1;
            end(depth);
          }
          break;
        }
        case '}':
        case ']':
          depth = Math.max(0, depth - 1);
          end(depth);
          line += sign;
          break;
        case ',':
          line += sign;
          end(depth);
          break;
        case ':':
          line += ': ';
          break;
        default: {
          let close = at;
          while (close < text.length && !isSpace(text.charCodeAt(close)) && !',:{}[]"'.includes(text[close] ?? ''))
            close += 1;
          line += sign + text.slice(at, close);
          at = close;
          // Several values, one after the other: each on its line.
        }
      }
      if (depth === 0 && '}]'.includes(sign)) end(0);
    }
    if (at - since > slice) {
      since = at;
      slice = SLICE;
      yield lines;
      lines = [];
    }
  }
  if (line.trim() !== '') pushLine(lines, line, maxLine);
  yield lines;
  return undefined;
}
