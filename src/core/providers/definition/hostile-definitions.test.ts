/** Definitions of providers in a stranger's workspace: no definition and no body makes recognition take long. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { ProviderInput } from '../../../contract/webhooks/webhook-provider.ts';
import { verifyOptions } from '../../../contract/webhooks/webhook-signature.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { timeGrowth } from '../../testing/time-growth.ts';
import { createRecognizer } from '../recognize.ts';
import { readWorkspaceProviders } from './provider-files.ts';

const base = { name: 'Acme', recognize: [{ fields: { x: true as const } }], event: 'ping' };

async function read(definition: object) {
  const root = temporaryFolder('providers');
  mkdirSync(path.join(root, 'webhook-providers'));
  writeFileSync(path.join(root, 'webhook-providers/acme.yml'), stringify(definition));
  return readWorkspaceProviders(root);
}
async function recognizerOf(definition: ProviderInput) {
  const { providers, problems } = await read(definition);
  expect(problems).toEqual([]);
  const { recognize } = createRecognizer(providers);
  return (json: unknown) =>
    recognize({
      method: 'POST',
      path: '/',
      headers: [],
      parsed: { text: JSON.stringify(json), json, problem: null, form: null },
    });
}
const withSchema = (schema: object): ProviderInput => ({ ...base, events: { ping: { schema } } });
const listOf = (items: object) => withSchema({ properties: { x: { items } } });
const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);

test.each([
  ['required names', { required: names(5000) }, {}],
  ['properties', { properties: Object.fromEntries(names(1900).map((name) => [name, true])) }, {}],
  ['permitted values', { enum: names(5000) }, 1],
  ['long permitted values', { enum: names(200).map((name) => name.repeat(200)) }, 1],
  ['a long constant', { const: 'c'.repeat(1000) }, 1],
])('%s are not compared with each of many values', async (_name, items, item) => {
  const recognize = await recognizerOf(listOf(items));
  const { differences } = recognize({ x: Array(90_000).fill(item) });
  expect(differences).toEqual([{ path: '$', problem: 'has too many values to be compared' }]);
});

test('differences below a long name take time proportional to their number', async () => {
  const recognize = await recognizerOf(withSchema({ additionalProperties: { items: { type: 'string' } } }));
  const long = 'n'.repeat(1_000_000);
  const compare = (size: number) => {
    const { differences } = recognize({ x: [], [long]: Array(size).fill(1) });
    expect(differences).toHaveLength(100);
    expect(JSON.stringify(differences).length).toBeLessThan(100 * 1000);
  };
  expect(await timeGrowth(compare, { small: 1000, large: 16_000 })).toBeLessThan(40);
});

test('filters look only at the part of a value that can be shown', async () => {
  const filters = ' | upper | words'.repeat(28);
  const recognize = await recognizerOf({ ...base, title: Array<string>(10).fill(`{body.x${filters}} {body.none}`) });
  const text = 'a_b-'.repeat(25_000);
  const compare = (size: number) => recognize({ x: text.repeat(size) });
  expect(await timeGrowth(compare, { small: 1, large: 60 })).toBeLessThan(10);
});

test.each([
  ['fields', { fields: Object.fromEntries(names(51).map((name) => [name, true])) }],
  ['headers', { headers: Object.fromEntries(names(51).map((name) => [name, true])) }],
])('a condition with more than 50 %s is refused', async (_name, condition) => {
  const { problems } = await read({ ...base, recognize: [condition] });
  expect(problems).toEqual([
    expect.stringMatching(/^webhook-providers\/acme\.yml: recognize\[0\].*more than 50 headers and fields/),
  ]);
});

test('a signature over the body more than once is refused, in a definition and from a script', async () => {
  const signature = { scheme: 'hmac', header: 'X-Sig', signed: '{body}'.repeat(2) };
  const { problems } = await read({ ...base, signature });
  expect(problems).toEqual([
    expect.stringMatching(/^webhook-providers\/acme\.yml: signature.*\{body\} more than once/),
  ]);
  expect(verifyOptions.safeParse({ scheme: signature }).success).toBe(false);
  expect(verifyOptions.safeParse({ scheme: { ...signature, signed: '{timestamp}.{body}' } }).success).toBe(true);
});

test('control characters of a definition are shown as escapes', async () => {
  const hostile = 'A\u001b\u202e';
  const recognize = await recognizerOf({ ...base, name: hostile, sentence: `${hostile} {body.x}`, title: hostile });
  const { title, sentence } = recognize({ x: 1 });
  expect(title + sentence).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(title).toContain('A');
  const { providers } = await read({ ...base, name: hostile });
  expect(createRecognizer(providers).providers.find(({ id }) => id === 'acme')?.name).not.toMatch(/[\p{Cc}\u202e]/u);
});

test('names of an object that every object inherits are names like others', async () => {
  const schema: object = { required: ['toString'], properties: { valueOf: { type: 'string' } } };
  const recognize = await recognizerOf({
    ...base,
    event: '{body.x}',
    title: '{body.__proto__.polluted}[ {body.constructor.name}] {body.x}',
    fields: { constructor: 'the builder' },
    events: { constructor: { schema } },
  });
  const known = recognize(JSON.parse('{"x":"constructor","__proto__":{"polluted":1},"valueOf":2}'));
  expect(known.title).toBe('1 constructor');
  expect(known.differences.map(({ path: place }) => place).sort()).toEqual(['$.toString', '$.valueOf']);
  expect(known.meaningOf('toString')).toBe('');
  expect(known.meaningOf('constructor')).toBe('the builder');
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(recognize({ x: 'toString' }).kind).toBeNull();
});
