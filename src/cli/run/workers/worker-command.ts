/** `outrigger worker`: executes parts of runs that `outrigger run --engine` has queued. */
import { hostname } from 'node:os';
import path from 'node:path';
import { codedError } from '../../../contract/errors.ts';
import type { RunEvent } from '../../../contract/runs/run-event.ts';
import type { SharedRun } from '../../../contract/runs/run-parts.ts';
import type { LoadedCollection } from '../../../core/collection/files/collection-files.ts';
import { createCookieJar } from '../../../core/http/cookies/cookie-jar.ts';
import type { Mask } from '../../../core/platform/secrets/mask.ts';
import { resolveInside } from '../../../core/platform/files/paths.ts';
import { digestOf, hashRunFiles } from '../../../core/run-queue/run-digest.ts';
import { servePartQueue, type PartWorkerOptions } from '../../../core/run-queue/part-worker.ts';
import { createEventMask } from '../../../core/runs/reports/mask-report.ts';
import { runCollection } from '../../../core/runs/collection/run-collection.ts';
import type { DataRow } from '../../../core/runs/collection/iteration-data.ts';
import { requestsOfRun } from '../../../core/session/runs/select-requests.ts';
import {
  openRunSession,
  requireNamedServers,
  usesWebhooks,
  type RunHost,
  type RunSession,
  type SessionChoices,
} from '../run-session.ts';
import { readData } from '../run-target.ts';
import { notify } from '../../console/terminal-text.ts';
import { engineAddress } from '../../secret-options.ts';

export interface WorkerOptions extends SessionChoices {
  engine: string;
  concurrency?: number;
}

/**
 * @returns the exit code; settles when it was stopped. @throws a coded error when it cannot work, or has other files
 * than a run
 */
export async function workerCommand(named: string, options: WorkerOptions, host: RunHost): Promise<number> {
  requireNamedServers(options, 'The workers of a run are processes of their own');
  const openedSession = await openRunSession(named, options, host);
  const { session, target, scopes, programsDirectory } = openedSession;
  try {
    if (target.kind !== 'collection')
      throw codedError('InvalidParams', `${named} is not a collection.`, 'Name the folder or file of one.');
    const { collection } = target;
    const files = await hashRunFiles(path.resolve(named), programsDirectory);
    const mask = session.liveMask;
    if (usesWebhooks(target.requests)) await session.notifications.receiveForRuns();
    const name = `${hostname()}-${process.pid}`;
    const concurrency = options.concurrency ?? 1;
    const onReady = () =>
      notify(`Worker ${name} takes parts of "${collection.name}", ${concurrency} at a time. Ctrl+C ends it.`);
    await servePartQueue(
      {
        url: engineAddress(options.engine),
        collection: collection.name,
        name,
        concurrency,
        environment: scopes.environment.name ?? null,
        files,
        digestFor: ({ data }) => digestOf(files, data === null ? undefined : dataFileOf(data)),
        runPart: createPartRunner(openedSession, collection, mask),
        onReady,
        onNotice: notify,
      },
      openedSession.signal,
    );
    return 0;
  } finally {
    await openedSession.close();
  }
}

/** @param named as in the run, relative to the folder in which both run. @throws OutsideWorkspace */
const dataFileOf = (named: string): string => resolveInside(process.cwd(), named);

/** @param mask of the events that leave this worker */
function createPartRunner(
  { session, scopes }: Pick<RunSession, 'session' | 'scopes'>,
  collection: LoadedCollection,
  mask: Mask,
): PartWorkerOptions['runPart'] {
  const rows = createRowReader();
  return async ({ run, part, from, to }, selection, signal) => {
    const requests = requestsOfRun(collection, run, selection);
    const data = await rows(run);
    const events: RunEvent[] = [];
    const record = createEventMask(mask, (event) => events.push(event));
    await session.run(`${run.id}.${part}`, signal, (inSession) =>
      runCollection(
        {
          runId: inSession.id,
          name: run.name,
          requests,
          scopes: structuredClone(scopes),
          iterations: run.iterations,
          data,
          part: { from, to },
          delayMs: run.delayMs ?? undefined,
          bail: run.bail ?? false,
          settings: { timeoutMs: run.timeoutMs ?? undefined, scriptTimeoutMs: run.scriptTimeoutMs ?? undefined },
        },
        { ...inSession, resources: { ...inSession.resources, jar: createCookieJar() }, onEvent: record },
        inSession.signal,
      ),
    );
    return events;
  };
}

/** Caches the data of the last part's run, because parts of one run usually follow each other. */
function createRowReader(): (run: SharedRun) => Promise<DataRow[]> | undefined {
  let last: { runId: string; data: Promise<DataRow[]> } | undefined;
  return (run) => {
    if (run.data === null) return undefined;
    if (last?.runId !== run.id) last = { runId: run.id, data: readData(dataFileOf(run.data)) };
    return last.data;
  };
}
