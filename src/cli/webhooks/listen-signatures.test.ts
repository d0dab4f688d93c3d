/** `outrigger listen` checks the signatures of notifications. Needs `npm run build` first. */
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';

const bin = path.join(import.meta.dirname, '../../../bin/outrigger.cjs');
const WAIT = { timeout: 20_000, interval: 20 };

function listen(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const folder = temporaryFolder('signatures');
  const secretFile = path.join(folder, 'secrets.txt');
  writeFileSync(secretFile, 'former secret\ncurrent secret\n');
  const child = execa(
    process.execPath,
    [bin, 'listen', '--port', '0', ...args.map((arg) => arg.replace('FILE', secretFile))],
    {
      cwd: folder,
      env: { PATH: process.env['PATH'], OUTRIGGER_CONFIG_DIR: path.join(folder, 'config'), ...env },
      extendEnv: false,
      reject: false,
      buffer: false,
    },
  );
  const printed = { out: '', err: '' };
  child.stdout.on('data', (bytes: Buffer) => (printed.out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (printed.err += bytes.toString()));
  return { child, printed };
}
const signatureBy = (secret: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

async function sendAll({ child, printed }: ReturnType<typeof listen>): Promise<string[]> {
  await vi.waitFor(() => expect(printed.err).toContain('listening on'), WAIT);
  const url = /http:\S+/.exec(printed.err)?.[0] ?? '';
  const body = '{"zen":"Be round.","hook_id":1}';
  for (const signature of [signatureBy('current secret', body), signatureBy('another secret', body), undefined]) {
    const headers = { 'X-GitHub-Event': 'ping', ...(signature ? { 'X-Hub-Signature-256': signature } : {}) };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  }
  const isComplete = () => expect(printed.out.match(/^\{|#\d+/gm)).toHaveLength(3);
  await vi.waitFor(isComplete, WAIT);
  child.kill('SIGINT');
  await child;
  return printed.out.trim().split('\n');
}

test.each([
  ['a variable', ['--signature-secret-env', 'HOOK_SECRET'], { HOOK_SECRET: 'current secret' }],
  ['a file with the former secret and the new one', ['--signature-secret-file', 'github=FILE'], {}],
  ['the variable that replay signs with', [], { OUTRIGGER_WEBHOOK_SECRET: 'current secret' }],
])('with the secret of %s each line says whether the signature is valid', async (_name, args, env) => {
  const listening = listen(['--json', ...args], env);
  const lines = (await sendAll(listening)).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ signature, signatureReason }) => [signature, signatureReason])).toEqual([
    ['valid', null],
    ['invalid', expect.stringContaining('does not match') as string],
    ['missing', expect.stringContaining('X-Hub-Signature-256') as string],
  ]);
});

test('the text output shows it as well, and nothing without a secret', async () => {
  const text = (await sendAll(listen(['--signature-secret-env', 'github=S'], { S: 'current secret' }))).join('\n');
  expect(text).toMatch(
    /#1 .*signature valid[^]*#2 .*signature invalid: The signature[^]*#3 .*signature missing: There/,
  );
  const other = (await sendAll(listen(['--signature-secret-env', 'stripe=S'], { S: 'current secret' }))).join('\n');
  expect(other).not.toContain('signature');
});

test('a variable that is not set and a provider that does not sign are errors', async () => {
  const unset = listen(['--signature-secret-env', 'NOT_SET']);
  expect((await unset.child).exitCode).toBe(2);
  expect(unset.printed.err).toContain('NOT_SET, named with --signature-secret-env, is not set');
  const unknown = listen(['--signature-secret-env', 'gitub=S'], { S: 'x' });
  expect((await unknown.child).exitCode).toBe(2);
  expect(unknown.printed.err).toContain('Did you mean "github"?');
});
