import { afterEach, expect, inject, test } from 'vitest';
import { startHostileSandbox } from '../testing/hostile-sandbox.ts';
import { encodeFrame, frameReader, pieceHead } from './frames.ts';
import { startSandboxProcess, type SandboxProcess } from './sandbox-process.ts';

const started: SandboxProcess[] = [];
afterEach(async () => {
  for (const sandboxProcess of started.splice(0)) {
    sandboxProcess.kill('the test is over');
    await sandboxProcess.gone;
  }
});

const hostile = (body: string): SandboxProcess => {
  const sandboxProcess = startHostileSandbox(body);
  started.push(sandboxProcess);
  return sandboxProcess;
};

test.each([
  ['no JSON', "send('hello');", /not a message/],
  ['a message of no known kind', `send('{"t":"evil"}');`, /not a message/],
  ['a key too many', `send('{"t":"ready","broken":[],"admin":1}');`, /not a message/],
  ['a frame of 1 GB announced', 'raw(0, 0, 0, 64, 1, 2, 3);', /1073741824 bytes/],
  ['walls that do not hold', `send('{"t":"ready","broken":["network"]}');`, /network/],
])('a process that sends %s is ended', async (_name, body, reason) => {
  const sandboxProcess = hostile(`${body} setInterval(() => {}, 1000);`);
  const refused = expect(sandboxProcess.ready()).rejects.toThrow(reason);
  await expect(sandboxProcess.gone).resolves.toMatch(reason);
  await refused;
});

test('a process that cannot be started reports why', async () => {
  const sandboxProcess = startSandboxProcess({
    runtime: { executable: '/nonexistent/node', env: {} },
    entry: inject('sandboxEntry'),
  });
  await expect(sandboxProcess.ready()).rejects.toThrow(/could not be started/);
});

test('pieces arrive in order among frames, however the stream is split', () => {
  const sent = Buffer.concat([
    encodeFrame('before'),
    pieceHead({ run: 2, id: 7 }, 5),
    Buffer.from('a€b'),
    pieceHead({ run: 3, id: 7 }, 0),
    pieceHead({ run: 4_000_000_000, id: 4_000_000_000 }, 1),
    Buffer.from('c'),
    encodeFrame(''),
    pieceHead({ run: 2, id: 7 }, 300),
    Buffer.alloc(300, 'd'),
    encodeFrame('after'),
  ]);
  for (const size of [1, 2, 3, 5, 8, 13, 100, sent.length]) {
    const frames: string[] = [];
    const pieces: Record<string, string> = {};
    const read = frameReader({
      maxBytes: 100,
      onFrame: (bytes) => frames.push(bytes.toString()),
      onPiece({ run, id }, bytes) {
        pieces[`${run} ${id}`] = (pieces[`${run} ${id}`] ?? '') + bytes.toString('latin1');
      },
      onTooLong: () => frames.push('TOO LONG'),
    });
    for (let at = 0; at < sent.length; at += size) read(sent.subarray(at, at + size));
    expect(frames).toEqual(['before', '', 'after']);
    const first = Buffer.from('a€b').toString('latin1');
    expect(pieces).toMatchObject({ '2 7': first + 'd'.repeat(300), '4000000000 4000000000': 'c' });
  }
  const refused: number[] = [];
  frameReader({ maxBytes: 100, onFrame: () => undefined, onTooLong: (bytes) => refused.push(bytes) })(
    pieceHead({ run: 1, id: 1 }, 1),
  );
  expect(refused.length).toBe(1);
});

test('frames arrive whole from chunks of any size, and a character is never split', () => {
  const texts = ['', 'a', 'ü€😀'.repeat(50), JSON.stringify({ big: 'x'.repeat(5000) })];
  const bytes = Buffer.concat(texts.map(encodeFrame));
  for (const size of [1, 2, 3, 7, 1000, bytes.length]) {
    const frames: string[] = [];
    const read = frameReader({
      maxBytes: 10_000,
      onFrame: (bytes) => frames.push(bytes.toString()),
      onTooLong: () => frames.push('TOO LONG'),
    });
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
    expect(frames).toEqual(texts);
  }
});
