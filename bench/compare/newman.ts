/**
 * Runs cases with newman in a process of its own, because newman changes globals of Node, and so that both engines work
 * in parallel.
 */
import { fork } from 'node:child_process';
import path from 'node:path';
import type { Cases } from './cases.ts';
import type { Outcome } from './outcome.ts';

/** @returns the outcomes by the ids of the cases */
export function runWithNewman(cases: Cases): Promise<Record<string, Outcome>> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'newman-process.ts'), {
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`The process that runs newman ended with ${code}.`)));
    child.on('message', ({ outcomes, failure }: { outcomes?: Record<string, Outcome>; failure?: string }) => {
      if (outcomes) resolve(outcomes);
      else reject(new Error(`newman: ${failure}`));
    });
    child.send(cases);
  });
}
