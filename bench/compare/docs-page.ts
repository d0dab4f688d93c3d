/** The lists of known differences in `docs/coming-from.md`, each between two marker comments. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';
import { knownDifferences } from '../../src/core/interchange/differences/known-differences.ts';
import { root } from '../bench-runner.ts';
import { knownBrunoDifferences } from './known-bruno-differences.ts';

const page = path.join(root, 'docs/coming-from.md');

interface MadeTable {
  /** The marker comments around the list. */
  begin: string;
  end: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
}
const tables: readonly MadeTable[] = [
  {
    begin: '<!-- made by npm run compare -- --write-docs from known-differences.ts -->',
    end: '<!-- end of what is made -->',
    heads: ['here', 'in Postman or newman', 'why', 'what to do'],
    rows: knownDifferences.map(({ here, there, why, remedy }) => [here, there, why, remedy]),
  },
  {
    begin: '<!-- made by npm run compare -- --write-docs from known-bruno-differences.ts -->',
    end: '<!-- end of the list -->',
    heads: ['here', 'in Bruno', 'instead'],
    rows: knownBrunoDifferences.map(({ here, there, instead }) => [here, there, instead]),
  },
];

const rowText = (cells: readonly string[]) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;

function withTable(text: string, { begin, end, heads, rows }: MadeTable): string {
  const [before, afterBegin] = text.split(begin);
  const after = afterBegin?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${page} has no "${begin}" and "${end}".`);
  const table = [heads, heads.map(() => '---'), ...rows].map(rowText).join('\n');
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
}

/** @returns the page as it is, and as the known differences require it */
export async function docsPage(): Promise<{ current: string; expected: string }> {
  const current = readFileSync(page, 'utf8');
  const text = tables.reduce(withTable, current);
  return { current, expected: (await format(page, text)).code };
}

export async function writeDocsPage(): Promise<void> {
  writeFileSync(page, (await docsPage()).expected);
}
