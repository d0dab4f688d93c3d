/**
 * A collection that is too large, too deep or made to expand is refused with an explanation, in time proportional to
 * its size.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadCollection } from './collection-files.ts';
import { collectionLimits } from './limits.ts';
import { parseYaml } from '../format/parse-yaml.ts';
import { timeGrowth } from '../../testing/time-growth.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const request = 'http:\n  url: http://x\n';
function collection(files: Record<string, string>): string {
  const root = temporaryFolder('limits');
  for (const [file, text] of Object.entries({ 'opencollection.yml': 'opencollection: 1.0.0\n', ...files })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}
const limited = (root: string, limits: Partial<typeof collectionLimits>) =>
  loadCollection(root, { limits: { ...collectionLimits, ...limits } });

test.each([
  [{ files: 2 }, 2, /more than 2 files/],
  [{ folders: 1 }, 3, /more than 1 folders/],
  [{ entries: 4 }, 2, /more than 4 entries/],
  [{ totalBytes: 3 * request.length }, 2, /more than 1 KiB of files/],
  [{ fileBytes: 10 }, 0, /a\.yml is larger than 1 KiB/],
])('%j', async (limits, count, message) => {
  const root = collection({ 'a.yml': request, 'b.yml': request, 'f/c.yml': request, 'g/d.yml': request });
  const { requests, problems } = await limited(root, limits);
  expect(requests.length).toBeLessThanOrEqual(Math.max(count, 3));
  expect(requests.length).toBeLessThan(4);
  expect(problems.join('\n')).toMatch(message);
  expect(new Set(problems).size).toBe(problems.length);
});

test('folders deeper than the limit are reported', async () => {
  const root = collection({ 'a/b/c/d.yml': request, 'a/x.yml': request });
  const { requests, problems } = await limited(root, { folderDepth: 2 });
  expect(requests.map(({ id }) => id)).toEqual(['a/x.yml']);
  expect(problems).toEqual(['a/b/c is more than 2 folders deep, and is not shown.']);
});

test('a large file is reported, and the others open', async () => {
  const root = collection({ 'a.yml': request, 'big.yml': `# ${'x'.repeat(collectionLimits.fileBytes)}\n${request}` });
  const { requests, problems } = await loadCollection(root);
  expect(requests).toHaveLength(1);
  expect(problems).toEqual([expect.stringMatching(/^big\.yml is larger than \d+ MiB/)]);
});

const levels = 100_000;
const indented = (rows: number) => Array.from({ length: rows }, (_, at) => `${' '.repeat(at)}a:`).join('\n');
const billions = Array.from({ length: 10 }, (_, at) => {
  const parts = Array(10).fill(at === 0 ? '"lol"' : `*a${at - 1}`);
  return `a${at}: &a${at} [${parts.join(', ')}]`;
}).join('\n');

test.each<[string, (size: number) => string, RegExp]>([
  ['flow lists', (size) => '['.repeat(size), /nested more than 200 levels/],
  ['flow maps', (size) => '{a: '.repeat(size), /nested more than 200 levels/],
  ['lists on one line', (size) => '- '.repeat(size), /nested more than 200 levels/],
  ['maps by indentation', (size) => indented(Math.sqrt(10 * size)), /200 levels/],
])('%s are refused, in time proportional to their length', async (_name, textOf, message) => {
  const refuse = (size: number) => expect(() => parseYaml(textOf(size), 'x.yml')).toThrow(message);
  expect(await timeGrowth(refuse, { small: levels / 4, large: levels })).toBeLessThan(10);
});

test.each<[string, (size: number) => string, RegExp | undefined]>([
  ['keys of one map', (size) => Array.from({ length: size }, (_, at) => `k${at}: 1`).join('\n'), undefined],
  ['aliases', (size) => `a: &a 1\nb: [${'*a,'.repeat(2 * size)}]`, /more than 5000 anchors and aliases/],
  ['anchors', (size) => `a: [${'&a 1,'.repeat(2 * size)}]`, /more than 5000 anchors and aliases/],
])('many %s take time proportional to their number, and are refused where each costs much', async (...args) => {
  const [, textOf, message] = args;
  const parse = (size: number) =>
    message ? expect(() => parseYaml(textOf(size), 'x.yml')).toThrow(message) : parseYaml(textOf(size), 'x.yml');
  expect(await timeGrowth(parse, { small: 5000, large: 20_000 })).toBeLessThan(10);
});

/** Each value contains the one before it; the last one is first in the parsed map, because its key is the least number. */
const staircase = Array.from({ length: 2000 }, (_, at) => {
  const inner = at === 0 ? '1' : `*a${at - 1}`;
  return `${2000 - at}: &a${at} { x: ${inner} }`;
}).join('\n');

test.each([
  ['aliases that nest two thousand levels', staircase, /more than 200 levels deep by its aliases/],
  ['a key that occurs twice', 'a: 1\nb: 2\na: 3', /line 3, column 1: Map keys must be unique/],
  ['more items than fit into memory', `a: [${'1,'.repeat(200_000)}]`, /more than 500000 words and marks/],
  ['a list as a key', '? [a, b]\n: 1', /line 1, column 3: A key of a map has to be a text/],
  ['an alias inside of itself', 'a: &a [1, *a]', /is inside the value that it repeats/],
  ['an alias inside of itself, deeper', 'a: &a { b: { c: *a } }', /is inside the value that it repeats/],
  // Expanded, they would not fit into memory.
  ['aliases that expand to ten billion parts', billions, /repeat its parts too often/],
  // A folder may have thousands of such small files.
  [
    'aliases that expand 400 bytes to 2 MB',
    `a: &a "${'x'.repeat(200)}"\nb: &b [${'*a,'.repeat(100)}]\nc: [${'*b,'.repeat(100)}]`,
    /too often/,
  ],
  ['two documents', 'a: 1\n---\nb: 2\n', /A second document/],
])('%s', (_name, text, message) => {
  expect(() => parseYaml(text, 'x.yml')).toThrow(message);
});

test('ordinary aliases are read', () => {
  const text = `a: &a { b: 1 }\nlist:\n${'  - *a\n'.repeat(500)}`;
  expect((parseYaml(text, 'x.yml') as { list: unknown[] }).list).toHaveLength(500);
});

test('a collection with damaged files of each kind opens', async () => {
  const deep = `http: ${'['.repeat(levels)}`;
  const root = collection({
    'a.yml': request,
    'b.yml': deep,
    'f/folder.yml': deep,
    'f/c.yml': request,
    'environments/E.yml': deep,
  });
  writeFileSync(path.join(root, 'latin.yml'), Buffer.from([0x61, 0x3a, 0x20, 0xe9]));
  const { requests, problems } = await loadCollection(root);
  expect(requests.map(({ id }) => id)).toEqual(['a.yml', 'f/c.yml']);
  expect(problems.map((problem) => problem.split(/[ ,]/)[0]).sort()).toEqual([
    'b.yml',
    'environments/E.yml',
    'f/folder.yml',
    'latin.yml',
  ]);
});
