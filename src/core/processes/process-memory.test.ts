import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { residentBytes } from './process-memory.ts';

test("the resident memory equals the process's own measure, with any page size", async () => {
  const child = spawn(
    process.execPath,
    [
      '-e',
      'const held = Buffer.alloc(200e6, 1); process.send(process.memoryUsage.rss()); setInterval(() => held, 1e3);',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
  const [ownBytes] = (await once(child, 'message')) as [number];
  const measuredBytes = (await residentBytes(child.pid ?? 0)) ?? 0;
  expect(ownBytes).toBeGreaterThan(200e6);
  expect(Math.abs(measuredBytes - ownBytes) / ownBytes).toBeLessThan(0.1);
  child.kill();
  await once(child, 'exit');
  await expect(residentBytes(child.pid ?? 0)).resolves.toBeUndefined();
});
