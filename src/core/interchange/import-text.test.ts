/** The encodings of files that are imported. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { importText, readImport } from './import.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const collection = JSON.stringify({ info: { name: 'Müller', schema }, item: [{ name: 'ä', request: 'http://x/' }] });
const utf16 = Buffer.from(`\uFEFF${collection}`, 'utf16le');

test.each([
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${collection}`)],
  ['UTF-16, as PowerShell writes it', utf16],
  ['UTF-16 with the higher byte first', Buffer.from(utf16).swap16()],
])('a collection in %s is read', async (_encoding, bytes) => {
  const file = path.join(temporaryFolder('encoding'), 'shop.json');
  writeFileSync(file, bytes);
  const { text, name } = await readImport(file);
  expect(await importText(text, name)).toMatchObject({ name: 'Müller', items: [{ name: 'ä' }] });
});

test('other bytes are refused', async () => {
  const file = path.join(temporaryFolder('encoding'), 'shop.json');
  writeFileSync(file, Buffer.from(collection, 'latin1'));
  await expect(readImport(file)).rejects.toMatchObject({ code: 'FileUnreadable' });
});
