/** A folder that contains folders has a README.md that says what each of them is for. */
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../src');
/** The folders inside these are described in `docs/architecture.md`. */
const DESCRIBED_ELSEWHERE = new Set(['core', 'renderer']);
/** Folders of test helpers and data, which need no description. */
const WITHOUT_PAGE = new Set(['testing', 'schemas']);

const folders = globSync('*/**/', { cwd: root })
  .map((folder) => folder.split(path.sep).join('/').replace(/\/$/, ''))
  .map((folder) => ({
    folder,
    inside: readdirSync(path.join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !WITHOUT_PAGE.has(entry.name))
      .map(({ name }) => name),
  }))
  .filter(({ folder, inside }) => inside.length > 0 && !DESCRIBED_ELSEWHERE.has(folder));

test('there are folders with folders', () => expect(folders.length).toBeGreaterThan(20));

test.each(folders)('src/$folder/README.md names each of its folders and no other', ({ folder, inside }) => {
  const page = path.join(root, folder, 'README.md');
  const named = existsSync(page) ? readFileSync(page, 'utf8').matchAll(/^\| `([\w-]+)\/` +\|/gm) : [];
  expect([...named].map(([, name]) => name).sort()).toEqual(inside.sort());
});

/** These folders contain one file for each language or test helper. */
const MANY_ALIKE = /^core\/(testing|programs\/languages)$/;

test('no folder has so many files that it should be divided', () => {
  const counts = new Map<string, number>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: root })) {
    const folder = path.dirname(file).split(path.sep).join('/');
    if (/\.(test|d)\.ts$/.test(file) || MANY_ALIKE.test(folder)) continue;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > 13)).toEqual([]);
});
