/** Signatures compared with the senders' own libraries and documentation: each accepts the signatures of the other. */
import { createPrivateKey, sign } from 'node:crypto';
import { sign as signGitHub, verify as verifyGitHub } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { schemeNames } from '../../../contract/webhooks/signature-schemes.ts';
import { generalSignature, hmacSignature, type SignatureScheme } from '../../../contract/webhooks/webhook-signature.ts';
import { replaceHeaders } from '../../http/replace-headers.ts';
import type { HeaderChange } from './hmac.ts';
import { hmac, hmacSchemes } from './schemes.ts';
import type { SignedRequest } from './signed-request.ts';
import { signRequest, verifySignature } from './signatures.ts';

const now = new Date('2026-05-04T10:20:30Z');
const seconds = Math.floor(now.getTime() / 1000);
const stripe = new Stripe('sk_test_unused');

interface Vector {
  scheme: SignatureScheme;
  secret: string;
  request: SignedRequest;
  now?: Date;
}
const request = (body: string | Uint8Array, headers: Record<string, string>, url?: string): SignedRequest => ({
  method: 'POST',
  path: url === undefined ? '/hook' : url.replace(/^https?:\/\/[^/]*/, ''),
  headers: Object.entries(headers).map(([name, value]): HeaderChange => ({ name, value })),
  body: typeof body === 'string' ? Buffer.from(body) : body,
  url,
});

const slackBody = [
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V',
  'channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=',
  'response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN',
  'trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
].join('&');
const twilioForm = 'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Test vectors of the senders, from their documentation or the tests of their libraries. */
const published: Record<(typeof schemeNames)[number], Vector> = {
  stripe: {
    scheme: { scheme: 'stripe' },
    secret: 'whsec_test_secret',
    request: request('{"id":"evt_1"}', {
      'Stripe-Signature': stripe.webhooks.generateTestHeaderString({
        payload: '{"id":"evt_1"}',
        secret: 'whsec_test_secret',
        timestamp: seconds,
      }),
    }),
  },
  github: {
    scheme: { scheme: 'github' },
    secret: "It's a Secret to Everybody",
    request: request('Hello, World!', {
      'X-Hub-Signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    }),
  },
  'standard-webhooks': {
    scheme: { scheme: 'standard-webhooks' },
    secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl',
    request: request('{"event_type":"ping","data":{"success":true}}', {
      'webhook-id': 'msg_loFOjxBNrRLzqYUf',
      'webhook-timestamp': '1731705121',
      'webhook-signature': 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
    }),
    now: new Date(1731705121_000),
  },
  slack: {
    scheme: { scheme: 'slack' },
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    request: request(slackBody, {
      'X-Slack-Signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
      'X-Slack-Request-Timestamp': '1531420618',
    }),
    now: new Date(1531420618_000),
  },
  shopify: {
    scheme: { scheme: 'shopify' },
    secret: 'test-webhook-secret',
    request: request('{"id":1234567890,"email":"customer@example.com","total_price":"123.45"}', {
      'X-Shopify-Hmac-Sha256': 'QNyObTlKbMx2qDlPF/ZOZcBqg5OgPg+2oky3zldc0Gw=',
    }),
  },
  twilio: {
    scheme: { scheme: 'twilio' },
    secret: '12345',
    request: request(
      twilioForm,
      { ...form, 'X-Twilio-Signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' },
      'https://mycompany.com/myapp.php?foo=1&bar=2',
    ),
  },
};
const check = ({ scheme, secret, request, now: at = now }: Vector, change: { secrets?: string[]; now?: Date } = {}) =>
  verifySignature(scheme, request, { secrets: [secret], now: at, toleranceSeconds: 300, ...change });
const valid = { state: 'valid', reason: null };

describe.each(schemeNames)('%s', (name) => {
  const vector = published[name];
  const { scheme, secret } = vector;

  it('accepts the signature of the sender', () => {
    expect(check(vector)).toEqual(valid);
  });
  it('accepts it while the secret is being replaced', () => {
    expect(check(vector, { secrets: ['bmV3', secret] })).toEqual(valid);
  });
  it('refuses another secret, another body, a shorter signature and a missing one', () => {
    expect(check(vector, { secrets: ['b3RoZXI='] })).toMatchObject({ state: 'invalid' });
    expect(check(vector, { secrets: [''] })).toEqual({ state: 'invalid', reason: 'The secret is empty.' });
    const other = { ...vector.request, body: Buffer.from('CallSid=other') };
    expect(check({ ...vector, request: other })).toMatchObject({ state: 'invalid' });
    const cut = vector.request.headers.map((header) =>
      /signature|hmac/i.test(header.name) ? { ...header, value: header.value.slice(0, -3) } : header,
    );
    expect(check({ ...vector, request: { ...vector.request, headers: cut } })).toMatchObject({ state: 'invalid' });
    expect(check({ ...vector, request: { ...vector.request, headers: [] } })).toMatchObject({
      state: 'missing',
      reason: expect.stringMatching(/^There is no header /) as string,
    });
  });
  it('creates signatures that it accepts, also of bytes that are not text', () => {
    for (const body of [vector.request.body, Buffer.from([0, 255, 128, 10]), Buffer.alloc(0)]) {
      const plain = { ...vector.request, body };
      const headers = replaceHeaders(plain.headers, signRequest(scheme, plain, { secret, now }));
      expect(check({ scheme, secret, request: { ...plain, headers } })).toEqual(valid);
    }
  });
});

describe('the libraries of the senders', () => {
  const body = JSON.stringify({ type: 'order.paid', text: 'ünïcode ✓' });
  const signed = (scheme: SignatureScheme, secret: string) =>
    Object.fromEntries(
      signRequest(scheme, request(body, {}), { secret, now: new Date() }).map(({ name, value }) => [
        name.toLowerCase(),
        value,
      ]),
    );
  const at = () => ({ now: new Date(), toleranceSeconds: 300 });

  it("GitHub: each accepts the other's signature", async () => {
    const signedByOther = request(body, { 'x-hub-signature-256': await signGitHub('s3cret', body) });
    expect(verifySignature({ scheme: 'github' }, signedByOther, { secrets: ['s3cret'], ...at() })).toEqual(valid);
    const ours = signed({ scheme: 'github' }, 's3cret')['x-hub-signature-256'] ?? '';
    expect(await verifyGitHub('s3cret', body, ours)).toBe(true);
  });
  it("Stripe: each accepts the other's signature", () => {
    const ours = signed({ scheme: 'stripe' }, 'whsec_abc')['stripe-signature'] ?? '';
    expect(stripe.webhooks.constructEvent(body, ours, 'whsec_abc')).toMatchObject({ type: 'order.paid' });
    const signedByOther = stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_abc' });
    const options = { secrets: ['whsec_abc'], ...at() };
    expect(
      verifySignature({ scheme: 'stripe' }, request(body, { 'stripe-signature': signedByOther }), options),
    ).toEqual(valid);
  });
  it("Standard Webhooks: each accepts the other's signature", () => {
    const secret = `whsec_${Buffer.from('a key of at least 24 bytes').toString('base64')}`;
    const webhook = new Webhook(secret);
    expect(webhook.verify(body, signed({ scheme: 'standard-webhooks' }, secret))).toMatchObject({ type: 'order.paid' });
    const sent = new Date();
    for (const start of ['webhook', 'svix']) {
      const signedByOther = request(body, {
        [`${start}-id`]: 'msg_1',
        [`${start}-timestamp`]: String(Math.floor(sent.getTime() / 1000)),
        [`${start}-signature`]: `v1a,b3RoZXI= ${webhook.sign('msg_1', sent, body)}`,
      });
      expect(verifySignature({ scheme: 'standard-webhooks' }, signedByOther, { secrets: [secret], ...at() })).toEqual(
        valid,
      );
    }
  });
});

describe('Ed25519 signatures of Standard Webhooks', () => {
  const scheme = { scheme: 'standard-webhooks' } as const;
  // The key pair of RFC 8032, section 7.1, test 1.
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
  const publicBytes = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');
  const publicKey = `whpk_${publicBytes.toString('base64')}`;
  const privateKey = `whsk_${seed.toString('base64')}`;
  const body = '{"type":"order.paid"}';
  const signer = createPrivateKey({
    key: { kty: 'OKP', crv: 'Ed25519', d: seed.toString('base64url'), x: publicBytes.toString('base64url') },
    format: 'jwk',
  });
  const signedBySender = (start: string, text = body) => {
    const content = Buffer.from(`msg_1.${seconds}.${text}`);
    return request(body, {
      [`${start}-id`]: 'msg_1',
      [`${start}-timestamp`]: String(seconds),
      [`${start}-signature`]: `v1,bm90IHRoaXM= v1a,${sign(null, content, signer).toString('base64')}`,
    });
  };

  it('are verified with the public key, and with the private one', () => {
    const keyPairSecret = `whsk_${Buffer.concat([seed, publicBytes]).toString('base64')}`;
    for (const secret of [publicKey, privateKey, keyPairSecret]) {
      for (const start of ['webhook', 'svix']) {
        expect(check({ scheme, secret, request: signedBySender(start) })).toEqual(valid);
      }
      expect(check({ scheme, secret, request: signedBySender('webhook', 'other') })).toMatchObject({
        state: 'invalid',
        reason: expect.stringContaining('does not match') as string,
      });
    }
  });
  it('are verified beside those of a shared secret', () => {
    const secrets = [published['standard-webhooks'].secret, publicKey, 'not base64!'];
    const options = { secrets, now, toleranceSeconds: 300 };
    expect(verifySignature(scheme, signedBySender('webhook'), options)).toEqual(valid);
  });
  it('are verified whichever of the secrets is damaged', () => {
    const { secret } = published['standard-webhooks'];
    for (const secrets of [
      ['not base64!', secret],
      ['whpk_short', secret],
    ]) {
      expect(check(published['standard-webhooks'], { secrets })).toEqual(valid);
    }
    const neither = { secrets: ['b3RoZXI=', 'not base64!'] };
    expect(check(published['standard-webhooks'], neither).reason).toBe('The secret is not base64.');
  });
  it('are created with the private key', () => {
    const plain = request(body, {});
    const headers = signRequest(scheme, plain, { secret: privateKey, now });
    expect(headers.find(({ name }) => name === 'webhook-signature')?.value).toMatch(/^v1a,[\w+/]{86}==$/);
    expect(check({ scheme, secret: publicKey, request: { ...plain, headers } })).toEqual(valid);
    expect(() => signRequest(scheme, plain, { secret: publicKey, now })).toThrow('A public key cannot sign.');
  });
  it('have errors that name the cause: another kind of signature, a damaged key, a damaged signature', () => {
    const onlyHmac = published['standard-webhooks'];
    expect(check({ ...onlyHmac, secret: publicKey }).reason).toContain('no signature that begins with "v1a,"');
    expect(check({ scheme, secret: 'whpk_short', request: signedBySender('webhook') }).reason).toContain('32 bytes');
    const damaged = request(body, {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': 'v1a,!!',
    });
    expect(check({ scheme, secret: publicKey, request: damaged })).toMatchObject({ state: 'invalid' });
  });
});

describe('a secret in base64 that is cut off', () => {
  const scheme = { scheme: 'standard-webhooks' } as const;
  it.each(['A', 'whsec_A', 'whsec_AAAAA', 'whsec_A==='])('%s is refused, and not decoded to fewer bytes', (secret) => {
    const plain = request('{}', {});
    expect(() => signRequest(scheme, plain, { secret, now })).toThrow('The secret is not base64.');
  });
  it.each(['whsec_AAA', 'whsec_AA==', 'AAAAAA'])('%s is complete', (secret) => {
    expect(signRequest(scheme, request('{}', {}), { secret, now })).toHaveLength(3);
  });
});

describe('the time of a signature', () => {
  it('is tolerated up to the limit, in both directions', () => {
    const { scheme, secret, request } = published.stripe;
    const after = (offset: number) => check({ scheme, secret, request, now: new Date(now.getTime() + offset * 1000) });
    expect(after(300)).toEqual(valid);
    expect(after(-300)).toEqual(valid);
    expect(after(301)).toEqual({
      state: 'invalid',
      reason: 'It was signed 301 seconds before it arrived; 300 are tolerated.',
    });
    expect(after(-301)).toMatchObject({ reason: 'It was signed 301 seconds after it arrived; 300 are tolerated.' });
  });
  it('is required, and must be a number', () => {
    for (const header of ['v1=abc', 't=soon,v1=abc', 't=,v1=abc']) {
      const vector = { ...published.stripe, request: request('{}', { 'Stripe-Signature': header }) };
      expect(check(vector)).toMatchObject({ state: 'invalid', reason: expect.stringMatching(/time/) as string });
    }
  });
});

describe('GitHub', () => {
  it('accepts the older signature if there is no newer one', () => {
    const older = { scheme: 'hmac', header: 'X-Hub-Signature', algorithm: 'sha1', prefix: 'sha1=' };
    const unsigned = request('Hello, World!', {});
    const headers = signRequest(generalSignature.parse(older), unsigned, { secret: 'abc', now });
    const old = { ...unsigned, headers };
    expect(check({ scheme: { scheme: 'github' }, secret: 'abc', request: old })).toEqual(valid);
  });
});

describe('Twilio', () => {
  const { scheme, secret } = published.twilio;
  it('covers the address that a tunnel forwards', () => {
    const forwarded = {
      ...published.twilio.request,
      url: undefined,
      path: '/myapp.php?foo=1&bar=2',
      headers: [
        ...published.twilio.request.headers,
        { name: 'Host', value: '127.0.0.1:7788' },
        { name: 'X-Forwarded-Host', value: 'mycompany.com' },
        { name: 'X-Forwarded-Proto', value: 'https' },
      ],
    };
    expect(check({ scheme, secret, request: forwarded })).toEqual(valid);
    const direct = { ...forwarded, headers: forwarded.headers.filter(({ name }) => !name.startsWith('X-Forwarded')) };
    expect(check({ scheme, secret, request: direct }).reason).toContain('http://127.0.0.1:7788/myapp.php?foo=1&bar=2');
  });
  it('signs with or without the port', () => {
    const { headers, body } = published.twilio.request;
    const url = 'https://mycompany.com:443/myapp.php?foo=1&bar=2';
    expect(check({ scheme, secret, request: { method: 'POST', path: '/', headers, body, url } })).toEqual(valid);
  });
  it('verifies a body that is not a form by the hash in the address', () => {
    const body = '{"CallSid":"CA1"}';
    const hash = 'c6f9a4a17a6c9b0d8cbac9ebbdb2fbc5c0cbf1ee3f5e0ba4b5f1b2a6b2f0e6a1';
    const wrongRequest = request(body, { 'X-Twilio-Signature': 'x' }, `https://example.com/app?bodySHA256=${hash}`);
    expect(check({ scheme, secret, request: wrongRequest }).reason).toMatch(/bodySHA256/);
    const published = '{"CallSid":"CA1234567890ABCDE","Caller":"+12349013030"}';
    const publishedHash = '5ccde7145dfb8f56479710896586cb9d5911809d83afbe34627818790db0aec9';
    const plain = request(published, {}, `https://example.com/myapp?bodySHA256=${publishedHash}`);
    const right = { ...plain, headers: signRequest(scheme, plain, { secret, now }) };
    expect(check({ scheme, secret, request: right })).toEqual(valid);
  });
  it('does not accept a body that the signature of a request without one does not cover', () => {
    const plain = request('', {}, 'https://example.com/app');
    const headers = signRequest(scheme, plain, { secret, now });
    expect(check({ scheme, secret, request: { ...plain, headers } })).toEqual(valid);
    const type = { name: 'Content-Type', value: 'application/json' };
    const forged = { ...plain, headers: [...headers, type], body: Buffer.from('{"CallStatus":"completed"}') };
    expect(check({ scheme, secret, request: forged })).toMatchObject({
      state: 'invalid',
      reason: expect.stringContaining('does not cover the body') as string,
    });
  });
});

describe('the general scheme', () => {
  const scheme = (description: object) => generalSignature.parse({ scheme: 'hmac', header: 'X-Sig', ...description });

  it('signs the text of its template', () => {
    const all = scheme({
      algorithm: 'sha512',
      encoding: 'base64url',
      prefix: 'sig:',
      signed: '{method} {path}\n{header.X-Delivery}\n{timestamp}\n{body}',
      timestamp: { header: 'X-Time', unit: 'milliseconds' },
      secretEncoding: 'hex',
    });
    const plain = request('body', { 'X-Delivery': '42' });
    const headers = replaceHeaders(plain.headers, signRequest(all, plain, { secret: '00ff', now }));
    expect(headers.map(({ name }) => name)).toEqual(['X-Delivery', 'X-Time', 'X-Sig']);
    const vector = { scheme: all, secret: '00ff', request: { ...plain, headers } };
    expect(check(vector)).toEqual(valid);
    for (const change of [
      { method: 'PUT' },
      { path: '/other' },
      { headers: replaceHeaders(headers, [{ name: 'x-delivery', value: '43' }]) },
    ]) {
      expect(check({ ...vector, request: { ...vector.request, ...change } })).toMatchObject({ state: 'invalid' });
    }
    expect(check({ ...vector, secret: 'no hex' })).toMatchObject({ reason: 'The secret is not hex.' });
    const unsignedRequest = { ...vector.request, headers: headers.filter(({ name }) => name !== 'X-Delivery') };
    expect(check({ ...vector, request: unsignedRequest })).toMatchObject({
      reason: expect.stringContaining('X-Delivery') as string,
    });
  });
  it('refuses an invalid header', () => {
    expect(() => scheme({ header: 'X Sig:' })).toThrow(/name of a header/);
  });
});

describe('the descriptions of the named schemes', () => {
  it.each([{ header: 'X-Signature' }, { header: 'X-Signature', timestamp: { header: 'X-Time' } }])(
    '%j becomes what the schema returns',
    (description) => {
      expect(hmac(description)).toStrictEqual(hmacSignature.parse(description));
    },
  );
  it.each(Object.entries(hmacSchemes))('%s is valid', (_name, forms) => {
    for (const { ed25519: _excluded, ...form } of forms) expect(hmacSignature.parse(form)).toStrictEqual(form);
  });
});
