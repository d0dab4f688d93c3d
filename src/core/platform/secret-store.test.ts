import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSecretStore, type Cipher } from './secret-store.ts';

const file = () => path.join(mkdtempSync(path.join(tmpdir(), 'outrigger-secrets-')), 'secrets.json');
const quiet = () => undefined;
const cipher: Cipher = {
  encrypt: (text) => Promise.resolve(Buffer.from(text).toString('base64')),
  decrypt: (text) => Promise.resolve(Buffer.from(text, 'base64').toString()),
};

test('each workspace has its own, also after another start', async () => {
  const where = file();
  const store = await openSecretStore(where, quiet);
  await Promise.all([
    store.set('/a', 'key', 'one'),
    store.set('/b', 'key', 'two'),
    store.set('/a', '__proto__', 'odd'),
  ]);
  const again = await openSecretStore(where, quiet);
  const read = [again.get('/a', 'key'), again.get('/b', 'key'), again.get('/a', 'none'), again.get('/c', 'toString')];
  expect(await Promise.all(read)).toEqual(['one', 'two', undefined, undefined]);
  await again.unset('/a', 'key');
  expect(await again.get('/a', 'key')).toBeUndefined();
});

test('nobody else can read the file, and with a cipher nobody at all', async () => {
  const where = file();
  const store = await openSecretStore(where, quiet, cipher);
  await store.set('/a', 'key', 'very secret');
  if (process.platform !== 'win32') expect(statSync(where).mode & 0o777).toBe(0o600);
  expect(readFileSync(where, 'utf8')).not.toContain('very secret');
  expect(await store.get('/a', 'key')).toBe('very secret');
  const without = await openSecretStore(where, quiet);
  await expect(without.get('/a', 'key')).rejects.toThrow(/encrypted by the desktop application/);
});

test('leave for scripts is given once for a workspace', async () => {
  const where = file();
  const store = await openSecretStore(where, quiet);
  expect(store.scriptsAllowed('/a')).toBe(false);
  await store.allowScripts('/a');
  await store.set('/a', 'x', '1');
  const again = await openSecretStore(where, quiet);
  expect([again.scriptsAllowed('/a'), again.scriptsAllowed('/b'), await again.get('/a', 'x')]).toEqual([
    true,
    false,
    '1',
  ]);
});
