import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { asCurl, asWaitFor, hexDump } from './copy.ts';

test('cURL gets the body unchanged through a shell', () => {
  const text = `{"a":"it's {{SWE002}} $HOME \`x\` \\n"}`;
  const command = asCurl(
    { headers: [{ name: 'Content-Type', value: 'application/json' }], text, path: '/a?b=1' },
    'http://127.0.0.1:7788/',
  );
  const shown = execFileSync('/bin/sh', ['-c', command.replace(/^curl /, 'printf "%s\\n" ')]).toString();
  expect(shown.split('\n')).toEqual([
    '-X',
    'POST',
    'http://127.0.0.1:7788/a?b=1',
    '-H',
    'Content-Type: application/json',
    '--data-binary',
    text,
    '',
  ]);
});

test('a script line waits for one like it', () => {
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
});

test('bytes are shown with their letters', () => {
  expect(hexDump(btoa('Hello\x00\xff world 12345'))).toBe(
    '00000000  48 65 6c 6c 6f 00 ff 20 77 6f 72 6c 64 20 31 32  Hello·· world 12\n00000010  33 34 35                                         345',
  );
});
