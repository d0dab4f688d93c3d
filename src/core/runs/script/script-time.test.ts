/** Timeouts of scripts, with a short time in place of the five minutes. */
import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { RunEventBody } from '../../../contract/runs/run-event.ts';
import { loneContext } from '../../../contract/scripts/script-context.ts';
import { createBodies } from '../../guest/bodies.ts';
import { createRunner } from '../../testing/run.ts';
import { executeScript } from './execute-script.ts';

const runner = createRunner();
afterAll(() => runner.sandboxes.close());

async function run(source: string, limits: { timeoutMs?: number; ownTimeMs?: number }) {
  const directory = await mkdtemp(path.join(tmpdir(), 'outrigger-time-'));
  writeFileSync(path.join(directory, 'slow.js'), 'setTimeout(() => console.log("slept"), 1500);');
  const events: RunEventBody[] = [];
  const job = { name: 'script.js', source, context: loneContext(), bodies: createBodies(), ...limits };
  let calls = 0;
  const inRun = { emit: (event: RunEventBody) => void events.push(event), nextCallId: () => ++calls };
  const { outcome } = await executeScript(job, runner.dependencies({ directory }), inRun, new AbortController().signal);
  return { outcome, messages: events.flatMap((event) => (event.type === 'console' ? [event.text] : [])) };
}

test('without a timeout, a script that only computes is ended with an explanation', async () => {
  for (const source of [
    'for (;;);',
    'setInterval(() => {}, 5);',
    'await new Promise((done) => setTimeout(done, 60000));',
  ]) {
    const { outcome, messages } = await run(source, { ownTimeMs: 400 });
    expect(outcome).toBe('timeout');
    expect(messages.at(-1)).toMatch(/^The script was ended \(timeout\): it ran for 0\.4 seconds without a program/);
  }
});

test('without a timeout, a script that waits for programs is not ended, however long they take', async () => {
  const source = "console.log(await pm.executeAsync('slow.js')); console.log(pm.execute('slow.js'));";
  const { outcome, messages } = await run(source, { ownTimeMs: 1000 });
  expect(outcome).toBe('passed');
  expect(messages.filter((text) => text === 'slept')).toHaveLength(2);
});

test('after a wait, the time starts again and is limited again', async () => {
  const { outcome } = await run("await pm.executeAsync('slow.js'); for (;;);", { ownTimeMs: 1000 });
  expect(outcome).toBe('timeout');
});

test('a timeout that was set includes the time of waiting', async () => {
  const { outcome, messages } = await run("await pm.executeAsync('slow.js');", { timeoutMs: 300 });
  expect(outcome).toBe('timeout');
  expect(messages.at(-1)).toBe(
    'The script was ended after 300 ms (timeout). Raise the script timeout, or let the script do less.',
  );
});
