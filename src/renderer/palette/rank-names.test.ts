import { expect, test } from 'vitest';
import { rankNames, type NamedEntry } from './rank-names.ts';

const entries: NamedEntry[] = [
  { id: '1', label: 'Create order', detail: 'Orders' },
  { id: '2', label: 'Cancel order', detail: 'Orders' },
  { id: '3', label: 'Sign in', detail: 'Accounts' },
  { id: '4', label: 'Create order from template', detail: 'Orders' },
];
const labels = (query: string, recent: string[] = [], limit = 10) =>
  rankNames(query, { entries, recent, limit }).map(({ entry }) => entry.label);

test('letters in their order find a name, the best match first', () => {
  expect(labels('create order')[0]).toBe('Create order');
  expect(labels('crord')).toContain('Create order');
  expect(labels('sgn')).toEqual(['Sign in']);
  expect(labels('zzz')).toEqual([]);
});

test('a folder finds its content, after names that contain the word', () => {
  expect(labels('accounts')).toEqual(['Sign in']);
});

test('of equal matches the most recent comes first; without a query only recent names', () => {
  expect(labels('ca order', ['2'])[0]).toBe('Cancel order');
  expect(labels('', ['3', '1'])).toEqual(['Sign in', 'Create order']);
  expect(labels('')).toEqual([]);
});

test('the number of results is limited', () => {
  expect(labels('order', [], 2)).toHaveLength(2);
});

test('the matching letters of the label are marked', () => {
  expect(rankNames('sgn', { entries, recent: [], limit: 1 })[0]?.letters).toEqual([0, 2, 3]);
});
