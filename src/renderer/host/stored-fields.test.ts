import { expect, test } from 'vitest';
import { withStoredFields } from './stored-fields.ts';

test.each([
  [null, { users: 1, text: 'a', on: false }],
  ['no JSON', { users: 1, text: 'a', on: false }],
  ['null', { users: 1, text: 'a', on: false }],
  ['{"users":7,"text":"b","on":true}', { users: 7, text: 'b', on: true }],
  ['{"users":"7","text":null,"other":1,"__proto__":{"on":true}}', { users: 1, text: 'a', on: false }],
])('the stored fields %s', (text, expected) => {
  expect(withStoredFields({ users: 1, text: 'a', on: false }, text)).toEqual(expected);
});

test.each([
  ['{"tags":["a","b"],"count":2}', { tags: ['a', 'b'], count: 2 }],
  ['{"tags":"a"}', { tags: ['initial'], count: 1 }],
  ['{"tags":["a",1]}', { tags: ['initial'], count: 1 }],
  ['{"tags":null,"count":["2"]}', { tags: ['initial'], count: 1 }],
])('a stored list of texts, %s', (text, expected) => {
  expect(withStoredFields({ tags: ['initial'], count: 1 }, text)).toEqual(expected);
});
