/** The session of a load run or of a worker: the requests of a collection, in a session like that of a run. */
import { codedError } from '../../contract/errors.ts';
import type { LoadIterationOptions } from '../../core/load/load-iterations.ts';
import { scriptProcessesOf } from '../../core/load/script-processes.ts';
import { warmUpScripts } from '../../core/load/warm-up.ts';
import type { Run } from '../../core/session/session.ts';
import type { LoadChoices } from './load-options.ts';
import { openRunSession, usesWebhooks, type RunHost, type RunSession } from '../run/run-session.ts';
import { readData } from '../run/run-target.ts';
import { notify } from '../console/terminal-text.ts';

const RUN_ID = 'load';

export type LoadIterationsOf = Omit<LoadIterationOptions, 'onSample' | 'hasEnded'>;

export interface LoadSession extends Pick<RunSession, 'close' | 'scopes'> {
  /** The names of the requests, in order. */
  requests: LoadIterationsOf['requests'];
  mask: LoadIterationsOf['mask'];
  /** Starts the processes of scripts, and then calls `work`, whose signal aborts when the command is asked to end. */
  run<T>(work: (iterations: LoadIterationsOf, signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** @throws a coded error for invalid arguments, before anything is sent */
export async function openLoadSession(targetName: string, options: LoadChoices, host: RunHost): Promise<LoadSession> {
  const openedSession = await openRunSession(targetName, options, host);
  const { session, target, scopes, signal, close } = openedSession;
  try {
    if (target.kind !== 'collection') {
      throw codedError('InvalidParams', `${targetName} is not a collection.`, 'Name the folder or file of one.');
    }
    const { collection, requests } = target;
    const data = options.iterationData === undefined ? undefined : await readData(options.iterationData);
    const mask = session.liveMask;
    const iterationsIn = (run: Run): LoadIterationsOf => ({
      runId: run.id,
      name: collection.name,
      requests,
      scopes,
      data,
      mask,
      dependencies: run,
      settings: { timeoutMs: options.timeoutRequest, scriptTimeoutMs: options.timeoutScript },
    });
    return {
      scopes,
      requests,
      mask,
      close,
      async run(work) {
        for (const problem of collection.problems) notify(problem);
        if (usesWebhooks(requests)) await session.notifications.receiveForRuns();
        return session.run(RUN_ID, signal, async (run) => {
          await warmUpScripts({ requests, sandboxes: run.sandboxes, count: scriptProcessesOf(options) }, run.signal);
          return work(iterationsIn(run), run.signal);
        });
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
