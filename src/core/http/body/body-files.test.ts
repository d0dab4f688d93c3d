/** Files in bodies: which files may be sent, and that the checked file is the one that is read. */
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpBody } from '../../../contract/http/http.ts';
import { listen } from '../../testing/listen.ts';
import { closeFiles, createBodyFilePolicy, openBodyFile, readBodyFile } from './body-files.ts';
import { createHttpClient } from '../http-client.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const folder = temporaryFolder('body-files');
const root = path.join(folder, 'workspace');
const config = path.join(root, 'settings-of-outrigger');
const outside = path.join(folder, 'outside');
for (const created of [root, config, outside]) mkdirSync(created, { recursive: true });
writeFileSync(path.join(root, 'inside.txt'), 'inside');
writeFileSync(path.join(config, 'secrets.json'), 'secret');
writeFileSync(path.join(outside, 'a.txt'), 'allowed');
writeFileSync(path.join(outside, 'b.txt'), 'not allowed');
symlinkSync(path.join(outside, 'b.txt'), path.join(root, 'link-out'));
symlinkSync(outside, path.join(root, 'folder-out'));
symlinkSync(config, path.join(outside, 'to-config'));

const policy = (...allowed: string[]) => createBodyFilePolicy({ root, allowed, forbidden: [config] });

test('a script reads a file that may be sent, and no other or larger one', async () => {
  const large = path.join(root, 'large.bin');
  writeFileSync(large, Buffer.alloc(20 * 1024 * 1024 + 1));
  expect((await readBodyFile('inside.txt', policy()))?.toString()).toBe('inside');
  for (const file of [large, path.join(outside, 'b.txt'), 'missing.txt', 'link-out', '', config]) {
    expect(await readBodyFile(file, policy())).toBeUndefined();
  }
  expect(await readBodyFile('inside.txt', undefined)).toBeUndefined();
});

describe('which files may be sent', () => {
  test.each([
    ['a file of the workspace', 'inside.txt', []],
    ['the same by its absolute path', path.join(root, 'inside.txt'), []],
    ['a file that the person allowed', path.join(outside, 'a.txt'), [path.join(outside, 'a.txt')]],
    ['a relative path to it', '../outside/a.txt', [path.join(outside, 'a.txt')]],
    ['a file in an allowed folder', path.join(outside, 'b.txt'), [outside]],
    ['a link in the workspace to an allowed file', 'link-out', [path.join(outside, 'b.txt')]],
  ])('%s', (_title, file, allowed) => {
    expect(policy(...allowed)(file)).toBe(realpathSync(path.resolve(root, file)));
  });
  test.each([
    ['an absolute path', '/etc/hostname', [], 'OutsideWorkspace'],
    ['a path with ..', '../outside/a.txt', [], 'OutsideWorkspace'],
    ['a link out', 'link-out', [], 'OutsideWorkspace'],
    ['a path through a folder that is a link out', 'folder-out/a.txt', [], 'OutsideWorkspace'],
    [
      'the neighbour of an allowed file',
      path.join(outside, 'b.txt'),
      [path.join(outside, 'a.txt')],
      'OutsideWorkspace',
    ],
    ['a name that begins like an allowed folder', `${outside}-2/a.txt`, [outside], 'OutsideWorkspace'],
    ['a NUL character', 'inside.txt\0', [], 'OutsideWorkspace'],
    ['the configuration folder inside the workspace', 'settings-of-outrigger/secrets.json', [], 'NotAllowed'],
    ['the configuration folder, although allowed', path.join(config, 'secrets.json'), [config], 'NotAllowed'],
    ['the configuration folder by a link', path.join(outside, 'to-config/secrets.json'), [outside], 'NotAllowed'],
  ])('never %s', (_title, file, allowed, code) => {
    expect(() => policy(...allowed)(file)).toThrow(expect.objectContaining({ code }) as Error);
  });
  test('the cookies and history in a workspace are never sent', () => {
    expect(() => createBodyFilePolicy({ root })('.outrigger/cookies.json')).toThrow(/never sent/);
  });
  test('a workspace inside a private folder can send its own files, and no others of that folder', () => {
    const check = createBodyFilePolicy({ root, allowed: [folder], forbidden: [folder] });
    expect(check('inside.txt')).toBe(path.join(root, 'inside.txt'));
    expect(() => check('../outside/a.txt')).toThrow(/never sent/);
  });
  test('an allowed file that has become a link does not allow the target of the link', () => {
    const file = path.join(outside, 'later.txt');
    writeFileSync(file, 'harmless');
    const check = policy(file);
    expect(check(file)).toBe(file);
    renameSync(file, `${file}.old`);
    symlinkSync(path.join(outside, 'b.txt'), file);
    expect(() => check(file)).toThrow(/outside the folder/);
  });
});

describe('reading a file', () => {
  const readAll = async (file: Awaited<ReturnType<typeof openBodyFile>>) =>
    (await Readable.from(file.read()).toArray()).join('');

  test('the checked file with its size at that time is read, also when it grows or is replaced', async () => {
    const name = path.join(root, 'changing.txt');
    writeFileSync(name, 'checked');
    const file = await openBodyFile('changing.txt', policy());
    appendFileSync(name, ' and more');
    renameSync(name, `${name}.old`);
    symlinkSync(path.join(outside, 'b.txt'), name);
    expect(file.size).toBe(7);
    expect([await readAll(file), await readAll(file)]).toEqual(['checked', 'checked']);
    await file.close();
  });
  test('a file that becomes shorter is an error, not a wrong length', async () => {
    const name = path.join(root, 'shorter.txt');
    writeFileSync(name, 'a long text');
    const file = await openBodyFile('shorter.txt', policy());
    writeFileSync(name, 'a');
    await expect(readAll(file)).rejects.toMatchObject({ code: 'RequestFailed' });
    await file.close();
  });
  test('only regular files are read: no folder, and a pipe is not waited for', async () => {
    await execa('mkfifo', [path.join(root, 'pipe')]);
    await expect(openBodyFile('pipe', policy())).rejects.toThrow(/not a regular file/);
    await expect(openBodyFile('settings-of-outrigger/..', policy())).rejects.toMatchObject({
      code: 'OutsideWorkspace',
    });
    mkdirSync(path.join(root, 'folder'));
    await expect(openBodyFile('folder', policy())).rejects.toThrow(/is a folder/);
    await expect(openBodyFile('missing.txt', policy())).rejects.toMatchObject({ code: 'FileNotFound' });
  });
});

const openFiles = (file: string): number =>
  readdirSync('/proc/self/fd').filter((entry) => {
    try {
      return readlinkSync(`/proc/self/fd/${entry}`) === file;
    } catch {
      return false;
    }
  }).length;

test('a file that cannot be closed leaves no other one open', async () => {
  const closed: string[] = [];
  const fileOf = (name: string, work: Promise<void>) => ({ close: () => work.finally(() => void closed.push(name)) });
  await closeFiles([fileOf('a', Promise.reject(new Error('EIO'))), fileOf('b', Promise.resolve())]);
  expect(closed.sort()).toEqual(['a', 'b']);
});

describe('in requests', () => {
  const client = createHttpClient();
  let url = '';
  const server = http.createServer((request, response) => {
    if (request.url === '/refuse') return void response.writeHead(413, { connection: 'close' }).end('too large');
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => response.end(JSON.stringify({ text, length: request.headers['content-length'] })));
  });
  beforeAll(async () => {
    url = `http://127.0.0.1:${await listen(server)}`;
  });
  afterAll(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  const send = async (body: HttpBody, where = url) => {
    const request = { method: 'POST', url: where, headers: [], body };
    return client.send(request, { signal: AbortSignal.timeout(20_000), bodyFiles: policy() });
  };

  test.each<[string, HttpBody]>([
    ['body of a file', { mode: 'file', path: '/etc/hostname' }],
    ['form', { mode: 'formdata', parts: [{ name: 'f', files: ['inside.txt', '/etc/hostname'] }] }],
  ])('a %s sends no file from elsewhere', async (_title, body) => {
    await expect(send(body)).rejects.toMatchObject({
      code: 'OutsideWorkspace',
      remedy: expect.stringContaining('on the Body tab') as string,
    });
  });
  test('without a policy, no file is sent', async () => {
    const request = {
      method: 'POST',
      url,
      headers: [],
      body: { mode: 'file' as const, path: path.join(root, 'inside.txt') },
    };
    await expect(client.send(request, { signal: new AbortController().signal })).rejects.toMatchObject({
      code: 'OutsideWorkspace',
    });
  });
  test('a file of the workspace arrives with its length', async () => {
    const { body } = await send({ mode: 'file', path: 'inside.txt' });
    expect(JSON.parse(body.toString())).toEqual({ text: 'inside', length: '6' });
    const form = await send({ mode: 'formdata', parts: [{ name: 'f', files: ['inside.txt'] }] });
    expect(form.body.toString()).toContain('filename=\\"inside.txt\\"');
  });
  const twoFiles: HttpBody = { mode: 'formdata', parts: [{ name: 'f', files: ['inside.txt', 'inside.txt'] }] };
  test('a request whose files do not open, as on a network drive without a connection, can be stopped', async () => {
    const pipe = path.join(root, 'threads');
    await execa('mkfifo', [pipe]);
    // Opening it waits for a writer, and keeps all threads with which Node opens files.
    const opened = Array.from({ length: Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) }, () => open(pipe, 'r'));
    const stop = new AbortController();
    const request = { method: 'POST', url, headers: [], body: twoFiles };
    const sending = client.send(request, { signal: stop.signal, bodyFiles: policy() });
    const code = sending.catch((error: unknown) => (error as { code?: string }).code);
    setImmediate(() => stop.abort());
    const first = await Promise.race([code, sleep(5000, 'nothing after five seconds')]);
    // A thread may begin to open the pipe only now: the writer stays until all of them have opened it.
    const writer = openSync(pipe, 'r+');
    for (const file of opened) await (await file).close();
    closeSync(writer);
    expect(first).toBe('Cancelled');
    // The file that opened too late is closed.
    if (process.platform === 'linux') await expect.poll(() => openFiles(path.join(root, 'inside.txt'))).toBe(0);
  });
  test('a field without a file is sent as an empty file, with a warning', async () => {
    const warnings: string[] = [];
    const body = { mode: 'formdata' as const, parts: [{ name: 'f', files: [] }] };
    const onWarning = (text: string) => void warnings.push(text);
    const sent = await client.send(
      { method: 'POST', url, headers: [], body },
      { signal: AbortSignal.timeout(20_000), onWarning },
    );
    expect(sent.body.toString()).toContain('name=\\"f\\"; filename=\\"\\"');
    expect(warnings).toEqual(['The field f of the form has no file: an empty one without a name is sent.']);
  });
  test('a server that responds before it has read the file causes no error', async () => {
    writeFileSync(path.join(root, 'large.bin'), Buffer.alloc(20_000_000));
    for (let count = 0; count < 5; count += 1) {
      const result = await send({ mode: 'file', path: 'large.bin' }, `${url}/refuse`).then(
        ({ hops }) => hops[0].status,
        (error: unknown) => (error as { code?: string }).code,
      );
      expect([413, 'RequestFailed']).toContain(result);
    }
    expect((await send({ mode: 'file', path: 'inside.txt' })).hops[0].status).toBe(200);
  });
});
