import { expect, test } from 'vitest';
import { meaningOf } from '../providers/messaging/field-meanings.ts';
import { exampleFor, exampleKinds } from '../providers/messaging/recognize.ts';
import { fieldsOf } from './body-fields.ts';

test('the fields of documented kinds have a meaning', () => {
  const fields = exampleKinds.flatMap((kind) => fieldsOf(exampleFor(kind), meaningOf));
  const known = fields.filter(({ meaning }) => meaning !== '');
  expect(known.length / fields.length).toBeGreaterThan(0.95);
});

test('a hundred thousand levels do no harm', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = { inner: deep };
  expect(fieldsOf(deep, () => '').length).toBeLessThan(10);
});
