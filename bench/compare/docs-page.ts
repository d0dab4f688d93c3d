/** The list of known differences in `docs/coming-from.md`, between two comments. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { knownDifferences } from '../../src/core/interchange/known-differences.ts';
import { root } from '../core.ts';

const page = path.join(root, 'docs/coming-from.md');
const begin = '<!-- made by npm run compare -- --write-docs from known-differences.ts -->';
const end = '<!-- end of what is made -->';

const cell = (text: string) => text.replaceAll('|', '\\|');

/** @returns the page as it is, and as the known differences want it */
export async function docsPage(): Promise<{ current: string; wanted: string }> {
  const current = readFileSync(page, 'utf8');
  const [before, rest] = current.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${page} has no "${begin}" and "${end}".`);
  const rows = knownDifferences.map(
    ({ here, there, why, remedy }) => `| ${[here, there, why, remedy].map(cell).join(' | ')} |`,
  );
  const table = ['| here | in Postman or newman | why | what to do |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const text = `${before}${begin}\n\n${table}\n\n${end}${after}`;
  return { current, wanted: await format(text, { ...(await resolveConfig(page)), parser: 'markdown' }) };
}

export async function writeDocsPage(): Promise<void> {
  writeFileSync(page, (await docsPage()).wanted);
}
