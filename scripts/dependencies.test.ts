/** The page about the dependencies has a line for each of them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

/** Names in the first column. A package of a scope that stands before may be written without it: `@mantine/core, hooks`. */
const listedNames = [...read('docs/dependencies.md').matchAll(/^\| ([^|]+?) +\|/gm)].flatMap(([, cell = '']) =>
  cell.split(/[\s,()]+/),
);

test('each package is in docs/dependencies.md, except for types of other packages', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  const isListed = (name: string) =>
    listedNames.includes(name) ||
    (listedNames.some((other) => other.startsWith(`${name.split('/')[0]}/`)) &&
      listedNames.includes(name.split('/')[1] ?? ''));
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith('@types/'));
  expect(names.filter((name) => !isListed(name))).toEqual([]);
});
