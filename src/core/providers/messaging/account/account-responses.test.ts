/** A service that answers requests of the account wrongly, at length, or with a refusal. */
import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHttpClient } from '../../../http/http-client.ts';
import { listen } from '../../../testing/listen.ts';
import { createAccount } from './account.ts';
import { readAccountResponse } from './account-responses.ts';

let respond: (response: ServerResponse) => void;
const server = createServer((_request, response) => respond(response));
const http = createHttpClient({ userAgent: 'test' });
let url: string;
beforeEach(async () => {
  url = `http://127.0.0.1:${await listen(server)}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function account() {
  return createAccount(http, { apiUrl: url, mediaUrl: url, idInstance: '1', apiTokenInstance: 't' });
}
const signal = new AbortController().signal;

test.each(['<html>', '[]', '"text"', 'null', '{}', '{"stateInstance":{}}', `{"stateInstance":"${'x'.repeat(1000)}"}`])(
  'a state that is %.30s is an error with an explanation',
  async (text) => {
    respond = (response) => response.end(text);
    const { json } = await account().call('GET', 'getStateInstance', { signal });
    expect(() => readAccountResponse('getStateInstance', json)).toThrow(/differs from its documentation/);
  },
);

test('settings of other types are omitted, and others stay', () => {
  const json = { webhookUrl: { a: 1 }, incomingWebhook: 'yes', delay: 5, new: 'x', list: [1], long: 'x'.repeat(5000) };
  expect(readAccountResponse('getSettings', json)).toEqual({ incomingWebhook: 'yes', delay: 5, new: 'x' });
  expect(readAccountResponse('clearWebhooksQueue', { isCleared: false, reason: { a: 1 } })).toEqual({
    isCleared: false,
  });
  expect(() => readAccountResponse('getWebhooksCount', { count: 'many' })).toThrow(/to getWebhooksCount differs/);
});

test('the reason that the service names stands in place of a presumed one', () => {
  expect(account().explain(400, { message: 'The queue works only when webhookUrl is empty.' })).toBe(
    'The service could not do it: The queue works only when webhookUrl is empty.',
  );
  expect(account().explain(400, {})).toBe(
    'The service could not do it: the account may be starting, not authorized or expired.',
  );
});

test('an endless answer is not read to its end, and a long reason is truncated', async () => {
  respond = (response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)));
    };
    response.on('drain', more);
    more();
  };
  await expect(account().call('GET', 'getSettings', { signal })).rejects.toThrow(/larger than 16 MB/);
  for (const status of [400, 401, 403, 429, 500]) {
    expect(account().explain(status, { message: 'x'.repeat(1_000_000) }).length).toBeLessThan(500);
  }
});
