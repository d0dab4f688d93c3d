/** A large collection is read in turns: what else the thread has to do, such as answering the interface, does not wait. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { loadCollection } from './collection-files.ts';
import { createParsedFiles } from './parsed-files.ts';

const REQUESTS = 1500;

/** Milliseconds of processor time of this thread, which other processes do not lengthen. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The processor time of the longest turn of the event loop until `work` is done. */
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

test('no turn of reading a folder of 1,500 requests is long, neither the first time nor again', async () => {
  const root = temporaryFolder('large-collection');
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  mkdirSync(path.join(root, 'orders'));
  for (let number = 0; number < REQUESTS; number += 1) {
    const text = `info:\n  name: Request ${number}\nhttp:\n  method: POST\n  url: "{{base}}/orders/${number}"\n  headers:\n    - name: X\n      value: "1"\n`;
    writeFileSync(path.join(root, 'orders', `request-${number}.yml`), text);
  }
  const parsed = createParsedFiles({ now: () => Date.now() + 10_000 });
  const load = async () => expect((await loadCollection(root, { parsed })).requests).toHaveLength(REQUESTS);
  // Turns have 8 ms, and some of them collect garbage besides; in one piece, the first reading takes 300 ms.
  expect(await longestTurnOf(load)).toBeLessThan(100);
  expect(await longestTurnOf(load)).toBeLessThan(100);
});
