/** Each kind of auth that signs, compared with the examples in its specification. */
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import type { HttpField } from '../../../contract/http/http.ts';
import { encodeBody } from '../body/encode-body.ts';
import { authorize, createHopAuth, withAuth } from './add-auth.ts';
import type { RequestAuth } from './auth-types.ts';
import type { HopTarget } from './hop-auth.ts';

interface Sent {
  method?: string;
  url: string;
  headers?: HttpField[];
  text?: string;
  contentType?: string;
  form?: Record<string, string>;
}
async function sign(auth: RequestAuth, { method = 'GET', url: address, headers = [], form, ...sent }: Sent) {
  const url = new URL(address);
  const fields = Object.entries(form ?? {}).map(([name, value]) => ({ name, value }));
  const raw = sent.text === undefined ? undefined : { ...sent, mode: 'raw' as const, text: sent.text };
  const body = await encodeBody(form ? { mode: 'urlencoded', fields } : raw, {});
  const target: HopTarget = { method, url, path: `${url.pathname}${url.search}`, headers, body };
  const signed = (await createHopAuth(auth)?.sign?.(target)) ?? target;
  const authorization = signed.headers.find(({ name }) => name === 'Authorization')?.value ?? '';
  return { authorization, path: signed.path, body: String(signed.body?.content() ?? '') };
}

describe('Hawk: the examples of its specification', () => {
  const auth: RequestAuth = {
    type: 'hawk',
    authId: 'dh37fgj492je',
    authKey: 'werxhqb98rpaxn39848xrunpaw3489ruxnpa98w4rxn',
    algorithm: 'sha256',
    timestamp: '1353832234',
    nonce: 'j4h3g2',
    ext: 'some-app-ext-data',
  };
  const url = 'http://example.com:8000/resource/1?b=1&a=2';
  test('a GET', async () => {
    const { authorization } = await sign(auth, { url });
    expect(authorization).toBe(
      'Hawk id="dh37fgj492je", ts="1353832234", nonce="j4h3g2", ext="some-app-ext-data", mac="6R4rV5iE+NPoym+WwjeHzjAGXUtLNIxmo1vpMofpLAE="',
    );
  });
  test('a POST with the hash of its body', async () => {
    const sent = { method: 'POST', url, text: 'Thank you for flying Hawk', contentType: 'text/plain' };
    const { authorization } = await sign({ ...auth, includePayloadHash: true }, sent);
    expect(authorization).toContain('hash="Yi9LfIIFRtBEPt74PVmbTF/xVAwPn7ub15ePICfgnuY="');
    expect(authorization).toContain('mac="aSe1DERmZuRl3pI36/9BdZmnErTw3sNzOOAUlfeKjVw="');
  });
});

describe('Akamai EdgeGrid: the examples of its makers', () => {
  const host = 'akaa-baseurl-xxxxxxxxxxx-xxxxxxxxxxxxx.luna.akamaiapis.net';
  const auth: RequestAuth = {
    type: 'edgegrid',
    accessToken: 'akab-access-token-xxx-xxxxxxxxxxxxxxxx',
    clientToken: 'akab-client-token-xxx-xxxxxxxxxxxxxxxx',
    clientSecret: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=',
    nonce: 'nonce-xx-xxxx-xxxx-xxxx-xxxxxxxxxxxx',
    timestamp: '20140321T19:34:21+0000',
    headersToSign: 'X-Test1, X-Test2, X-Test3',
    maxBodySize: '2048',
  };
  const header = (name: string, value: string) => ({ name, value });
  test.each<[string, Omit<Sent, 'url'> & { path: string }, string]>([
    ['a GET', { path: '/' }, 'tL+y4hxyHxgWVD30X3pWnGKHcPzmrIF+LThiAOhMxYU='],
    ['a query', { path: '/testapi/v1/t1?p1=1&p2=2' }, 'hKDH1UlnQySSHjvIcZpDMbQHihTQ0XyVAKZaApabdeA='],
    [
      'a POST',
      { method: 'POST', path: '/testapi/v1/t3', text: 'datadatadatadatadatadatadatadata' },
      'hXm4iCxtpN22m4cbZb4lVLW5rhX8Ca82vCFqXzSTPe4=',
    ],
    [
      'a POST longer than what is signed',
      { method: 'POST', path: '/testapi/v1/t3', text: 'd'.repeat(2049) },
      '6Q6PiTipLae6n4GsSIDTCJ54bEbHUBp+4MUXrbQCBoY=',
    ],
    [
      'a POST with an empty body',
      { method: 'POST', path: '/testapi/v1/t6', text: '' },
      '1gEDxeQGD5GovIkJJGcBaKnZ+VaPtrc4qBUHixjsPCQ=',
    ],
    [
      'a PUT, whose body is not signed',
      { method: 'PUT', path: '/testapi/v1/t6', text: 'P'.repeat(31) },
      'GNBWEYSEWOLtu+7dD52da2C39aX/Jchpon3K/AmBqBU=',
    ],
    [
      'spaces in a header',
      { path: '/testapi/v1/t4', headers: [header('X-Test1', '     first-thing      second-thing')] },
      'WtnneL539UadAAOJwnsXvPqT4Kt6z7HMgBEwAFpt3+c=',
    ],
    [
      'headers in another order',
      { path: '/testapi/v1/t4', headers: [header('X-Test2', 't2'), header('X-Test1', 't1'), header('X-Test3', 't3')] },
      'Wus73Nx8jOYM+kkBFF2q8D1EATRIMr0WLWwpLBgkBqY=',
    ],
  ])('%s', async (_name, { path, ...sent }, signature) => {
    const { authorization } = await sign(auth, { ...sent, url: `https://${host}${path}` });
    expect(authorization).toBe(
      `EG1-HMAC-SHA256 client_token=akab-client-token-xxx-xxxxxxxxxxxxxxxx;access_token=akab-access-token-xxx-xxxxxxxxxxxxxxxx;timestamp=20140321T19:34:21+0000;nonce=nonce-xx-xxxx-xxxx-xxxx-xxxxxxxxxxxx;signature=${signature}`,
    );
  });
});

describe('OAuth 1', () => {
  const keys = { consumerKey: 'dpf43f3p2l4k3l03', consumerSecret: 'kd94hf93k423kf44' };
  const auth: RequestAuth = {
    type: 'oauth1',
    ...keys,
    accessToken: 'nnch734d00sl2jdk',
    accessTokenSecret: 'pfkkdhi9sl3r4s00',
    timestamp: '1191242096',
    nonce: 'kllo9940pd9333jh',
    version: '1.0',
    signatureMethod: 'HMAC-SHA1',
  };
  const url = 'http://photos.example.net/photos?file=vacation.jpg&size=original';
  const attribute = (authorization: string, name: string) =>
    decodeURIComponent(new RegExp(`oauth_${name}="([^"]*)"`).exec(authorization)?.[1] ?? '');

  test('the example of the specification', async () => {
    const { authorization, path } = await sign(auth, { url });
    expect(attribute(authorization, 'signature')).toBe('tR3+Ty81lMeYAr/Fid0kMTYa/WM=');
    expect(path).toBe('/photos?file=vacation.jpg&size=original');
  });
  test('the signature is sent in the query, and in the form of a POST', async () => {
    const query = await sign({ ...auth, placement: 'query' }, { url });
    expect(query.authorization).toBe('');
    expect(new URLSearchParams(query.path.split('?')[1]).get('oauth_signature')).toBe('tR3+Ty81lMeYAr/Fid0kMTYa/WM=');
    const form = { file: 'vacation.jpg', size: 'original' };
    const body = await sign({ ...auth, placement: 'body' }, { method: 'POST', url: url.split('?')[0] ?? '', form });
    expect(body.path).toBe('/photos');
    expect(Object.fromEntries(new URLSearchParams(body.body))).toMatchObject({ ...form, oauth_version: '1.0' });
  });
  test.each(['RSA-SHA1', 'RSA-SHA256', 'RSA-SHA512'] as const)('%s', async (signatureMethod) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = { type: 'text' as const, value: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString() };
    const fields = { type: 'oauth1' as const, consumerKey: 'c', timestamp: '1', nonce: 'n', signatureMethod };
    const { authorization } = await sign({ ...fields, privateKey: key }, { url: 'http://x.example/a%20b' });
    const parameters = `oauth_consumer_key=c&oauth_nonce=n&oauth_signature_method=${signatureMethod}&oauth_timestamp=1&oauth_version=1.0`;
    const base = `GET&${encodeURIComponent('http://x.example/a%20b')}&${encodeURIComponent(parameters)}`;
    const signature = Buffer.from(attribute(authorization, 'signature'), 'base64');
    expect(verify(signatureMethod, Buffer.from(base), publicKey, signature)).toBe(true);
  });
  test('PLAINTEXT is sent, and an invalid key is an error', async () => {
    const { authorization } = await sign({ ...auth, signatureMethod: 'PLAINTEXT' }, { url });
    expect(attribute(authorization, 'signature')).toBe('kd94hf93k423kf44&pfkkdhi9sl3r4s00');
    const invalidAuth: RequestAuth = {
      type: 'oauth1',
      consumerKey: 'c',
      signatureMethod: 'RSA-SHA1',
      privateKey: { type: 'text', value: 'x' },
    };
    await expect(sign(invalidAuth, { url })).rejects.toMatchObject({ code: 'InvalidRequest' });
  });
});

describe('JWT', () => {
  const request = { method: 'GET', url: 'http://x/?token=old&a=1', headers: [] };
  test("HS256 in the header, with the person's claims and headers", async () => {
    const auth: RequestAuth = {
      type: 'jwt',
      algorithm: 'HS256',
      secret: 'c2VjcmV0',
      secretIsBase64: true,
      payload: '{"sub":"ada"}',
      header: '{"kid":"1","alg":"none"}',
      headerPrefix: 'JWT',
    };
    const { headers } = await withAuth(request, auth);
    const [scheme, token = ''] = headers[0]?.value.split(' ') ?? [];
    expect(scheme).toBe('JWT');
    const { payload, protectedHeader } = await jwtVerify(token, Buffer.from('secret'));
    expect({ payload, protectedHeader }).toEqual({
      payload: { sub: 'ada' },
      protectedHeader: { kid: '1', alg: 'HS256' },
    });
  });
  test('ES256 in the query, replacing the parameter of that name', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const auth: RequestAuth = { type: 'jwt', algorithm: 'ES256', privateKey: pem, placement: 'query' };
    const query = new URL((await withAuth(request, auth)).url).searchParams;
    expect(query.get('a')).toBe('1');
    expect(query.getAll('token')).toHaveLength(1);
    await jwtVerify(query.get('token') ?? '', publicKey);
  });
  test('the lines of a key may have been joined', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim();
    for (const [lineEnd, name] of [
      [' ', 'by blanks'],
      ['', 'without a sign'],
      [String.raw`\n`, 'by the escape sequence'],
    ] as const) {
      const key = pem.replaceAll('\n', lineEnd);
      const { headers } = await withAuth(request, { type: 'jwt', algorithm: 'RS256', privateKey: key });
      await expect(jwtVerify(headers[0]?.value.slice(7) ?? '', publicKey), name).resolves.toBeDefined();
    }
  });
  test('ASAP reads its key in each form that Postman reads, and fields in the place of empty claims', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const uriOf = (type: 'pkcs1' | 'pkcs8') =>
      `data:application/pkcs8;kid=k;base64,${privateKey.export({ type, format: 'der' }).toString('base64')}`;
    const auth = { type: 'asap', algorithm: '', issuer: 'i', audience: 'a', keyId: 'k' } as const;
    const claims = '{"iss":"","sub":"","aud":"","kid":""}';
    for (const key of [uriOf('pkcs1'), uriOf('pkcs8'), encodeURIComponent(uriOf('pkcs8'))]) {
      const { headers } = await withAuth(request, { ...auth, claims, privateKey: key });
      const { payload, protectedHeader } = await jwtVerify(headers[0]?.value.slice(7) ?? '', publicKey);
      expect(protectedHeader).toEqual({ alg: 'RS256', kid: 'k' });
      expect(payload).toMatchObject({ iss: 'i', sub: 'i', aud: 'a' });
    }
    const damaged = uriOf('pkcs8').replace('base64,', 'base64,%%');
    await expect(withAuth(request, { ...auth, privateKey: damaged })).rejects.toThrow('cannot be read');
  });
  test('ASAP has its claims', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const der = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    const uri = `data:application/pkcs8;kid=a%2Fb;base64,${encodeURIComponent(der)}`;
    const auth: RequestAuth = {
      type: 'asap',
      issuer: 'me',
      audience: '["them","others"]',
      keyId: 'a/b',
      privateKey: uri,
      expiresIn: '60',
    };
    const token = (await withAuth(request, auth)).headers[0]?.value.replace('Bearer ', '') ?? '';
    const { payload, protectedHeader } = await jwtVerify(token, createPublicKey(privateKey));
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: 'a/b' });
    expect(payload).toMatchObject({ iss: 'me', aud: ['them', 'others'], sub: 'me' });
    expect(Object.keys(payload), "Postman's order").toEqual(['iat', 'iss', 'sub', 'jti', 'aud', 'exp']);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
  });
  test.each<[string, Partial<RequestAuth>]>([
    ['an algorithm that does not exist', { algorithm: 'XX' }],
    ['no secret', { algorithm: 'HS256' }],
    ['a payload that is not JSON', { secret: 's', payload: '{' }],
    ['a payload that is a list', { secret: 's', payload: '[]' }],
    ['an invalid key', { algorithm: 'RS256', privateKey: 'x' }],
  ])('is refused with %s', async (_name, members) => {
    const auth = { type: 'jwt', ...members } as RequestAuth;
    await expect(withAuth(request, auth)).rejects.toMatchObject({ code: 'InvalidRequest' });
  });
});

test('without any credentials the signature is omitted, with a warning; an unknown kind is refused', async () => {
  const warnings: string[] = [];
  const options = { oauth2: {} as never, onWarning: (text: string) => void warnings.push(text) };
  const signal = new AbortController().signal;
  const request = { method: 'GET', url: 'http://x', headers: [] };
  const { hopAuth } = await authorize(request, { type: 'hawk' }, { ...options, signal });
  expect(hopAuth).toBeUndefined();
  expect(warnings).toEqual(['Hawk needs an auth ID and an auth key: the request is sent without it.']);
  const unknown = authorize(request, { type: 'passport' } as never, { ...options, signal });
  await expect(unknown).rejects.toMatchObject({ code: 'InvalidRequest' });
});
