import { expect, test } from 'vitest';
import { convertBody } from './body-kinds.ts';

test('a text stays when another kind of text is chosen, also from and to a query', () => {
  const json = { type: 'json' as const, text: '{}' };
  expect(convertBody(json, 'xml')).toEqual({ type: 'xml', text: '{}' });
  expect(convertBody(json, 'graphql')).toEqual({ type: 'graphql', query: '{}', variables: '' });
  expect(convertBody({ type: 'graphql', query: 'q', variables: '{}' }, 'text')).toEqual({ type: 'text', text: 'q' });
});

test('fields become parts, and parts become fields without a type', () => {
  const fields = [{ name: 'a', value: '1', disabled: true, description: 'first' }];
  const form = convertBody({ type: 'form-urlencoded', fields }, 'multipart-form');
  expect(form).toEqual({ type: 'multipart-form', parts: [{ type: 'text', ...fields[0] }] });
  expect(convertBody(form, 'form-urlencoded')).toEqual({ type: 'form-urlencoded', fields });
});
