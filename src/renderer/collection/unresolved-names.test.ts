import { expect, test } from 'vitest';
import type { EditedRequest } from '../../contract/collection/collection.ts';
import { emptyPathParams, unresolvedNames } from './unresolved-names.ts';

const request: EditedRequest = {
  method: 'GET',
  url: '{{base}}/a/:id',
  params: [],
  headers: [],
  auth: { type: 'none' },
  body: { type: 'none' },
  variables: [],
  preRequest: '',
  postResponse: '',
  docs: '',
  settings: { timeout: null, followRedirects: null, maxRedirects: null },
};
const base = { name: 'base', value: 'http://{{host}}', scope: 'Local', secret: false };

test('names without a value are found in every sent part of a request, and inside the values of others', () => {
  expect(unresolvedNames(request, [])).toEqual(['base']);
  expect(unresolvedNames(request, [base])).toEqual(['host']);
  const whole: EditedRequest = {
    ...request,
    url: '/a/:id',
    params: [{ name: 'id', value: '{{id}}', type: 'path' }],
    headers: [
      { name: 'X-{{h}}', value: '' },
      { name: 'Off', value: '{{off}}', disabled: true },
    ],
    auth: { type: 'oauth2', credentials: { clientSecret: '{{secret}}' } },
    body: { type: 'json', text: '{"a": {{number}}}' },
  };
  expect(unresolvedNames(whole, [])).toEqual(['id', 'h', 'secret', 'number']);
});

test('generated values, variables of the request itself, and those that its script may set are not reported', () => {
  const ownVariables = [{ name: 'base', value: 'http://a' }];
  expect(unresolvedNames({ ...request, variables: ownVariables }, [])).toEqual([]);
  expect(unresolvedNames({ ...request, preRequest: "pm.variables.set('base', 'http://a')" }, [])).toEqual([]);
  expect(unresolvedNames({ ...request, url: '{{$guid}}{{vault:key}}' }, [])).toEqual([]);
  expect(unresolvedNames({ ...request, variables: [{ ...ownVariables[0], disabled: true } as never] }, [])).toEqual([
    'base',
  ]);
});

test('a path parameter without a value is found, unless the pre-request script may set it', () => {
  const params: EditedRequest['params'] = [
    { name: 'id', value: '', type: 'path' },
    { name: 'part', value: '7', type: 'path' },
    { name: 'page', value: '', type: 'query' },
  ];
  expect(emptyPathParams({ ...request, params })).toEqual([':id']);
  expect(emptyPathParams({ ...request, params, preRequest: "pm.request.url.variables.add({ key: 'id' })" })).toEqual(
    [],
  );
});
