import { expect, test } from 'vitest';
import { verifySignature } from '../providers/signatures/signatures.ts';
import { outgoingWebhook, parseTarget } from './outgoing-webhook.ts';

const received = (path: string, headers: Record<string, string> = {}) => ({
  method: 'PUT',
  path,
  headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  body: Buffer.from([0, 255, 10]),
});

test.each([
  ['http://localhost:3000', '/', '/'],
  ['http://localhost:3000', '/a/b?x=1&x=%202', '/a/b?x=1&x=%202'],
  ['http://localhost:3000/', '//twice//', '//twice//'],
  ['http://localhost:3000/hooks', '/', '/hooks'],
  ['http://localhost:3000/hooks/', '/', '/hooks/'],
  ['http://localhost:3000/hooks/', '/?a', '/hooks/?a'],
  ['http://localhost:3000/hooks?key=1', '/github?a=%E4', '/hooks/github?key=1&a=%E4'],
  ['http://localhost:3000/hooks', 'http://tunnel.example/a?b', '/hooks/a?b'],
  ['http://localhost:3000/a%2Fb', '/c', '/a%2Fb/c'],
  ['http://localhost:3000', '*', '/'],
  ['http://localhost:3000', '/a?', '/a?'],
])('to %s, a notification for %s goes to %s', (target, path, expected) => {
  expect(outgoingWebhook(received(path), parseTarget(target)).path).toBe(expected);
});

// Whoever can send a notification must not reach other parts of the server than the ones that were chosen.
test.each([
  '/../admin',
  '/..',
  '/a/../../admin?x=1',
  '/%2e%2E/admin',
  '/..%2Fadmin',
  '/a#/../../admin',
  '/.%2e/admin',
  '/..\\admin',
  '/a\\..\\..\\admin',
  '//../admin',
  '/a//../../admin',
  '/..;/admin',
  '/%2e%2e;a=b/admin',
])('a path that leads out of that of the target is refused: %s', (path) => {
  const { refusal } = outgoingWebhook(received(path), parseTarget('http://localhost:3000/hooks'));
  expect(refusal).toContain('leads out of /hooks');
});
test.each(['/a/../b', '/a/..', '/...', '/..a', '/a;b/c', '//a//b', '/a?next=/../x'])(
  'a path that stays inside is sent as received: %s',
  (path) => {
    const toHooks = outgoingWebhook(received(path), parseTarget('http://localhost:3000/hooks'));
    expect([toHooks.path, toHooks.refusal]).toEqual([`/hooks${path}`, undefined]);
    const toRoot = outgoingWebhook(received('/../x'), parseTarget('http://localhost:3000'));
    expect([toRoot.path, toRoot.refusal]).toEqual(['/../x', undefined]);
  },
);

test.each(['', 'localhost:3000', 'ftp://localhost/', 'http://user:secret@localhost/', '/hooks'])(
  '"%s" is not a target address',
  (text) => expect(() => parseTarget(text)).toThrow('not an address to send to'),
);

test('headers of the connection are removed, all others are forwarded unchanged', () => {
  const { headers, method, body } = outgoingWebhook(
    received('/', {
      Host: 'tunnel.example',
      Connection: 'keep-alive, X-Of-Connection',
      'X-Of-Connection': '1',
      'Transfer-Encoding': 'chunked',
      'Content-Type': 'text/plain',
      'x-CASE': 'ä',
    }),
    parseTarget('http://localhost:3000'),
  );
  expect(headers).toEqual([
    { name: 'Content-Type', value: 'text/plain' },
    { name: 'x-CASE', value: 'ä' },
  ]);
  expect([method, body]).toEqual(['PUT', Buffer.from([0, 255, 10])]);
});

test('a request that is signed again is valid for its receiver, and has one signature', () => {
  const secret = 'It is a Secret to Everybody';
  const scheme = { scheme: 'github' } as const;
  const old = received('/', { 'X-Hub-Signature-256': 'sha256=00', 'X-GitHub-Event': 'push' });
  const signed = outgoingWebhook(old, parseTarget('http://localhost:3000'), {
    sign: { scheme, secret, now: new Date() },
  });
  const options = { secrets: [secret], now: new Date(), toleranceSeconds: 300 };
  expect(verifySignature(scheme, signed, options)).toEqual({ state: 'valid', reason: null });
  expect(verifySignature(scheme, { ...old, headers: old.headers }, options).state).toBe('invalid');
  expect(signed.headers.map(({ name }) => name.toLowerCase())).toEqual(['x-github-event', 'x-hub-signature-256']);
});
