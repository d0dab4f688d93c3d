/** `outrigger import` as the documentation shows it. Needs `npm run build` first. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';

const bin = path.join(import.meta.dirname, '../../bin/outrigger.cjs');
const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

function folderWith(files: Record<string, string>) {
  const folder = temporaryFolder('import-');
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const outrigger = (...args: string[]) =>
    execa(process.execPath, [bin, ...args], { cwd: folder, stdin: 'ignore', reject: false });
  return { folder, outrigger };
}

test('a collection is imported into a folder that does not exist yet, and that folder is run', async () => {
  const server = http.createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
  const { port } = await new Promise<AddressInfo>((resolve) =>
    server.once('listening', () => resolve(server.address() as AddressInfo)),
  );
  const shop = {
    info: { name: 'Shop', schema },
    item: [
      {
        name: 'List',
        request: { method: 'GET', url: `http://127.0.0.1:${port}/items` },
        event: [{ listen: 'test', script: { exec: ["pm.test('is here', () => pm.response.to.have.body('here'));"] } }],
      },
    ],
  };
  const { folder, outrigger } = folderWith({ 'shop.json': JSON.stringify(shop) });
  try {
    const imported = await outrigger('import', 'shop.json', '--to', 'work/shop');
    expect(imported.stderr).toBe('');
    expect(imported.stdout).toContain(`1 request and 0 environments written to ${path.join(folder, 'work/shop')}`);
    const run = await outrigger('run', 'work/shop', '--iteration-count', '2');
    expect(run.stdout).toMatch(/Iteration 1 of 2\n[\s\S]*Iteration 2 of 2\n/);
    expect(run.stdout).toContain('passed (2 passed, 0 failed) with 2 requests in ');
    expect(run.exitCode).toBe(0);
  } finally {
    server.close();
  }
});

test('a file that is no collection leaves no folder behind', async () => {
  const { folder, outrigger } = folderWith({ 'notes.txt': 'Buy milk.' });
  const { exitCode, stderr } = await outrigger('import', 'notes.txt', '--to', 'shop');
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('notes.txt');
  expect(existsSync(path.join(folder, 'shop'))).toBe(false);
});

test('names with line ends cannot add lines to the list of warnings', async () => {
  const item = { name: 'List\n  renamed: nothing', request: { method: 'GET', url: 'http://localhost/' }, unknown: 1 };
  const { outrigger } = folderWith({ 'shop.json': JSON.stringify({ info: { name: 'A\nB', schema }, item: [item] }) });
  const { stdout } = await outrigger('import', 'shop.json', '--to', 'shop');
  expect(stdout).toContain('"A\\x0aB"');
  expect(stdout).toContain('List\\x0a  renamed: nothing');
  expect(stdout).not.toMatch(/^ {2}renamed: nothing/m);
});

test('a file in the place of the folder is refused, and stays as it is', async () => {
  const { folder, outrigger } = folderWith({
    'shop.json': JSON.stringify({ info: { name: 'Shop', schema }, item: [] }),
    shop: 'a file',
  });
  const { exitCode, stderr } = await outrigger('import', 'shop.json', '--to', 'shop');
  expect(exitCode).not.toBe(0);
  expect(stderr).toMatch(/shop is a file, not a folder/);
  expect(readFileSync(path.join(folder, 'shop'), 'utf8')).toBe('a file');
  const below = await outrigger('import', 'shop.json', '--to', 'shop/deeper');
  expect(below.exitCode).not.toBe(0);
  expect(below.stderr).toMatch(/shop\/deeper could not be created/);
});

test('globals of Postman become global variables of the folder, and a replaced one is named', async () => {
  const globals = (value: string) =>
    JSON.stringify({ name: 'G', values: [{ key: 'a', value }], _postman_variable_scope: 'globals' });
  const { outrigger } = folderWith({
    'one.json': globals('1'),
    'two.json': globals('2'),
  });
  expect((await outrigger('import', 'one.json')).stdout).toContain('1 global variable kept with your data');
  expect((await outrigger('import', 'two.json')).stdout).toContain('replaced: the value of the global variable a');
});
