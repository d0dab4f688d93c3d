/** A script that writes faster than its output is read: the data in between is limited on both sides. */
import { expect, test } from 'vitest';
import { listProcesses } from '../processes/ending/process-list.ts';
import { residentBytes } from '../processes/process-memory.ts';
import { sharedRunner } from '../testing/fixtures.ts';

const MB = 1024 * 1024;
const runner = sharedRunner();

/** The peak memory of this process, and of the largest of its sandbox processes, while a script runs. */
async function mostMemory(script: string): Promise<{ host: number; sandbox: number; outcome: string }> {
  let hasEnded = false;
  const running = runner.run(script, { timeoutMs: 60_000 }).finally(() => (hasEnded = true));
  const most = { host: 0, sandbox: 0 };
  while (!hasEnded) {
    const children = (await listProcesses()).filter(({ parent }) => parent === process.pid);
    const sizes = await Promise.all(children.map(({ pid }) => residentBytes(pid)));
    most.host = Math.max(most.host, process.memoryUsage.rss());
    most.sandbox = Math.max(most.sandbox, ...sizes.map((size) => size ?? 0));
  }
  return { ...most, outcome: (await running).outcome };
}

test.runIf(process.platform !== 'win32').each([
  ['lines of 100 KB', "const line = 'x'.repeat(1e5); for (let i = 0; i < 10_000; i++) console.log(line);"],
  ['lines of 100 KB, all of them different', "for (let i = 0; i < 10_000; i++) console.log('x'.repeat(1e5) + i);"],
  ['objects', "for (let i = 0; i < 2_000; i++) console.log({ i, text: Array(5).fill('x'.repeat(1e5)) });"],
])(
  'a gigabyte of %s does not grow the host, nor its sandbox process',
  async (_name, flood) => {
    // The first large output grows code, buffers and the young generations of the heap once.
    const before = await mostMemory("for (let i = 0; i < 300; i++) console.log('x'.repeat(1e5));");
    const after = await mostMemory(flood);
    expect(after.outcome).toBe('passed');
    expect((after.host - before.host) / MB).toBeLessThan(150);
    expect((after.sandbox - before.sandbox) / MB).toBeLessThan(150);
  },
  120_000,
);
