import { expect, test } from 'vitest';
import { suggestedName, newUntitledId, titleByAddress, untitledRequest } from './open-item.ts';

test.each([
  ['http://127.0.0.1:4599/users/:id?page=2', 'users'],
  ['{{baseUrl}}/orders/{{id}}', 'orders'],
  ['https://example.com/users/42/', 'users'],
  ['https://example.com/v2/pets', 'pets'],
  ['https://example.com', 'example.com'],
  ['{{baseUrl}}', '{{baseUrl}}'],
  ['', 'Untitled request'],
])('a request with the address %s is saved as %s, unless the person types another name', (url, name) => {
  const item = untitledRequest(newUntitledId());
  expect(suggestedName({ ...item, edited: { ...item.edited, url } })).toBe(name);
});

test('a request that was not named is shown by its address', () => {
  expect(titleByAddress('Untitled request', ' https://example.com/a ')).toBe('example.com/a');
  expect(titleByAddress('Untitled request', '')).toBe('Untitled request');
  expect(titleByAddress('Orders', 'https://example.com/a')).toBe('Orders');
});
