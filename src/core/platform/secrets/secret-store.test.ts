import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openSecretStore, type Cipher, type SecretOwner } from './secret-store.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let file: string;
const open = (cipher?: Cipher) => openSecretStore(file, () => undefined, cipher);
const cipher: Cipher = {
  encrypt: (text) => Promise.resolve(Buffer.from(text).toString('base64')),
  decrypt: (text) => Promise.resolve(Buffer.from(text, 'base64').toString()),
};
const staging: SecretOwner = { workspace: '/a', environment: 'Staging' };
const local: SecretOwner = { workspace: '/a', environment: 'Local' };
const vault: SecretOwner = { workspace: '/a', purpose: 'vault' };

beforeEach(() => {
  file = path.join(temporaryFolder('secrets'), 'secrets.json');
});

test('each owner has separate secrets, also after a restart', async () => {
  const store = await open();
  const owners: SecretOwner[] = [
    staging,
    local,
    vault,
    { workspace: '/b', environment: 'Staging' },
    // Names that imitate another owner.
    { workspace: 'account:/a', purpose: 'vault' },
    { workspace: '/a', environment: 'vault' },
    ...(['account', 'listener', 'tokens', 'connection'] as const).map((purpose) => ({ workspace: '/a', purpose })),
  ];
  await Promise.all(owners.map((owner, index) => store.of(owner).set('password', `value ${index}`)));
  const reopenedStore = await open();
  const read = await Promise.all(owners.map((owner) => reopenedStore.of(owner).get('password')));
  expect(read).toEqual(owners.map((_, index) => `value ${index}`));
  await reopenedStore.of(staging).unset('password');
  expect([await reopenedStore.of(staging).get('password'), await reopenedStore.of(local).get('password')]).toEqual([
    undefined,
    'value 1',
  ]);
  expect(await reopenedStore.of(staging).get('toString')).toBeUndefined();
});

test('secrets follow a renamed environment, and are restored with a deleted one', async () => {
  const store = await open();
  await store.of(staging).set('password', 'one');
  await store.renameEnvironment('/a', 'Staging', 'Local');
  expect([await store.of(staging).get('password'), await store.of(local).get('password')]).toEqual([undefined, 'one']);
  await store.removeEnvironment('/a', 'Local', 'token');
  expect(await store.of(local).get('password')).toBeUndefined();
  expect(await store.valuesToMask('/a')).toEqual([]);
  await store.restoreEnvironment('/a', 'token of something else');
  expect(await store.of(local).get('password')).toBeUndefined();
  await store.restoreEnvironment('/a', 'token');
  expect(await store.of(local).get('password')).toBe('one');
});

test('secrets of a deleted environment are removed when the trash removes its file', async () => {
  const store = await open();
  await store.of(staging).set('password', 'very secret');
  await store.removeEnvironment('/a', 'Staging', 'old');
  const monthAgo = Date.now() - 31 * 24 * 60 * 60 * 1000;
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"removedAt": \d+/, `"removedAt": ${monthAgo}`));
  await store.removeEnvironment('/a', 'Local', 'new');
  expect(readFileSync(file, 'utf8')).not.toContain('very secret');
});

test('two running applications do not overwrite each other’s secrets, and read them', async () => {
  const [first, second] = [await open(), await open()];
  await first.of(staging).set('a', '1');
  await second.of(staging).set('b', '2');
  expect([await first.of(staging).get('b'), await second.of(staging).get('a')]).toEqual(['2', '1']);
});

test('nobody else can read the file, and with a cipher nobody at all', async () => {
  const store = await open(cipher);
  await store.of(vault).set('key', 'very secret');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain('very secret');
  expect(await store.of(vault).get('key')).toBe('very secret');
  await expect((await open()).of(vault).get('key')).rejects.toThrow(/encrypted by the desktop application/);
});

test('scripts are allowed once for each workspace', async () => {
  const store = await open();
  expect(await store.scriptsAllowed('/a')).toBe(false);
  await store.allowScripts('/a');
  await store.of(vault).set('x', '1');
  const reopenedStore = await open();
  const read = [
    await reopenedStore.scriptsAllowed('/a'),
    await reopenedStore.scriptsAllowed('/b'),
    await reopenedStore.of(vault).get('x'),
  ];
  expect(read).toEqual([true, false, '1']);
});

test('the values to mask are those of every environment, the vault, the account and the listener', async () => {
  const store = await open(cipher);
  const owners: SecretOwner[] = [
    staging,
    local,
    vault,
    { workspace: '/a', purpose: 'account' },
    { workspace: '/a', purpose: 'listener' },
    { workspace: '/b', purpose: 'vault' },
  ];
  for (const [index, owner] of owners.entries()) await store.of(owner).set('x', `value ${index}`);
  expect((await store.valuesToMask('/a')).sort()).toEqual(['value 0', 'value 1', 'value 2', 'value 3', 'value 4']);
  const withoutCipher = await open();
  await withoutCipher.of(local).set('readable', 'plain');
  expect(await withoutCipher.valuesToMask('/a')).toEqual(['plain']);
});
