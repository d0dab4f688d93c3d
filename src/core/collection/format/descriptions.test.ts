import { expect, test } from 'vitest';
import { timeGrowth } from '../../testing/time-growth.ts';
import { toPostman } from '../../http/postman/postman-request.ts';
import { fieldDescriptionsOf, withDescriptions } from './descriptions.ts';
import { toHttpRequest, type OpenRequest } from './open-collection.ts';

const described = (http: NonNullable<OpenRequest['http']>, options = { isSent: false }) => {
  const request: OpenRequest = { info: { name: 'a', type: 'http' }, http };
  return withDescriptions(toPostman(toHttpRequest(request)), fieldDescriptionsOf(request), options);
};

test('of two fields with one name, each has its own description', () => {
  const headers = [
    { name: 'X', value: '1' },
    { name: 'X', value: '2', description: 'second' },
    { name: 'X', value: '3', disabled: true, description: { content: 'third', type: 'text/markdown' } },
  ];
  expect(described({ method: 'GET', url: 'http://a.test', headers })).toMatchObject({
    url: 'http://a.test',
    header: [
      { key: 'X', value: '1' },
      { key: 'X', value: '2', description: 'second' },
      { key: 'X', value: '3', disabled: true, description: 'third' },
    ],
  });
});

test('the query has the places of its descriptions, and none after it was sent', () => {
  const params = [
    { name: 'a', value: '1', type: 'query' as const, description: 'on' },
    { name: 'b', value: '2', type: 'query' as const, disabled: true, description: 'off' },
    { name: 'id', value: '7', type: 'path' as const, description: 'in the path' },
  ];
  const http = { method: 'GET', url: 'http://a.test/:id', params };
  expect(described(http)['url']).toEqual({
    raw: 'http://a.test/:id?a=1',
    variable: [{ key: 'id', value: '7', description: 'in the path' }],
    query: [
      { key: 'a', description: 'on', place: 0 },
      { key: 'b', value: '2', disabled: true, place: 1, description: 'off' },
    ],
  });
  expect(JSON.stringify(described(http, { isSent: true })['url'])).not.toContain('description');
});

test('very many fields of one name are described in time proportional to their number', async () => {
  function describeFields(count: number) {
    const headers = Array.from({ length: count }, (_, index) => ({ name: 'X', value: '', description: `${index}` }));
    const { header } = described({ method: 'GET', url: 'http://a.test', headers });
    expect((header as { description: string }[]).at(-1)?.description).toBe(String(count - 1));
  }
  expect(await timeGrowth(describeFields, { small: 10_000, large: 40_000 })).toBeLessThan(10);
});

test('a request without descriptions has none to look up', () => {
  expect(fieldDescriptionsOf({ info: { name: 'a', type: 'http' }, http: { method: 'GET', url: 'x' } })).toBeUndefined();
});
