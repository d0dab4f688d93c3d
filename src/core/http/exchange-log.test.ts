import { expect, test } from 'vitest';
import type { HttpRequest } from '../../contract/http/http.ts';
import { createMask, noMask } from '../platform/secrets/mask.ts';
import { createExchangeLog } from './exchange-log.ts';
import type { HttpExchange } from './http-client.ts';

const sent: HttpRequest = {
  method: 'POST',
  url: 'http://x/a?api_key=abc',
  headers: [{ name: 'Authorization', value: 'Bearer abc' }],
  body: { mode: 'raw', text: 'the password is tulip' },
};
const exchangeWith = (body: string, contentType = 'text/plain'): HttpExchange => ({
  hops: [
    {
      method: 'POST',
      url: sent.url,
      requestHeaders: [...sent.headers, { name: 'Host', value: 'x' }],
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      headers: [
        { name: 'Content-Type', value: contentType },
        { name: 'Set-Cookie', value: 'session=abc; Path=/' },
      ],
      timings: { firstByte: 1, download: 1, total: 2 },
    },
  ],
  body: Buffer.from(body),
  downloadedBytes: body.length,
  isIncomplete: false,
});
const of = (number: number) => ({ runId: 'r', of: 'request' as const, number });

test('an exchange is shown without its credentials and without known secrets', () => {
  const log = createExchangeLog();
  log.ofRun('r').addRequest(0, sent, exchangeWith('tulip too'));
  expect(log.get(of(0), createMask(['tulip']))).toEqual({
    method: 'POST',
    url: 'http://x/a?api_key=(masked)',
    status: 200,
    statusText: 'OK',
    request: {
      headers: [
        { name: 'Authorization', value: 'Bearer (masked)' },
        { name: 'Host', value: 'x' },
      ],
      body: 'the password is (secret)',
      size: 21,
      missing: null,
    },
    response: {
      headers: [
        { name: 'Content-Type', value: 'text/plain' },
        { name: 'Set-Cookie', value: 'session=(masked); Path=/' },
      ],
      body: '(secret) too',
      size: 9,
      missing: null,
    },
  });
});

test('without a response only the request is shown; a body that is long or not text is described', () => {
  const log = createExchangeLog();
  const run = log.ofRun('r');
  run.addRequest(0, sent);
  run.addRequest(1, sent, exchangeWith('x'.repeat(100_000)));
  run.addRequest(2, sent, exchangeWith('GIF', 'image/gif'));
  expect(log.get(of(0), noMask)).toMatchObject({ status: null, response: null, request: { size: 21 } });
  const long = log.get(of(1), noMask)?.response;
  expect([long?.body.length, long?.size, long?.missing]).toEqual([65_536, 100_000, 'truncated']);
  expect(log.get(of(2), noMask)?.response).toMatchObject({ body: '', size: 3, missing: 'binary' });
});

test('a JSON body is shown as it is sent, without its comments, and with that size', () => {
  const log = createExchangeLog();
  const run = log.ofRun('r');
  const text = '{"a": 1 /* one */} // end';
  run.addRequest(0, { ...sent, body: { mode: 'raw', text, contentType: 'application/json' } });
  const headers = [
    { name: 'Content-Type', value: 'text/plain', disabled: true },
    { name: 'content-type', value: 'application/json' },
  ];
  run.addRequest(1, { ...sent, headers, body: { mode: 'raw', text } });
  run.addRequest(2, { ...sent, body: { mode: 'raw', text } });
  const shown = [0, 1, 2].map((number) => log.get(of(number), noMask)?.request);
  expect(shown.map((request) => request?.body.trim())).toEqual(['{"a": 1 }', '{"a": 1 }', text]);
  expect(shown.map((request) => request?.size === request?.body.length)).toEqual([true, true, true]);
});

test('of a long form only the beginning is joined', () => {
  const log = createExchangeLog();
  const run = log.ofRun('r');
  const long = 'x'.repeat(60_000);
  const field = (value: string) => ({ name: 'a', value });
  run.addRequest(0, { ...sent, body: { mode: 'urlencoded', fields: [field('ü'), field(long), field(long)] } });
  run.addRequest(1, { ...sent, body: { mode: 'formdata', parts: [field(long), field(long), field('end')] } });
  run.addRequest(2, { ...sent, body: { mode: 'formdata', parts: [field('1'), field('2')] } });
  const [fields, parts, short] = [0, 1, 2].map((number) => log.get(of(number), noMask)?.request);
  expect([fields?.body.slice(0, 12), fields?.body.length, fields?.size, fields?.missing]).toEqual([
    'a=%C3%BC&a=x',
    65_536,
    120_014,
    'truncated',
  ]);
  expect([parts?.body.slice(0, 5), parts?.body.length, parts?.size, parts?.missing]).toEqual([
    'a: xx',
    65_536,
    null,
    'truncated',
  ]);
  expect(short).toMatchObject({ body: 'a: 1\na: 2', size: null, missing: null });
});

test('exchanges are separate for each run and for requests of scripts, and the oldest are removed', () => {
  const log = createExchangeLog(3_000);
  const run = log.ofRun('r');
  expect([run.addScriptRequest(sent), run.addScriptRequest(sent)]).toEqual([0, 1]);
  log.ofRun('other').addRequest(0, { ...sent, url: 'http://other/' });
  expect(log.get(of(0), noMask)).toBeNull();
  expect(log.get({ runId: 'r', of: 'script', number: 1 }, noMask)).not.toBeNull();
  for (let number = 0; number < 20; number += 1) run.addRequest(number, sent);
  expect(log.get({ runId: 'r', of: 'script', number: 1 }, noMask)).toBeNull();
  expect([log.get(of(0), noMask) === null, log.get(of(19), noMask) === null]).toEqual([true, false]);
});

test('a request that is sent again under its number, as in a load run, has the room of one', () => {
  const log = createExchangeLog(3_000);
  const load = log.ofRun('load');
  for (let time = 0; time < 20; time += 1) load.addRequest(0, sent);
  log.ofRun('r').addRequest(0, sent);
  expect(log.get(of(0), noMask)).not.toBeNull();
  expect(log.get({ ...of(0), runId: 'load' }, noMask)).not.toBeNull();
});

test('a body of bytes that a script has set is shown by its size', () => {
  const log = createExchangeLog();
  log.ofRun('r').addRequest(0, { ...sent, body: { mode: 'raw', text: 'AP/+', isBase64: true } }, exchangeWith(''));
  expect(log.get(of(0), noMask)?.request).toMatchObject({ body: '', size: 3, missing: 'binary' });
});

test('texts of any characters are shown, and a response in the charset that it names', () => {
  const log = createExchangeLog();
  const text = 'ä № 😀 \ud800 \u0000 "';
  const answered = exchangeWith('', 'text/plain; charset=windows-1251');
  answered.body = Buffer.from([0xcf, 0xf0, 0xe8]);
  log.ofRun('r').addRequest(0, { ...sent, url: `http://x/${text}`, body: { mode: 'raw', text } }, answered);
  const shown = log.get(of(0), noMask);
  expect([shown?.request.body, shown?.response?.body, shown?.response?.size]).toEqual([text, 'При', 3]);
});

test('the limit is in bytes: texts in other alphabets have more of them than characters', () => {
  const [latin, cyrillic] = ['x', 'ж'].map((letter) => {
    const log = createExchangeLog(20_000);
    const run = log.ofRun('r');
    for (let number = 0; number < 20; number += 1) run.addRequest(number, sent, exchangeWith(letter.repeat(1000)));
    return Array.from({ length: 20 }, (_, number) => log.get(of(number), noMask)).filter(Boolean).length;
  });
  expect(cyrillic).toBeLessThan(latin ?? 0);
  expect(cyrillic).toBeGreaterThan(5);
});

test('an exchange that is larger than the log is not in it, and later ones are', () => {
  const log = createExchangeLog(5_000);
  const run = log.ofRun('r');
  for (const first of [0, 10, 20]) {
    run.addRequest(first, sent, exchangeWith('small'));
    run.addRequest(first + 1, sent, exchangeWith('x'.repeat(10_000)));
    expect([log.get(of(first), noMask), log.get(of(first + 1), noMask)]).toEqual([null, null]);
    run.addRequest(first + 2, sent, exchangeWith('small'));
    expect(log.get(of(first + 2), noMask)?.response?.body).toBe('small');
  }
});

test('a GraphQL body is shown as it is sent, with the digits of long numbers', () => {
  const log = createExchangeLog();
  const body = { mode: 'graphql' as const, query: 'query Q { a }', variables: '{"id":12345678901234567890}' };
  log.ofRun('r').addRequest(0, { ...sent, body }, exchangeWith(''));
  const text = '{"query":"query Q { a }","variables":{"id":12345678901234567890}}';
  expect(log.get(of(0), noMask)?.request).toMatchObject({ body: text, size: text.length });
});
