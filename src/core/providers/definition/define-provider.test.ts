/** Bodies from strangers: nothing in them is executed, and none takes long. */
import { describe, expect, test } from 'vitest';
import { providerDefinition } from '../../../contract/webhooks/webhook-provider.ts';
import { defineProvider } from './define-provider.ts';
import type { ReceivedContent } from '../recognition.ts';
import { requestValues } from './request-values.ts';

const provider = defineProvider(
  'acme',
  providerDefinition.parse({
    name: 'Acme',
    recognize: [{ fields: { source: 'acme' } }],
    event: ['{body.type}', '{body.constructor.name}'],
    title: ['{body.a} of {body.b | count thing}[ by {body.c}]', '{event | words | capital}'],
    events: { known: { schema: { type: 'object', properties: { list: { items: { type: 'string' } } } } } },
  }),
);
function recognize(body: unknown, type = 'application/json') {
  const text = typeof body === 'string' ? body : '';
  const form = text === '' ? null : [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }));
  const parsed: ReceivedContent['parsed'] = { text, json: text ? undefined : body, problem: null, form };
  const content = { method: 'POST', path: '/', headers: [{ name: 'content-type', value: type }], parsed };
  const values = requestValues(content);
  return provider.matches(values) ? provider.recognize(values) : undefined;
}

describe('titles', () => {
  test.each([
    [{ a: 'Sum', b: [1, 2] }, 'Sum of 2 things'],
    [{ a: 'Sum', b: 1, c: 'Ada' }, 'Sum of 1 thing by Ada'],
    [{ a: 'Sum', b: 'two', type: 'some_thing.new' }, 'Some thing new'],
    [{ a: null, b: 1, type: 'x' }, 'X'],
    [{ a: { toString: 'x' }, b: 1 }, 'Acme'],
    [{ a: '{body.secret} [x] {{SWE002}}', b: 1, secret: 's' }, '{body.secret} [x] {{SWE002}} of 1 thing'],
    [{ a: '\u202e\x1b[31mred\nline', b: 1 }, '\\u{202e}\\x1b[31mred\\x0aline of 1 thing'],
    [{ a: 'x'.repeat(1_000_000), b: 1 }, `${'x'.repeat(120)}… of 1 thing`],
    [{}, 'Acme'],
  ])('%#', (fields, title) => {
    expect(recognize({ source: 'acme', ...fields })?.title).toBe(title);
  });
});

test("names of JavaScript's own members are ordinary names", () => {
  const hostile = JSON.parse('{"source":"acme","__proto__":{"type":"x"},"type":{"type":"y"}}') as unknown;
  expect(recognize(hostile)).toMatchObject({ event: null, kind: null });
  expect(recognize(['acme'])).toBeUndefined();
  expect(recognize(null)).toBeUndefined();
});

test('a form is read as its fields, however many there are', () => {
  const form = `source=acme&type=known&${'x=1&'.repeat(100_000)}`;
  expect(recognize(form, 'application/x-www-form-urlencoded')).toMatchObject({ event: 'known', verdict: 'documented' });
});

test('the number of differences is limited to a hundred', () => {
  const body = { source: 'acme', type: 'known', list: Array.from({ length: 50_000 }, (_, at) => at) };
  expect(recognize(body)?.differences).toHaveLength(100);
  expect(recognize({ ...body, '\ud800': 1, list: [1] })?.verdict).toBe('differs');
});

test('alternatives inside each other are not tried with each of very many values', () => {
  const anyOf = (schema: object) => ({ anyOf: Array.from({ length: 20 }, () => schema) });
  const definition = providerDefinition.parse({
    name: 'Slow',
    recognize: [{ fields: { type: true } }],
    event: '{body.type}',
    events: { known: { schema: { properties: { list: { items: anyOf(anyOf({ type: 'string' })) } } } } },
  });
  const slow = defineProvider('slow', definition);
  const differences = (count: number) => {
    const json = { type: 'known', list: Array.from({ length: count }, (_, index) => index) };
    const content = { method: 'POST', path: '/', headers: [], parsed: { text: '', json, problem: null, form: null } };
    return slow.recognize(requestValues(content)).differences;
  };
  expect(differences(90_000)).toEqual([{ path: '$', problem: 'has too many values to be compared' }]);
  expect(differences(2)[0]).toMatchObject({ path: '$.list[0]' });
});
