import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startTarget } from '../../../core/forwarding/testing/target-server.ts';
import { headerPairs } from '../../../core/notifications/listener/arrival.ts';
import { asCurl, asWaitFor } from './copy.ts';

const detail = (request: {
  body?: Buffer;
  text?: string;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
}) => {
  const { text = '', body = Buffer.from(text), method = 'POST', path = '/', headers = {} } = request;
  return {
    method,
    path,
    body,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  };
};
const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl).each([
  ['text that means something to a shell', { text: `{"a":"it's {{SWE002}} $HOME \`x\` \\n"}` }],
  ['text that curl would take for the name of a file', { text: '@/etc/hostname' }],
  ['bytes that are not text', { body: Buffer.from([0, 255, 10, 39, 13]) }],
  ['another method, and a path that curl would change', { method: 'PUT', text: 'x', path: '/a/../b?list[]=1&x={y}' }],
  ['an empty body', { method: 'DELETE', path: '/a' }],
  ['headers', { text: 'x', headers: { 'Content-Type': 'text/x', 'X-Empty': '', "X-O'Clock": "it's", Host: 'tunnel' } }],
])('the cURL command sends the same request: %s', async (_name, request) => {
  const target = await startTarget();
  const source = detail(request);
  await promisify(execFile)('/bin/sh', ['-c', asCurl(source, target.url, source.body)]);
  await target.close();
  const [receivedRequest] = target.received;
  expect(receivedRequest).toMatchObject({ method: source.method, url: source.path, body: source.body });
  const pairs = headerPairs(receivedRequest?.rawHeaders ?? []);
  for (const header of source.headers.filter(({ name }) => name !== 'Host')) expect(pairs).toContainEqual(header);
  const types = pairs.filter(({ name }) => /^content-type$/i.test(name));
  expect(types).toHaveLength(source.headers.some(({ name }) => name === 'Content-Type') ? 1 : 0);
});

test('the script line waits for a similar notification', () => {
  const text = JSON.stringify({
    typeWebhook: 'outgoingMessageStatus',
    idMessage: "it's",
    status: 'read',
    timestamp: 5,
  });
  expect(asWaitFor({ text })).toBe(
    "const notification = await pm.webhooks.waitFor({ typeWebhook: 'outgoingMessageStatus', idMessage: 'it\\'s', status: 'read' }, { timeout: 30000 });",
  );
  expect(asWaitFor({ text: 'no JSON' })).toContain('waitFor(() => true');
  expect(asWaitFor({ text: 'null' })).toContain('waitFor(() => true');
  const unusualBody = { action: 'a\r\n\\"\'' };
  const [, literal = ''] = /waitFor\((.*), \{ timeout/.exec(asWaitFor({ text: JSON.stringify(unusualBody) })) ?? [];
  expect(runInNewContext(`(${literal})`)).toEqual(unusualBody);
});
