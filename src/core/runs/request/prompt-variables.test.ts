import { expect, test } from 'vitest';
import { emptyScopes } from '../../../contract/scripts/script-context.ts';
import { promptsIn, promptsText } from './prompt-variables.ts';

test('the names of values that are asked for are found in the request and in variables, each once', () => {
  const scopes = { ...emptyScopes(), environment: { values: { a: 'x{{? Pass word }}', n: 1, o: { p: '{{?no}}' } } } };
  const request = { url: 'http://x/{{?id}}', headers: [{ name: 'A', value: '{{?id}} {{known}} {{? }}' }] };
  const names = promptsIn(request, scopes);
  expect(names).toEqual(['id', '', 'Pass word']);
  expect(promptsText(names)).toMatch(/it asks for "id", "", "Pass word" by/);
  expect(promptsIn(undefined, emptyScopes())).toEqual([]);
});

test('a text that looks like many of them takes no long time', () => {
  expect(promptsIn({ url: '{{?'.repeat(200_000) + ' '.repeat(200_000) }, emptyScopes())).toEqual([]);
});
