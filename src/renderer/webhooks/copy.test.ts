import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { asCurl, asWaitFor } from './copy.ts';

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
