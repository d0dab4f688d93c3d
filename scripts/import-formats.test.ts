/** Every text that lists the formats of an import names each format in docs/coming-from.md. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');
const [, table = ''] = read('docs/coming-from.md').split(/\| from +\|[^\n]*\n\| -+ \|[^\n]*\n/);
const [rows = ''] = table.split('\n\n');
/** Apifox has no format of its own. */
const formats = [...rows.matchAll(/^\| ([^|]+?) +\|/gm)]
  .flatMap(([, names = '']) => names.split(', '))
  .filter((name) => name !== 'Apifox');

test('the page lists the formats', () =>
  expect(formats).toEqual(expect.arrayContaining(['Postman', 'Swagger', 'cURL'])));

test.each([
  'README.md',
  'src/cli/program.ts',
  'src/core/interchange/refuse-known-text.ts',
  'src/renderer/editor/StartCards.tsx',
  'src/renderer/tree/import/ImportDialog.tsx',
])('%s names each format', (file) => {
  const text = read(file);
  expect(formats.filter((format) => !text.includes(format))).toEqual([]);
});
