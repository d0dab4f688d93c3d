import { expect, test } from 'vitest';
import { timeGrowth } from '../../testing/time-growth.ts';
import {
  maskAddress,
  maskAuth,
  maskFields,
  maskForm,
  maskHeaders,
  maskUrls,
  mayHoldCredential,
} from './mask-credentials.ts';

test.each([
  ['Authorization', 'Bearer abc', 'Bearer (masked)'],
  ['authorization', 'abc', '(masked)'],
  ['Proxy-Authorization', 'Basic YTpi', 'Basic (masked)'],
  ['Authorization', 'Bearer {{token}}', 'Bearer {{token}}'],
  ['Cookie', 'sid=1; theme=dark', 'sid=(masked); theme=(masked)'],
  ['Set-Cookie', 'sid=1; Path=/; HttpOnly', 'sid=(masked); Path=/; HttpOnly'],
  ['X-API-Key', 'abc', '(masked)'],
  ['Ocp-Apim-Subscription-Key', 'abc', '(masked)'],
  ['X-Gitlab-Token', 'abc', '(masked)'],
  ['X-Webhook-Secret', 'abc', '(masked)'],
  ['Location', 'https://a.b/c?code=abc&x=1', 'https://a.b/c?code=(masked)&x=1'],
  ['Idempotency-Key', 'abc', 'abc'],
  ['X-Hub-Signature-256', 'sha256=abc', 'sha256=abc'],
  ['Content-Type', 'text/plain', 'text/plain'],
])('header %s: %s becomes %s', (name, value, masked) => {
  expect(maskHeaders([{ name, value }])).toEqual([{ name, value: masked }]);
  if (value !== masked) expect(mayHoldCredential(name) || mayHoldCredential(value)).toBe(true);
});

test.each([
  ['https://me:pass@host/a', 'https://(masked)@host/a'],
  ['https://me:p@ss@host/a@b', 'https://(masked)@host/a@b'],
  ['connect to http://me:pass@host failed', 'connect to http://(masked)@host failed'],
  [
    'http://h/?access_token=a&x=1&api_key=b#token=c',
    'http://h/?access_token=(masked)&x=1&api_key=(masked)#token=(masked)',
  ],
  [
    'http://h/?apiKey=a&API-KEY=b&client_secret=c&sig=d&code=e',
    'http://h/?apiKey=(masked)&API-KEY=(masked)&client_secret=(masked)&sig=(masked)&code=(masked)',
  ],
  ['http://h/?%6Bey=a', 'http://h/?%6Bey=(masked)'],
  ['http://h/?api%5fKEY%5B%5D=a', 'http://h/?api%5fKEY%5B%5D=(masked)'],
  ['http://h/?page=1;key=a', 'http://h/?page=1;key=(masked)'],
  ['http://h/?next=/b?access_token=a', 'http://h/?next=/b?access_token=(masked)'],
  ['http://h/?key={{key}}&keyboard=x', 'http://h/?key={{key}}&keyboard=x'],
  ['http://h/waInstance11/sendMessage/abc?x=1', 'http://h/waInstance11/sendMessage/(token)?x=1'],
  ['a@b.c asks?really', 'a@b.c asks?really'],
])('%s becomes %s', (text, masked) => {
  expect(maskUrls(text)).toBe(masked);
  if (text !== masked) expect(mayHoldCredential(text)).toBe(true);
});

// The names of headers with a credential, as written in the pattern of their names.
test.each(
  ['Authorization', 'Proxy-Authorization', 'Cookie', 'Set-Cookie', 'Set-Cookie2'].concat(
    ['Api-Key', 'ApiKey', 'Auth-Key', 'AuthKey', 'Access-Key', 'AccessKey', 'Subscription-Key'],
    ['Functions-Key', 'Token', 'Secret', 'Password', 'Passphrase'].flatMap((name) => [name, `X-${name}`]),
  ),
)('a received header %s is found by the quick test, in any case of its letters', (name) => {
  const value = 'sid=abc';
  for (const spelling of [name, name.toLowerCase(), name.toUpperCase()]) {
    expect(maskHeaders([{ name: spelling, value }])).not.toEqual([{ name: spelling, value }]);
    expect(mayHoldCredential(spelling)).toBe(true);
  }
});

test('a form, fields and an auth', () => {
  expect(maskForm('user=a&password=b&code=c')).toBe('user=a&password=(masked)&code=(masked)');
  expect(
    maskFields([
      { name: 'token', value: 'a' },
      { name: 'b', value: 'c' },
    ]),
  ).toEqual([
    { name: 'token', value: '(masked)' },
    { name: 'b', value: 'c' },
  ]);
  expect(
    maskAuth({
      type: 'apikey',
      key: 'X-Key',
      value: 'a',
      nested: { clientId: 'b', clientSecret: 'c', password: '{{p}}' },
    }),
  ).toEqual({
    type: 'apikey',
    key: 'X-Key',
    value: '(masked)',
    nested: { clientId: 'b', clientSecret: '(masked)', password: '{{p}}' },
  });
});

test.each([
  ['http://user:pa/ss@host/path', 'http://(masked)@host/path'],
  ['at "http://user:p?a#s/s@host:8080/" failed', 'at "http://(masked)@host:8080/" failed'],
  ['http://user:1/a@host/', 'http://user:1/a@host/'],
  ['http://user:pa/s@s@host/', 'http://(masked)@host/'],
  ['http://host:8080/users/a@b.example', 'http://host:8080/users/a@b.example'],
  ['http://host/users/a@b.example', 'http://host/users/a@b.example'],
  ['http://[::1]:80/a@b', 'http://[::1]:80/a@b'],
  ['http://{{host}}:{{port}}/a@b', 'http://{{host}}:{{port}}/a@b'],
  ['http://host:{{port}}/a@b', 'http://host:{{port}}/a@b'],
  ['http://a:x/ http://b/c@d', 'http://a:x/ http://b/c@d'],
])('a password with an unencoded slash, where it cannot be a port and a path: %s', (text, masked) => {
  expect(maskUrls(text)).toBe(masked);
});

test('the time for many addresses without an end grows with their length only', async () => {
  const work = (count: number) => maskUrls(`${'://a:b'.repeat(count)}=`);
  expect(await timeGrowth(work, { small: 10_000, large: 160_000 })).toBeLessThan(64);
});

test('a form of very many fields takes less time than a function that is called for each of them', () => {
  const form = 'a=b&'.repeat(300_000);
  const timeOf = (work: () => unknown) => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const fastest = (work: () => unknown) => Math.min(...Array.from({ length: 4 }, () => timeOf(work)));
  const ofEachField = fastest(() => form.replace(/([^=&]+)=([^&]*)/g, (pair, name: string) => name + pair.slice(1)));
  expect(fastest(() => maskForm(form))).toBeLessThan(0.7 * ofEachField);
});

test.each([
  ['me:secret@host/path', '(masked)@host/path'],
  ['me:sec/ret@host/path', '(masked)@host/path'],
  ['http://me:sec ret"@host/path', 'http://(masked)@host/path'],
  ['http:\\\\me:secret@host/path', 'http:\\\\(masked)@host/path'],
  ['http://me:sec ret/x@host/path', 'http://(masked)@host/path'],
  ['host:8080/users/a@b.example?token=secret', 'host:8080/users/a@b.example?token=(masked)'],
  ['{{base}}/users/a@b.example', '{{base}}/users/a@b.example'],
  ['host:{{port}}/a@b', 'host:{{port}}/a@b'],
  ['[::1]:80/a@b', '[::1]:80/a@b'],
])('an address without a scheme, or with blanks in its password: %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked);
});
