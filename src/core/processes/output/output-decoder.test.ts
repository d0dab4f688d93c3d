import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRunner } from '../../testing/run.ts';
import { createDecoder, outputEncoding } from './output-decoder.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const text = '编码 ok ü';

describe.each(['utf-8', 'cp936', 'gb18030', 'shift_jis', 'utf-16le'])('%s', (encoding) => {
  test('decodes characters that are split between two chunks at any byte', () => {
    const expected = encoding === 'shift_jis' ? 'テスト ok' : text;
    const bytes = iconv.encode(expected, encoding);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const decoder = createDecoder(encoding);
      const parts = [decoder.write(bytes.subarray(0, cut)), decoder.write(bytes.subarray(cut)), decoder.end()];
      expect(parts.join('')).toBe(expected);
    }
  });
});

test('Windows uses cp936 unless another encoding is named; elsewhere it is always UTF-8', () => {
  expect(outputEncoding(undefined, 'win32')).toBe('cp936');
  expect(outputEncoding('utf-8', 'win32')).toBe('utf-8');
  expect(outputEncoding('gbk', 'linux')).toBe('utf-8');
  expect(outputEncoding(undefined, 'darwin')).toBe('utf-8');
});

test('an unknown encoding is refused everywhere, with the nearest name', () => {
  for (const platform of ['win32', 'linux'] as const) {
    expect(() => outputEncoding('cp937x', platform)).toThrow(/no encoding "cp937x"/);
  }
  expect(() => outputEncoding('utf_9', 'linux')).toThrow(expect.objectContaining({ remedy: 'Did you mean "utf-8"?' }));
});

test('bytes that are not text are shown as replacement characters', () => {
  const decoder = createDecoder('utf-8');
  expect(decoder.write(Buffer.from([0x61, 0xff, 0xfe, 0x62])) + decoder.end()).toBe('a\ufffd\ufffdb');
});

describe('in a call', () => {
  let runner: ReturnType<typeof createRunner>;
  const directory = temporaryFolder('encoding');
  beforeAll(() => {
    runner = createRunner();
    const bytes = JSON.stringify([...iconv.encode('签名成功\n', 'cp936')]);
    writeFileSync(
      path.join(directory, 'gbk.js'),
      `for (const byte of ${bytes}) require('fs').writeSync(1, Buffer.from([byte]));`,
    );
  });
  afterAll(() => runner.sandboxes.close());

  test('the Windows rules decode the output of Windows programs, byte by byte', async () => {
    const { logged, of } = await runner.run("console.log(await pm.executeAsync('gbk.js'));", {
      directory,
      platform: 'win32',
    });
    expect(logged).toEqual(['签名成功']);
    expect(
      of('program.output')
        .map((event) => event.text)
        .join(''),
    ).toBe('签名成功\n');
  });
  test('an unknown encoding is refused before anything is started', async () => {
    const { error, of } = await runner.run("await pm.executeAsync('gbk.js', [], { windowsEncoding: 'klingon' });", {
      directory,
    });
    expect(error).toMatchObject({ code: 'InvalidCall' });
    expect(of('program.started')).toEqual([]);
  });
});
