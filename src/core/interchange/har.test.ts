/** Recordings as browsers make them: forms with their text, addresses that are not HTTP, headers of the connection. */
import { expect, test } from 'vitest';
import { importText } from './import.ts';

async function importEntries(...requests: object[]) {
  const entries = requests.map((request) => ({ request: { method: 'GET', headers: [], ...request } }));
  const { items, warnings } = await importText(JSON.stringify({ log: { entries } }), 'x.har');
  return { requests: items.map((item) => ('request' in item ? item.request.http : undefined)), warnings };
}
const type = 'application/x-www-form-urlencoded;charset=UTF-8';
const post = (postData: object) => ({ method: 'POST', url: 'https://x/a', postData: { mimeType: type, ...postData } });

test.each([
  [
    'its text, although the fields beside it are encoded',
    post({
      text: 'a=b+c&d=%26',
      params: [
        { name: 'a', value: 'b+c' },
        { name: 'd', value: '%26' },
      ],
    }),
    {
      type: 'form-urlencoded',
      data: [
        { name: 'a', value: 'b c' },
        { name: 'd', value: '&' },
      ],
    },
  ],
  [
    'its fields, where it has no text',
    post({ params: [{ name: 'a', value: 'b c' }] }),
    { type: 'form-urlencoded', data: [{ name: 'a', value: 'b c' }] },
  ],
  ['a text that is not a list of fields', post({ text: '{"a":1}' }), { type: 'text', data: '{"a":1}' }],
])('a form: %s', async (_title, request, body) => {
  const { requests, warnings } = await importEntries(request);
  expect(requests[0]?.body).toEqual(body);
  expect(warnings).toEqual([]);
});

test('requests to other addresses than HTTP are named and left out; headers of the connection are left out silently', async () => {
  const headers = [
    { name: ':authority', value: 'x' },
    { name: 'cookie', value: 'secret' },
    { name: 'x-a', value: '1' },
  ];
  const { requests, warnings } = await importEntries(
    { url: 'data:image/png;base64,AAAA' },
    { url: 'wss://x/feed' },
    { url: 'https://x/a', headers },
  );
  expect(requests).toEqual([{ method: 'GET', url: 'https://x/a', headers: [{ name: 'x-a', value: '1' }] }]);
  expect(warnings).toEqual([
    { where: 'GET data:image/png;base64,AAAA', what: 'an address of "data:", which is not sent here' },
    { where: 'GET wss://x/feed', what: 'an address of "wss:", which is not sent here' },
  ]);
});
