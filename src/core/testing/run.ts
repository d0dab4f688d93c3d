/** Runs scripts in real sandbox processes, with real programs, for tests. */
import path from 'node:path';
import pLimit from 'p-limit';
import { inject } from 'vitest';
import type { RunEvent, RunEventBody, RunEventOf, RunOutcome } from '../../contract/run-event.ts';
import type { Authorize } from '../programs/consent.ts';
import { runScript } from '../runs/run-script.ts';
import { createReaper } from '../programs/reaper.ts';
import { findSlotRuntime } from '../slots/find-runtime.ts';
import { interpreterEnvironment } from './interpreters.ts';
import { createSlotPool, type SlotPool } from '../slots/slot-pool.ts';

const root = path.join(import.meta.dirname, '../../..');
export const jarExecuter = path.join(root, 'resources/JarExecuter-1.1.0-jar-with-dependencies.jar');
export const helloPrograms = path.join(root, 'examples/hello/programs');

export interface Finished {
  outcome: RunOutcome;
  events: RunEvent[];
  of<T extends RunEventBody['type']>(type: T): RunEventOf<T>[];
  /** What the script logged, one text a line. */
  logged: string[];
  error: RunEventOf<'script.error'>['error'] | undefined;
}
export interface RunSettings {
  directory?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
  variables?: Record<string, unknown>;
  authorize?: Authorize;
  env?: NodeJS.ProcessEnv;
  onEvent?: (event: RunEvent) => void;
  scriptName?: string;
  platform?: NodeJS.Platform;
}

export function createRunner(): { slots: SlotPool; run(source: string, settings?: RunSettings): Promise<Finished> } {
  const reaper = createReaper();
  const slots = createSlotPool({ runtime: findSlotRuntime(), entry: inject('slotEntry'), size: 2, spares: 1, reaper });
  let count = 0;
  return {
    slots,
    async run(source, settings = {}) {
      const events: RunEvent[] = [];
      const outcome = await runScript(
        {
          runId: `run-${++count}`,
          scriptName: settings.scriptName ?? 'script.js',
          source,
          variables: settings.variables ?? {},
          timeoutMs: settings.timeoutMs,
        },
        {
          slots,
          reaper,
          programs: {
            directory: settings.directory ?? helloPrograms,
            jarExecuter,
            env: settings.env ?? interpreterEnvironment,
            inTurn: pLimit(8),
            ...(settings.platform ? { platform: settings.platform } : {}),
            authorize: settings.authorize ?? (() => Promise.resolve(true)),
          },
          onEvent(event) {
            events.push(event);
            settings.onEvent?.(event);
          },
        },
        settings.signal ?? new AbortController().signal,
      );
      const of = <T extends RunEventBody['type']>(type: T) =>
        events.filter((event) => event.type === type) as unknown as RunEventOf<T>[];
      return {
        outcome,
        events,
        of,
        logged: of('console')
          .filter(({ from }) => from === 'script')
          .map(({ text }) => text),
        error: of('script.error')[0]?.error,
      };
    },
  };
}
