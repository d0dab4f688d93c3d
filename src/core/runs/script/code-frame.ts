/** The script's lines around a place, with a caret under the column, as compilers print it. */
const AROUND = 2;
const WIDEST = 160;

export function codeFrame(source: string, line: number, column = 1): string {
  const lines = source.split(/\r?\n/);
  const first = Math.max(1, line - AROUND);
  const last = Math.min(lines.length, line + AROUND);
  const width = String(last).length;
  const rows: string[] = [];
  for (let number = first; number <= last; number++) {
    const text = (lines[number - 1] ?? '').replaceAll('\t', ' ').slice(0, WIDEST);
    rows.push(`${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`.trimEnd());
    if (number === line) rows.push(`  ${' '.repeat(width)} | ${' '.repeat(Math.min(column, WIDEST) - 1)}^`);
  }
  return rows.join('\n');
}
