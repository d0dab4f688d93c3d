import fs, { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { writeAtomically } from './write-atomically.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['text', 'ä'.repeat(50_000)],
  ['bytes', Buffer.alloc(100_000, 1)],
])(
  'a file is complete although the system writes a part at once, as where a disk becomes full: %s',
  async (_, content) => {
    const folder = temporaryFolder('write-atomically');
    const file = path.join(folder, 'a.yml');
    writeFileSync(file, 'before');
    const write = vi.spyOn(fs, 'write').mockImplementation((fd: number, data: string | Buffer, ...rest: unknown[]) => {
      const callback = rest.at(-1) as (error: null, written: number) => void;
      callback(null, fs.writeSync(fd, Buffer.from(data).subarray(0, 4096), 0));
    });
    await writeAtomically(file, content);
    expect(write).toHaveBeenCalledOnce();
    expect(readFileSync(file)).toEqual(Buffer.from(content));
    expect(readdirSync(folder)).toEqual(['a.yml']);
  },
);
