/** Runs scripts as the application does, with every program allowed. */
import path from 'node:path';
import pLimit from 'p-limit';
import type { RunEvent } from '../src/contract/run-event.ts';
import { createCookieJar } from '../src/core/http/cookies.ts';
import { createHttpClient } from '../src/core/http/http-client.ts';
import { runScript } from '../src/core/runs/run-script.ts';
import { userEnvironment } from '../src/core/programs/user-environment.ts';
import { createReaper } from '../src/core/programs/reaper.ts';
import { findSlotRuntime } from '../src/core/slots/find-runtime.ts';
import { createSlotPool } from '../src/core/slots/slot-pool.ts';

export const root = path.join(import.meta.dirname, '..');

export function createBenchRunner(directory: string) {
  const entry = path.join(root, 'out/main/slot.mjs');
  const reaper = createReaper();
  const slots = createSlotPool({ runtime: findSlotRuntime(), entry, size: 1, spares: 1, reaper });
  const programs = {
    directory,
    jarExecuter: path.join(root, 'resources/JarExecuter-1.1.0-jar-with-dependencies.jar'),
    env: userEnvironment(),
    authorize: () => Promise.resolve(true),
    inTurn: pLimit(64),
  };
  const resources = { http: createHttpClient(), jar: createCookieJar() };
  let count = 0;
  return {
    async run(source: string, onEvent: (event: RunEvent) => void = () => undefined): Promise<void> {
      const request = { runId: `run-${++count}`, scriptName: 'bench.js', source };
      const outcome = await runScript(
        request,
        { slots, programs, reaper, resources, onEvent },
        new AbortController().signal,
      );
      if (outcome !== 'passed') throw new Error(`The script ${outcome}: ${source}`);
    },
    async close() {
      await slots.close();
      await resources.http.close();
      reaper.close();
    },
  };
}
