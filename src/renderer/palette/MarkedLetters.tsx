import { visibleText } from '../../contract/visible-text.ts';

/** A text with the matched letters in bold. */
export function MarkedLetters({ text, letters }: { text: string; letters: readonly number[] }) {
  if (letters.length === 0) return visibleText(text);
  const marked = new Set(letters);
  return pieces(text, marked).map(({ piece, bold, start }) =>
    bold ? <b key={start}>{visibleText(piece)}</b> : <span key={start}>{visibleText(piece)}</span>,
  );
}

function pieces(text: string, marked: ReadonlySet<number>): { piece: string; bold: boolean; start: number }[] {
  const pieces: { piece: string; bold: boolean; start: number }[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    const bold = marked.has(start);
    while (end < text.length && marked.has(end) === bold) end++;
    pieces.push({ piece: text.slice(start, end), bold, start });
  }
  return pieces;
}
