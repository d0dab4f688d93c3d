import { expect, test } from 'vitest';
import { meaningOf } from '../../providers/messaging/recognition/field-meanings.ts';
import { exampleFor, exampleKinds } from '../../providers/messaging/recognition/recognize.ts';
import { jsonFields } from './body-fields.ts';
import { MAX_FIELDS } from './form-fields.ts';

test('fields of documented kinds have a meaning', () => {
  const fields = exampleKinds.flatMap((kind) => jsonFields(JSON.stringify(exampleFor(kind))).fields);
  const known = fields.filter(({ path }) => meaningOf(path) !== '');
  expect(known.length / fields.length).toBeGreaterThan(0.95);
});

test('values have the form in which they were sent', () => {
  const text =
    '{"big":12345678901234567890,"one":1.0,"huge":1e400,"n":5,"s":"\\u0041","t":true,"z":null,"e":{},"l":[[],{"x":1}]}';
  expect(jsonFields(text).fields.map(({ path, type, value }) => [path, type, value])).toEqual([
    ['big', 'integer', '12345678901234567890'],
    ['one', 'number', '1.0'],
    ['huge', 'number', '1e400'],
    ['n', 'integer', 5],
    ['s', 'string', 'A'],
    ['t', 'boolean', true],
    ['z', 'null', null],
    ['e', 'object', '{}'],
    ['l[0]', 'array', '[]'],
    ['l[1].x', 'integer', 1],
  ]);
});

test('a repeated key is shown as often as it was sent', () => {
  expect(jsonFields('{"a":1,"a":{"b":2},"c":3}').fields).toEqual([
    { path: 'a', type: 'integer', value: 1, isRepeated: false },
    { path: 'a.b', type: 'integer', value: 2, isRepeated: true },
    { path: 'c', type: 'integer', value: 3, isRepeated: false },
  ]);
});

test('the number of fields is limited to what a person could read, and all are counted', () => {
  const { fields, count } = jsonFields(`[${'1,'.repeat(90_000)}1]`);
  expect([fields.length, count]).toEqual([MAX_FIELDS, 90_001]);
});
