import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, expect, test } from 'vitest';
import type { RunReport } from '../../contract/runs/report.ts';
import { createBru } from '../../core/testing/bru.ts';
import { sharedServer } from '../../core/testing/fixtures.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';
import { loadTarget, readTarget } from './run-target.ts';
import { selectRequests } from '../../core/session/runs/select-requests.ts';

const cli = path.join(import.meta.dirname, '../../../out/main/cli.cjs');
const bru = createBru();
afterAll(() => bru.end());
const server = sharedServer((_request, response) => response.end('ok'));

const requests: readonly [file: string, tags: readonly string[]][] = [
  ['none', []],
  ['smoke', ['smoke']],
  ['both', ['smoke', 'slow']],
  ['folder/slow', ['slow']],
  ['folder/other', ['Smoke']],
];

/** A collection of Bruno with the requests, in one of its two formats. */
function writeTagged(format: 'bru' | 'yml'): string {
  const root = temporaryFolder('tags');
  mkdirSync(path.join(root, 'folder'));
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
  if (format === 'yml')
    write('opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: tagged\nextensions:\n  bruno: {}\n');
  else write('bruno.json', JSON.stringify({ version: '1', name: 'tagged', type: 'collection' }));
  requests.forEach(([file, tags], index) => {
    const name = path.basename(file);
    const url = `${server.url}/${name}`;
    const [listYml, listBru] = [
      tags.length > 0 ? `\n  tags:\n${tags.map((tag) => `    - ${tag}`).join('\n')}` : '',
      tags.length > 0 ? `\n  tags: [\n${tags.map((tag) => `    ${tag}`).join('\n')}\n  ]` : '',
    ];
    const texts = {
      yml: `info:\n  name: ${name}\n  type: http\n  seq: ${index + 1}${listYml}\nhttp:\n  method: GET\n  url: ${url}\n`,
      bru: `meta {\n  name: ${name}\n  type: http\n  seq: ${index + 1}${listBru}\n}\n\nget {\n  url: ${url}\n  body: none\n  auth: none\n}\n`,
    };
    write(`${file}.${format}`, texts[format]);
  });
  return root;
}

const choices = [
  { tags: ['smoke'] },
  { tags: ['smoke', 'slow'] },
  { excludeTags: ['slow'] },
  { tags: ['smoke'], excludeTags: ['slow'] },
  { tags: ['Smoke', 'slow'], excludeTags: ['smoke', 'absent'] },
];

test.each(['bru', 'yml'] as const)(
  'tags of a .%s file select the requests that they select in Bruno',
  async (format) => {
    const root = writeTagged(format);
    const collection = await loadTarget(root);
    for (const { tags, excludeTags } of choices) {
      const options = [
        ...(tags ? [`--tags=${tags.join(',')}`] : []),
        ...(excludeTags ? [`--exclude-tags=${excludeTags.join(',')}`] : []),
      ];
      const report = path.join(temporaryFolder('tags'), 'bru.json');
      const inBruno = (await bru.run(root, { report, args: options })).map(({ id }) => id);
      const here = selectRequests(collection, { tags, excludeTags }).map(({ id }) => id.replace(/\.yml$/, ''));
      expect({ options, here }).toEqual({ options, here: inBruno });
      expect(here.length).toBeGreaterThan(0);
    }
  },
  60_000,
);

test('a collection without requests is named as the target that was given', async () => {
  const file = path.join(temporaryFolder('empty'), 'empty.postman_collection.json');
  const info = { name: 'empty', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' };
  writeFileSync(file, JSON.stringify({ info, item: [] }));
  const folder = temporaryFolder('empty');
  writeFileSync(path.join(folder, 'opencollection.yml'), 'opencollection: 1.0.0\n');
  for (const target of [file, folder]) {
    await expect(readTarget(target, {})).rejects.toMatchObject({
      code: 'CollectionDamaged',
      message: `There is no request in ${target}.`,
    });
  }
});

test('a collection of which no file can be read names the reasons', async () => {
  const folder = temporaryFolder('empty');
  writeFileSync(path.join(folder, 'opencollection.yml'), 'opencollection: 1.0.0\n');
  writeFileSync(path.join(folder, 'a.yml'), 'a: [\n');
  await expect(readTarget(folder, {})).rejects.toMatchObject({
    message: expect.stringMatching(/^There is no request in .*\. a\.yml, line 2, column 1: /) as string,
    remedy: 'Correct these files.',
  });
});

test('tags of a folder are those of its requests, and folders and tags are both required', async () => {
  const root = writeTagged('yml');
  writeFileSync(
    path.join(root, 'folder/folder.yml'),
    'info:\n  name: folder\n  type: folder\n  tags:\n    - nightly\n',
  );
  const collection = await loadTarget(root);
  const select = (selection: Parameters<typeof selectRequests>[1]) =>
    selectRequests(collection, selection).map(({ name }) => name);
  expect(select({ tags: ['nightly'] })).toEqual(['slow', 'other']);
  expect(select({ excludeTags: ['nightly'] })).toEqual(['none', 'smoke', 'both']);
  expect(select({ folder: ['folder'], tags: ['slow'] })).toEqual(['slow']);
});

test('the command takes tags in both forms, and says what is wrong with those that select nothing', async () => {
  const root = writeTagged('bru');
  const run = (...args: string[]) => execa(process.execPath, [cli, 'run', root, ...args], { reject: false });
  const { stdout, exitCode } = await run(
    '--tags',
    'smoke, Smoke',
    '--tags',
    'slow',
    '--exclude-tags',
    'slow',
    '-r',
    'json',
  );
  const names = (JSON.parse(stdout) as RunReport).requests.map(({ name }) => name);
  expect({ exitCode, names: names.sort() }).toEqual({ exitCode: 0, names: ['other', 'smoke'] });
  for (const [args, message] of [
    [['--tags', 'smoek'], /No request has the tag "smoek"\.[^]*Did you mean "smoke"\?/i],
    [['--tags', 'quarterly'], /No request has the tag "quarterly"\.[^]*The tags of the requests: /],
    [['--tags', 'slow', '--exclude-tags', 'slow'], /The tags leave no request/],
    [['--tags', 'a,,b'], /A tag is empty/],
  ] as const) {
    const wrong = await run(...args);
    expect({ args, code: wrong.exitCode }).toEqual({ args, code: 2 });
    expect(wrong.stderr).toMatch(message);
  }
}, 60_000);
