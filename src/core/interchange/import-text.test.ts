/** The encodings of files that are imported, and what is said about files that cannot be imported. */
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

test.each([
  ['an empty file', '', 'a.json is empty.', 'Export it again'],
  ['a file with spaces', ' \n\uFEFF', 'a.json is empty.', 'Export it again'],
  [
    'a request of Bruno',
    'meta {\n  name: a\n}\n\nget {\n  url: x\n}\n',
    'is one file of a Bruno collection',
    'Import the folder',
  ],
  ['a folder of Bruno', 'meta {\r\n  name: a\r\n}\r\n', 'is one file of a Bruno collection', 'Import the folder'],
  ['an environment of Bruno', 'vars {\n  a: b\n}\n', 'is one file of a Bruno collection', 'Import the folder'],
  ['notifications', '{"receivedAt":"x","body":"a"}\n{"receivedAt":"y"}\n', 'holds notifications', 'Import NDJSON'],
  ['one notification', '{"receivedAt":"x","method":"POST","body":"a"}\n', 'holds notifications', 'Import NDJSON'],
  ['a damaged file', '{"info": {"name": "x", ', 'a.json is not JSON', 'Correct the file'],
])('%s: the error says what it is and what to do', async (_what, text, message, remedy) => {
  await expect(importText(text, 'a.json')).rejects.toMatchObject({
    message: expect.stringContaining(message) as string,
    remedy: expect.stringContaining(remedy) as string,
  });
});
