/** `--allow-file` of the built command line. Needs `npm run build` first. */
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../core/testing/listen.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';

const folder = temporaryFolder('allow-file');
const [workspace, outside, config] = ['workspace', 'outside', 'config'].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
];
const received: string[] = [];
const server = http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push(body);
    response.end();
  });
});

beforeAll(async () => {
  await listen(server);
  for (const created of [workspace, outside, config]) mkdirSync(created);
  writeFileSync(path.join(workspace, 'opencollection.yml'), 'opencollection: 1.0.0\n');
  writeFileSync(path.join(outside, 'letter.txt'), 'from outside');
  writeFileSync(path.join(config, 'secrets.json'), 'secret');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends the file as the body of one request. */
async function run(file: string, ...more: string[]) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const body = `    type: file\n    data:\n      - filePath: ${file}\n        contentType: text/plain\n        selected: true\n`;
  const request = `info:\n  name: a\n  type: http\nhttp:\n  method: POST\n  url: ${url}\n  body:\n${body}`;
  writeFileSync(path.join(workspace, 'a.yml'), request);
  received.length = 0;
  const bin = path.join(import.meta.dirname, '../../../bin/outrigger.cjs');
  const env = { OUTRIGGER_CONFIG_DIR: config };
  const options = { env, reject: false, all: true } as const;
  const { exitCode, all } = await execa(process.execPath, [bin, 'run', workspace, ...more], options);
  return { code: exitCode, output: all };
}

test('without the option, no file outside the workspace is sent, and the error names the option', async () => {
  const { code, output } = await run(path.join(outside, 'letter.txt'));
  expect(code).toBe(1);
  expect(output).toContain('--allow-file');
  expect(received).toEqual([]);
});
test.each([
  ['the file', () => path.join(outside, 'letter.txt')],
  ['its folder', () => outside],
])('with %s allowed, it is sent', async (_title, allowed) => {
  const other = path.join(workspace, 'opencollection.yml');
  expect(await run('../outside/letter.txt', '--allow-file', other, '--allow-file', allowed())).toMatchObject({
    code: 0,
  });
  expect(received).toEqual(['from outside']);
});
test('the configuration folder is never sent; a path that does not exist is a usage error', async () => {
  const { code, output } = await run(path.join(config, 'secrets.json'), '--allow-file', config);
  expect({ code, received }).toEqual({ code: 1, received: [] });
  expect(output).toContain('never sent');
  expect(await run('a.yml', '--allow-file', path.join(folder, 'missing'))).toMatchObject({ code: 2 });
});
