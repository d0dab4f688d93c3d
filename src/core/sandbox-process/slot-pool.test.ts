/** Which process gets the next script. */
import { afterAll, expect, inject, test } from 'vitest';
import { loneContext } from '../../contract/script-context.ts';
import { createScriptCalls } from '../guest/script-calls.ts';
import { createReaper } from '../processes/reaper.ts';
import { runInSlot } from '../runs/run-in-slot.ts';
import { findSlotRuntime } from '../processes/find-runtime.ts';
import { createSlotPool } from './slot-pool.ts';

const reaper = createReaper();
const slots = createSlotPool({
  runtime: findSlotRuntime(),
  entry: inject('slotEntry'),
  size: 1,
  spares: 0,
  reaper,
});
afterAll(async () => {
  await slots.close();
  reaper.close();
});

/** @returns the process it ran in */
async function run(source: string): Promise<number> {
  const slot = await slots.take();
  const { signal } = new AbortController();
  const calls = createScriptCalls(() => ({ api: {}, end: () => Promise.resolve() }), signal);
  const job = { name: 'script.js', source, context: loneContext(), calls };
  const nothing = () => undefined;
  const events = { onEvent: nothing, onOverflow: nothing };
  const outcome = await runInSlot(slot, { ...job, ...events }, signal);
  expect(outcome).toMatchObject({ ended: 'done' });
  expect(outcome).not.toHaveProperty('error');
  slots.giveBack(slot);
  return slot.pid ?? 0;
}

test('the same process serves again, until a script has used a library: then two take turns', async () => {
  const first = await run('1');
  expect(await run('1')).toBe(first);
  expect(await run("require('lodash');")).toBe(first);
  // The other one is started with the next script, and serves as soon as it is there.
  await expect.poll(() => run("require('lodash');")).not.toBe(first);
  expect(await run('1')).toBe(first);
  expect(await run('1')).not.toBe(first);
  expect(await run('1')).toBe(first);
});

test('a script that comes before its realm waits for it, and finds nothing of the one before', async () => {
  for (let round = 0; round < 50; round += 1) await run("if ('left' in globalThis) throw 1; globalThis.left = 1;");
});
