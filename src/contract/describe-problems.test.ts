import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { describeProblems, titleOf } from './describe-problems.ts';
import { answerRule } from './webhooks/answer-rules.ts';

const schema = z.strictObject({
  timeout: z.number().positive().optional(),
  retries: z.number().int().min(0).optional(),
  port: z.number().max(65_535).optional(),
  name: z.string().min(1).max(20).optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  mode: z.enum(['fast', 'slow']).optional(),
  env: z.record(z.string(), z.string().nullable()).optional(),
  value: z.union([z.string(), z.number()]).optional(),
  check: z
    .union([z.strictObject({ url: z.string() }), z.strictObject({ script: z.string(), n: z.number() })])
    .optional(),
  at: z.iso.datetime().optional(),
  secret: z.string().regex(/^x/).optional(),
  on: z.boolean().optional(),
});

const problemsOf = (value: unknown): string => {
  const { error } = schema.safeParse(value);
  if (!error) throw new Error('The value was accepted.');
  return describeProblems(error);
};

describe('a refused value is explained in plain words', () => {
  test.each([
    [{ timeout: 0 }, 'timeout must be more than 0, not 0'],
    [{ timeout: '5' }, 'timeout must be a number, not a text'],
    [{ timeout: Number.NaN }, 'timeout must be a number, not NaN'],
    [{ retries: -1 }, 'retries must be 0 or more, not -1'],
    [{ retries: 1.5 }, 'retries must be a whole number, not 1.5'],
    [{ port: 70_000 }, 'port must be 65,535 or less, not 70000'],
    [{ name: '' }, 'name must not be empty'],
    [{ name: 'x'.repeat(21) }, 'name must have 20 characters or fewer'],
    [{ name: 5 }, 'name must be a text, not 5'],
    [{ tags: [] }, 'tags must not be an empty list'],
    [{ tags: ['a', 'b', 'c'] }, 'tags must have 2 entries or fewer'],
    [{ tags: ['a', null] }, 'tags[1] must be a text, not null'],
    [{ mode: 'quick' }, 'mode must be one of fast, slow'],
    [{ env: ['a'] }, 'env must be an object, not a list'],
    [{ env: { KEY: 5 } }, 'env.KEY must be a text, not 5'],
    [{ value: true }, 'value must be a text, or a number'],
    [{ check: { script: 'x' } }, 'check.n is missing: it must be a number'],
    [
      { check: { url: 'x', script: 'x', n: 1 } },
      'check must not have "script", "n", which are unknown here, or must not have "url", which is unknown here',
    ],
    [{ at: 'today' }, 'at must be a time such as 2026-01-31T12:00:00Z'],
    [{ secret: 'hidden' }, 'secret does not have the expected form'],
    [{ on: 'yes' }, 'on must be true or false, not a text'],
    [{ nmae: 1 }, 'must not have "nmae", which is unknown here'],
    [5, 'must be an object, not 5'],
  ])('%j', (value, text) => {
    expect(problemsOf(value)).toBe(text);
  });

  test('of many problems the first are named, and the others counted', () => {
    expect(problemsOf({ timeout: 0, retries: -1, name: '', mode: 'x', on: 1 })).toBe(
      'timeout must be more than 0, not 0; retries must be 0 or more, not -1; name must not be empty; and 2 more',
    );
  });

  test('a name that is unknown comes before the one that is missing', () => {
    const { error } = z.strictObject({ name: z.string() }).safeParse({ nmae: 'x' });
    expect(error && describeProblems(error)).toBe(
      'must not have "nmae", which is unknown here; name is missing: it must be a text',
    );
  });

  test('a message of the schema itself is kept', () => {
    const error = z.string({ error: 'must be in quotes' }).safeParse(5).error;
    expect(error && describeProblems(error)).toBe('must be in quotes');
  });
});

test('a place in a form is named by the titles of its fields', () => {
  const rules = z.object({ rules: z.array(answerRule) });
  expect(titleOf(rules, ['rules', 0, 'times'])).toBe('Rule 1, Times');
  expect(titleOf(rules, ['rules', 1, 'headers', 2, 'name'])).toBe('Rule 2, Header 3, Name');
  expect(titleOf(rules, ['rules', 0, 'headers'])).toBe('Rule 1, Headers');
  expect(titleOf(rules, ['rules', 0, 'on'])).toBeUndefined();
  expect(titleOf(rules, ['rules'])).toBeUndefined();
  const titled = z.string().meta({ title: 'Name' });
  const form = z.object({
    group: z.object({ name: titled.optional(), other: z.string() }).nullable(),
    kind: z.union([z.object({ a: z.number() }), z.object({ b: titled })]).optional(),
    list: z.array(z.object({ name: titled })),
  });
  expect(titleOf(form, ['group', 'name'])).toBe('Name');
  expect(titleOf(form, ['group', 'other'])).toBeUndefined();
  expect(titleOf(form, ['kind', 'b'])).toBe('Name');
  // Without its number, an entry would not be found.
  expect(titleOf(form, ['list', 0, 'name'])).toBeUndefined();
});
