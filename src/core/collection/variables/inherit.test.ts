/** Which headers of the collection and its folders a request is sent with. Compared with Bruno by `npm run compare`. */
import { expect, test } from 'vitest';
import type { LoadedRequest } from '../files/collection-files.ts';
import { withDefaults } from './inherit.ts';

const on = (name: string, value: string) => ({ name, value });
const off = (name: string, value: string) => ({ name, value, disabled: true });

type Headers = ReturnType<typeof on>[];
const sentHeaders = (collection: Headers, folder: Headers, request: Headers) =>
  withDefaults({
    request: { http: { method: 'GET', url: 'http://x', headers: request } },
    defaults: [{ headers: collection }, { headers: folder }],
  } as unknown as LoadedRequest).headers.flatMap(({ name, value, disabled }) =>
    disabled ? [] : [`${name}: ${value}`],
  );

test.each<[what: string, ...Parameters<typeof sentHeaders>, sent: string[]]>([
  ['the innermost of one name', [on('a', '1')], [on('A', '2')], [], ['A: 2']],
  ['the last of one level', [on('a', '1'), on('A', '2')], [], [], ['A: 2']],
  ['all of the request', [on('a', '1')], [], [on('a', '2'), on('A', '3')], ['a: 2', 'A: 3']],
  ['the enabled one of the collection', [on('a', '1')], [off('a', '2')], [], ['a: 1']],
  ['the enabled one of a level', [on('a', '1'), off('a', '2')], [], [], ['a: 1']],
  ['an inherited one that is disabled in the request', [on('a', '1')], [], [off('a', '2')], ['a: 1']],
  ['no disabled one', [off('a', '1')], [off('b', '2')], [off('c', '3')], []],
])('sends %s', (_what, collection, folder, request, sent) => {
  expect(sentHeaders(collection, folder, request)).toEqual(sent);
});
