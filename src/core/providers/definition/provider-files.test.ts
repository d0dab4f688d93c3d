/** The providers of a workspace: the example of the documentation, and errors in files. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { readWorkspaceProviders } from './provider-files.ts';
import { createRecognizer } from '../recognize.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/webhook-providers.md'), 'utf8');
const [, example = ''] = /```yaml\n([^]*?)```/.exec(page) ?? [];
let root: string;
let folder: string;
beforeEach(() => {
  root = temporaryFolder('providers');
  folder = path.join(root, 'webhook-providers');
  mkdirSync(folder);
});
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
async function recognizer() {
  const { providers, problems } = await readWorkspaceProviders(root);
  expect(problems).toEqual([]);
  return (body: unknown, headers: Record<string, string> = {}) =>
    createRecognizer(providers).recognize({
      method: 'POST',
      path: '/hook?shop=7',
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      parsed: { text: JSON.stringify(body), json: body, problem: null, form: null },
    });
}

describe('the example of docs/webhook-providers.md', () => {
  const parcel = { id: 'P-42', state: 'delivered', fee: 350, currency: 'eur' };
  const delivered = { id: 'ev_1', source: 'acme', type: 'parcel.delivered', parcel };

  it('recognises, names and explains', async () => {
    write('acme.yml', example);
    const recognize = await recognizer();
    const known = recognize(delivered);
    expect(known).toMatchObject({
      provider: 'acme',
      event: 'parcel.delivered',
      title: 'Parcel P-42 delivered',
      sentence: 'Parcel P-42 was delivered; the fee is 3.50 EUR.',
      verdict: 'documented',
      idMessage: 'P-42',
      status: 'delivered',
      identity: 'acme ev_1',
    });
    expect(known.meaningOf('parcel.fee')).toBe('What the receiver pays, in cents');
    expect(recognize({ ...delivered, parcel: { ...parcel, receiver: 'Ada' } }).title).toBe(
      'Parcel P-42 delivered to Ada',
    );
  });
  it('reports how a body differs from the example and from the schema', async () => {
    write('acme.yml', example);
    const recognize = await recognizer();
    const { id: _id, ...rest } = parcel;
    expect(recognize({ ...delivered, parcel: { ...rest, fee: '350' } })).toMatchObject({
      verdict: 'differs',
      differences: [
        { path: '$.parcel.id', problem: 'missing' },
        { path: '$.parcel.fee', problem: 'is a string, documented as number' },
      ],
    });
    const unknownState = { id: 1, parcel: { id: 'P-1', state: 'lost_forever' } };
    expect(recognize(unknownState, { 'x-acme-event': 'parcel.lost' })).toMatchObject({
      title: 'Parcel P-1 lost forever',
      differences: [{ path: '$.id', problem: 'is a number, documented as string' }],
    });
  });
  it('does not match other notifications', async () => {
    write('acme.yml', example);
    const recognize = await recognizer();
    expect(recognize({ source: 'other', type: 'parcel.delivered' }).provider).toBeNull();
    expect(recognize({}, { 'X-GitHub-Event': 'ping' }).provider).toBe('github');
  });
});

test('a provider of the workspace replaces the built-in one of the same name', async () => {
  write(
    'github.yml',
    `name: Our GitHub\nrecognize: [{ headers: { X-GitHub-Event: true } }]\nevent: '{query.shop}'\ntitle: 'Shop {event}'`,
  );
  const recognize = await recognizer();
  expect(recognize({}, { 'X-GitHub-Event': 'ping' })).toMatchObject({ provider: 'github', title: 'Shop 7' });
});

test('a folder without provider files has no providers', async () => {
  expect(await readWorkspaceProviders(tmpdir())).toEqual({ providers: [], problems: [] });
});

test.each([
  ['a key that is unknown', 'nmae: x', /must not have "nmae", which is unknown here/],
  ['no condition', `name: A\nrecognize: [{}]\nevent: x`, /recognize\[0\] names no header and no field/],
  ['an invalid condition', `name: A\nrecognize: []\nevent: x`, /recognize/],
  [
    'a template without its end',
    `name: A\nrecognize: [{ headers: { A: true } }]\nevent: '{body.x'`,
    /"\{" without its partner/,
  ],
  [
    'a group without its end',
    `name: A\nrecognize: [{ headers: { A: true } }]\nevent: 'a[b'`,
    /"\[" without its partner/,
  ],
  [
    'an unknown value',
    `name: A\nrecognize: [{ headers: { A: true } }]\nevent: '{process.env}'`,
    /names the value "process.env"/,
  ],
  [
    'an unknown filter',
    `name: A\nrecognize: [{ headers: { A: true } }]\nevent: '{body.x | eval}'`,
    /uses the filter "eval"/,
  ],
  [
    'a regular expression',
    `name: A\nrecognize: [{ headers: { A: true } }]\nevent: x\nevents: { x: { schema: { pattern: (a+)+$ } } }`,
    /pattern/,
  ],
  [
    'a reference',
    `name: A\nrecognize: [{ headers: { A: true } }]\nevent: x\nevents: { x: { schema: { $ref: '#' } } }`,
    /\$ref/,
  ],
  [
    'an example and a schema',
    `name: A\nrecognize: [{ headers: { A: true } }]\nevent: x\nevents: { x: { example: {}, schema: {} } }`,
    /has an example and a schema/,
  ],
  [
    'a schema that is too large',
    `name: A\nrecognize: [{ headers: { A: true } }]\nevent: x\nevents: { x: { example: ${JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`f${at}`, 1])))} } }`,
    /more than 2000 parts/,
  ],
  ['bad YAML', 'name: [', /line \d+, column \d+/],
])('%s is an error that names the file, and other providers stay usable', async (_name, text, problem) => {
  write('acme.yml', example);
  write('broken.yml', text);
  const { providers, problems } = await readWorkspaceProviders(root);
  expect(providers.map(({ id }) => id)).toEqual(['acme']);
  expect(problems).toEqual([expect.stringMatching(/^webhook-providers\/broken\.yml[:,]/)]);
  expect(problems[0]).toMatch(problem);
});

test('a file outside of the workspace, one that is too large and one with a wrong name are not read', async () => {
  const outside = path.join(temporaryFolder('outside'), 'secret.yml');
  writeFileSync(outside, example);
  symlinkSync(outside, path.join(folder, 'link.yml'));
  write('large.yml', `# ${'x'.repeat(300 * 1024)}`);
  write('Wrong Name.yml', example);
  const { providers, problems } = await readWorkspaceProviders(root);
  expect(providers).toEqual([]);
  expect(problems.map((problem) => /^webhook-providers\/([^:]*?\.yml)/.exec(problem)?.[1])).toEqual([
    'Wrong Name.yml',
    'large.yml',
    'link.yml',
  ]);
});
