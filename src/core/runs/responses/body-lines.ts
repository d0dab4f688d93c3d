/**
 * Shows a text as lines without storing them, because millions of lines take several times the memory of their text. The
 * lines are counted, and every few thousand lines the place of one in the text is stored. Lines are made from there when
 * they are read.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A longer line is shown as several. */
export const MAX_LINE = 2_000;
/** About how many characters are divided before other work is done. */
export const SLICE = 128 * 1024;

/** Where a line begins: the index in the text, and the levels by which the line is indented. */
export interface LineStart {
  index: number;
  depth: number;
}
export const FIRST_LINE: LineStart = { index: 0, depth: 0 };

/** The next lines, or how many they are. */
export interface Piece<T> {
  lines: T;
  /** Where the next line begins; undefined if this piece ends within a line, or with the text. */
  next?: LineStart | undefined;
}
/** A text, and how it is divided into lines. */
export interface DividedText {
  text: string;
  count(): Iterator<Piece<number>, undefined>;
  read(from: LineStart): Iterable<Piece<string[]>>;
}

export interface Lines {
  /** The number of lines known so far. */
  readonly total: number;
  /** Whether all lines are known. */
  readonly complete: boolean;
  /** These lines, or those of them that there are. */
  page(from: number, count: number): Promise<string[]>;
  /** The first line, starting at `from`, that contains the text, which is in lower case; null when there is none. */
  find(lowerCase: string, from: number, signal: AbortSignal): Promise<number | null>;
}

export function createLines(divided: DividedText): Lines {
  const index = createIndex(divided.count());
  const partsFrom = (line: number, overlap = 0) => readParts(divided, index, { line, overlap });
  return {
    get total() {
      return index.total;
    },
    get complete() {
      return index.complete;
    },
    async page(from, count) {
      const page: string[] = [];
      for await (const { first, lines } of partsFrom(from)) {
        const shown = (await lines()).slice(Math.max(0, from - first), from + count - first);
        for (const line of shown) page.push(line);
        if (page.length === count) break;
      }
      return page;
    },
    async find(lowerCase, from, signal) {
      const compact = withoutSpaces(lowerCase);
      // A long line is shown as several, so that the text may continue in the next one.
      const withContinuation = (line: string, next = '') =>
        line.length < MAX_LINE ? line : line + next.slice(0, lowerCase.length - 1);
      for await (const { first, source, lines } of partsFrom(from, lowerCase.length)) {
        if (signal.aborted) return null;
        // White space is all that lines have more or less than their text.
        if (!withoutSpaces(source.toLowerCase()).includes(compact)) continue;
        const isFound = (line: string, index: number, all: string[]) =>
          first + index >= from &&
          withContinuation(line, all[index + 1])
            .toLowerCase()
            .includes(lowerCase);
        const found = (await lines(1)).findIndex(isFound);
        if (found >= 0) return first + found;
      }
      return null;
    },
  };
}

type Place = LineStart & { line: number };

/** Counts lines on demand, piece by piece, and stores the places where pieces end; other work is done in between. */
function createIndex(pieces: ReturnType<DividedText['count']>) {
  const places: Place[] = [{ line: 0, ...FIRST_LINE }];
  const index = { places, total: 0, complete: false, countUntil };
  async function countUntil(isEnough: () => boolean): Promise<void> {
    while (!index.complete && !isEnough()) {
      const { done, value: piece } = pieces.next();
      if (done) index.complete = true;
      else {
        index.total += piece.lines;
        if (piece.next) places.push({ line: index.total, ...piece.next });
      }
      await nextTurn();
    }
  }
  return index;
}

/**
 * Yields the part between two places that has this line, and the parts behind it.
 * @param overlap how many characters behind a part belong to its `source`
 */
async function* readParts(
  { text, read }: DividedText,
  index: ReturnType<typeof createIndex>,
  { line, overlap }: { line: number; overlap: number },
) {
  const { places, countUntil } = index;
  await countUntil(() => index.total > line);
  for (let at = places.findLastIndex((place) => place.line <= line); at < places.length; at += 1) {
    await countUntil(() => places.length > at + 1);
    const [place, next] = places.slice(at, at + 2);
    if (!place) return;
    yield {
      /** The number of its first line. */
      first: place.line,
      source: text.slice(place.index, next && next.index + overlap),
      /** Its lines, and at least `more` of those behind it. */
      lines: (more = 0) => linesOf(read(place), next ? next.line - place.line + more : Infinity),
    };
  }
}

async function linesOf(pieces: ReturnType<DividedText['read']>, count: number): Promise<string[]> {
  const lines: string[] = [];
  for (const piece of pieces) {
    for (const line of piece.lines) lines.push(line);
    if (lines.length >= count) break;
    await nextTurn();
  }
  return lines;
}

const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '');

export function pushLine(into: string[], line: string, maxLine = MAX_LINE): void {
  if (line.length <= maxLine) return void into.push(line);
  for (let start = 0; start < line.length; start += maxLine) into.push(line.slice(start, start + maxLine));
}

/** The lines of a text as it is. */
export function rawLines(text: string): DividedText {
  return {
    text,
    *count() {
      for (const { lines, next } of rawPieces(text, 0)) yield { lines: lines.length, next };
      return undefined;
    },
    read: ({ index }) => rawPieces(text, index),
  };
}

/** Where the last line before `end` can be cut so that all of its rows have their full length. */
function lastFullRow(text: string, from: number, end: number): number {
  const lineStart = from + text.slice(from, end).lastIndexOf('\n') + 1;
  return end - ((end - lineStart) % MAX_LINE);
}

function* rawPieces(text: string, from: number): Generator<Piece<string[]>, undefined> {
  for (let index = from; index < text.length;) {
    const cut = Math.min(text.length, index + SLICE);
    const lineEnd = text.slice(cut, cut + SLICE).indexOf('\n') + 1;
    const end = lineEnd === 0 && cut < text.length ? lastFullRow(text, index, cut) : cut + lineEnd;
    const lines: string[] = [];
    const piece = text.slice(index, end).split(/\r?\n/);
    if (piece.at(-1) === '' && end < text.length) piece.pop();
    for (const line of piece) pushLine(lines, line);
    yield { lines, next: end < text.length ? { index: end, depth: 0 } : undefined };
    index = end;
  }
  return undefined;
}
