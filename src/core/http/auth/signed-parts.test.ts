/** What the signing kinds of auth sign and send where a request has odd headers, addresses or values. */
import aws4 from 'aws4';
import { expect, test } from 'vitest';
import type { HttpBody, HttpField } from '../../../contract/http/http.ts';
import { encodeBody } from '../body/encode-body.ts';
import { fromPostmanAuth } from '../postman/postman-auth.ts';
import { createHopAuth } from './add-auth.ts';
import type { RequestAuth } from './auth-types.ts';
import type { HopTarget } from './hop-auth.ts';

interface Sent {
  method?: string;
  url: string;
  headers?: HttpField[];
  body?: HttpBody;
  keepsQuery?: boolean;
}
async function signed(auth: RequestAuth, { method = 'GET', url: address, headers = [], body, keepsQuery }: Sent) {
  const url = new URL(address);
  const path = address.slice(url.origin.length);
  const target: HopTarget = { method, url, path, headers, body: await encodeBody(body, {}) };
  const hop = await createHopAuth(auth)?.sign?.({ ...target, ...(keepsQuery ? { keepsQuery } : {}) });
  const valuesOf = (name: string) => hop?.headers.filter((header) => header.name === name).map(({ value }) => value);
  return { path: hop?.path, valuesOf, authorization: valuesOf('Authorization')?.join() };
}

const aws: RequestAuth = { type: 'awsv4', accessKeyId: 'A', secretAccessKey: 's' };
const url = 'http://example.com/get';

test('AWS signs the values of headers of one name together, and sends all of them', async () => {
  const headers = ['1', '2'].map((value) => ({ name: 'X-Dup', value }));
  const { authorization, valuesOf } = await signed(aws, { url, headers });
  expect(valuesOf('X-Dup')).toEqual(['1', '2']);
  const date = valuesOf('X-Amz-Date')?.[0] ?? '';
  const expected = aws4.sign(
    {
      host: 'example.com',
      path: '/get',
      service: 'execute-api',
      region: 'us-east-1',
      headers: { 'X-Dup': '1,2', 'X-Amz-Date': date },
    },
    { accessKeyId: 'A', secretAccessKey: 's' },
  );
  expect(authorization).toBe(expected.headers?.['Authorization']);
});

test('AWS signs the Content-Type of a JSON text, and of no other body', async () => {
  const raw = { mode: 'raw', text: '{}' } as const;
  const json = await signed(aws, { method: 'POST', url, body: { ...raw, contentType: 'application/json' } });
  expect(json.authorization).toContain('SignedHeaders=content-type;host;');
  expect(json.valuesOf('Content-Type')).toEqual(['application/json']);
  const text = await signed(aws, { method: 'POST', url, body: raw });
  expect(text.authorization).toContain('SignedHeaders=host;');
});

test('AWS takes the service and the region from the name of a server of AWS, also beside a port', async () => {
  for (const port of ['', ':8080']) {
    const address = `http://abc.execute-api.eu-west-1.amazonaws.com${port}/get`;
    expect((await signed(aws, { url: address })).authorization).toContain('/eu-west-1/execute-api/aws4_request');
  }
});

test('AWS in the query repeats no parameter of the request, and a question mark alone stays', async () => {
  const inQuery: RequestAuth = { ...aws, placement: 'query' };
  const { path } = await signed(inQuery, { url: `${url}?X-Amz-Own=2&X-Amz-Expires=60` });
  expect(path).toMatch(/^\/get\?X-Amz-Own=2&X-Amz-Expires=60&X-Amz-Date=[^?]*&X-Amz-Signature=\w+$/);
  expect(path?.match(/X-Amz-(Own|Expires)=/g)).toHaveLength(2);
  expect((await signed(aws, { url: `${url}?` })).path).toBe('/get?');
});

const oauth1: RequestAuth = {
  type: 'oauth1',
  consumerKey: 'k',
  consumerSecret: 's',
  signatureMethod: 'HMAC-SHA1',
  timestamp: '1',
  nonce: 'n',
};

test('OAuth 1 in the query leaves out a header Authorization that the person has written', async () => {
  const headers = [{ name: 'Authorization', value: 'mine' }];
  const { path, valuesOf } = await signed({ ...oauth1, placement: 'query' }, { url, headers });
  expect(path).toContain('/get?oauth_consumer_key=k&');
  expect(valuesOf('Authorization')).toEqual([]);
});

test('OAuth 1 neither signs nor sends a blank token, and signs with no blank secret', async () => {
  const plain = await signed(oauth1, { url });
  expect((await signed({ ...oauth1, accessToken: ' ', accessTokenSecret: ' ' }, { url })).authorization).toBe(
    plain.authorization,
  );
});

test('OAuth 1 keeps the query of a request that does not encode its address, and a question mark alone', async () => {
  const address = `${url}?a=!&oauth_token=x`;
  const encoded = await signed(oauth1, { url: address });
  const kept = await signed(oauth1, { url: address, keepsQuery: true });
  expect([encoded.path, kept.path]).toEqual(['/get?a=%21', '/get?a=!']);
  expect(kept.authorization).toBe(encoded.authorization);
  expect((await signed(oauth1, { url: `${url}?` })).path).toBe('/get?');
});

// The expected signatures are those that Postman's runtime sends for the same request.

test('Hawk escapes the first backslash of ext in what it signs, as servers do', async () => {
  const auth: RequestAuth = {
    type: 'hawk',
    authId: 'dh37fgj492je',
    authKey: 'werxhqb98rpaxn39848xrunpaw3489ruxnpa98w4rxn',
    nonce: 'eFRP2o',
    timestamp: '1353832234',
    ext: String.raw`\a\b`,
  };
  const { authorization } = await signed(auth, { url: 'http://127.0.0.1:45871/get?b=1&a=2' });
  expect(authorization).toContain(String.raw`ext="\\a\\b", mac="O1Y5pB3R7wbu7GsIMkKRKtnf335Ub6H5yaoxkJze4BY="`);
});

const edgegrid = {
  accessToken: 'postman_access_token',
  clientToken: 'postman_client_token',
  clientSecret: 'postman_client_secret',
  nonce: 'foo',
  timestamp: '20191009T06:38:34+0000',
};

test('EdgeGrid with a negative size signs no part of the body', async () => {
  const { authorization } = await signed(
    { type: 'edgegrid', ...edgegrid, maxBodySize: '-1' },
    { method: 'POST', url: 'http://127.0.0.1:45871/post', body: { mode: 'raw', text: 'Hello Postman!!!' } },
  );
  expect(authorization).toContain('signature=jCFQBKfzyqC2518kkU9dd6UIgX85vrZ8665BTUA2a44=');
});

test('EdgeGrid of Postman may name the headers to sign in a list', () => {
  const auth = fromPostmanAuth({ type: 'edgegrid', edgegrid: { ...edgegrid, headersToSign: ['X-B', 'X-A'] } });
  expect(auth).toMatchObject({ headersToSign: 'X-B,X-A' });
});
