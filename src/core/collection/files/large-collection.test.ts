/**
 * A large collection is read in many short tasks, so that other work of the thread, such as answering the interface, is
 * not delayed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { loadCollection } from './collection-files.ts';
import { createParsedFiles } from './parsed-files.ts';

const REQUESTS = 1500;

/** Processor time of this thread in milliseconds; other processes do not affect it. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The processor time of the longest task of the event loop until `work` is done. */
async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let before = processorTime();
  const measure = () => {
    longest = Math.max(longest, processorTime() - before);
    before = processorTime();
    if (!isDone) setImmediate(measure);
  };
  setImmediate(measure);
  await work();
  isDone = true;
  return longest;
}

test('no task is long while a folder of 1,500 requests is read, neither the first time nor again', async () => {
  const root = temporaryFolder('large-collection');
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  mkdirSync(path.join(root, 'orders'));
  for (let number = 0; number < REQUESTS; number += 1) {
    const text = `info:\n  name: Request ${number}\nhttp:\n  method: POST\n  url: "{{base}}/orders/${number}"\n  headers:\n    - name: X\n      value: "1"\n`;
    writeFileSync(path.join(root, 'orders', `request-${number}.yml`), text);
  }
  const parsed = createParsedFiles({ now: () => Date.now() + 10_000 });
  const load = async () => expect((await loadCollection(root, { parsed })).requests).toHaveLength(REQUESTS);
  // A task may take 8 ms, plus garbage collection. As one task, the first reading takes 300 ms.
  expect(await longestTurnOf(load)).toBeLessThan(100);
  expect(await longestTurnOf(load)).toBeLessThan(100);
});
