/** Comments name only pages and sections of the documentation that exist, and pages name only files that exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
/** Matches `docs/page.md`, with or without `, "Section"`, but not the path of a web address. */
const REFERENCE = /(?<![\w.:/])docs\/([\w/.-]*\w)(?:, "([^"]+)")?/g;

function wrongReferences(source: string): string[] {
  const comments = [...source.matchAll(/\/\*[^]*?\*\/|\/\/.*/g)].map(([text]) =>
    text.replace(/\s+(?:\*(?!\/)\s*)?/g, ' '),
  );
  return comments.flatMap((comment) =>
    [...comment.matchAll(REFERENCE)]
      .filter(([, page = '', section]) => !exists(page, section))
      .map(([reference]) => reference),
  );
}

function exists(page: string, section: string | undefined): boolean {
  const file = path.join(root, 'docs', page);
  if (!page.endsWith('.md') || !existsSync(file)) return false;
  const headings: string[] = readFileSync(file, 'utf8').match(/(?<=^#+ ).+$/gm) ?? [];
  return section === undefined || headings.includes(section);
}

test('a missing page, a missing section and a page without its extension are reported', () => {
  const invalidReferences = ['docs/no-page.md', 'docs/runs.md, "No such section"', 'docs/adr/0005'];
  const right = ['docs/external-programs.md, "Options"', 'docs/adr/0001-sandbox.md', 'https://example.com/docs/page'];
  expect(wrongReferences(`/**\n * See ${[...invalidReferences, ...right].join(' and\n * ')}.\n */`)).toEqual(
    invalidReferences,
  );
});

test.each(['src', 'bench', 'e2e'])('the comments of %s name existing pages and sections', (folder) => {
  const files = globSync('**/*.{ts,tsx}', { cwd: path.join(root, folder) });
  expect(files.length).toBeGreaterThan(10);
  const found = files.flatMap((file) =>
    wrongReferences(readFileSync(path.join(root, folder, file), 'utf8')).map((reference) => `${file}: ${reference}`),
  );
  expect(found).toEqual([]);
});

/** Paths of the project's own files in code spans. */
const FILE = /`((?:src|e2e|scripts|bench|examples)\/[\w./@-]+\.\w+)`/g;
const missingFiles = (page: string): string[] =>
  [...page.matchAll(FILE)].flatMap(([, file = '']) => (existsSync(path.join(root, file)) ? [] : [file]));

test('a file that a page names and that does not exist is reported', () => {
  expect(missingFiles('`src/none.test.ts`, `scripts/page-references.test.ts` and `src/`')).toEqual([
    'src/none.test.ts',
  ]);
});

test.each(globSync('{*.md,docs/**/*.md}', { cwd: root }))('%s names existing files', (page) => {
  expect(missingFiles(readFileSync(path.join(root, page), 'utf8'))).toEqual([]);
});

test('every promise about security has a test that shows it', () => {
  const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
  const [, table = ''] = /## What shows it\n([^]*?)\n## /.exec(page) ?? [];
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => !/`[\w./-]+\.(?:test|spec)\.ts`/.test(row))).toEqual([]);
});
