/** A run on the queue, for the tests of its submitters and workers. */
import type { RunEvent, RunEventBody } from '../../../contract/runs/run-event.ts';
import type { SharedRun } from '../../../contract/runs/run-parts.ts';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';

export const sharedRun: SharedRun = {
  id: 'run-1',
  name: 'Shop',
  digest: '0'.repeat(64),
  environment: null,
  folders: [],
  iterations: 2,
  requests: 1,
  data: null,
  delayMs: null,
  timeoutMs: null,
  scriptTimeoutMs: null,
};

export const requestsOfRun = [{ id: 'a.yml', name: 'a', path: ['Shop', 'a'] }] as unknown as LoadedRequest[];

/** Events as a worker stores them: each body, with the number of its request where it belongs to one. */
export const eventsOfPart = (...bodies: (RunEventBody & { request?: number })[]): RunEvent[] =>
  bodies.map((body, seq) => ({ ...body, runId: 'worker', seq, at: '2026-01-01T00:00:00.000Z' }));

/** The whole result of a part of `sharedRun`: one request for each of its iterations. */
export const passedPart = (...iterations: number[]): RunEvent[] =>
  eventsOfPart(
    { type: 'run.started', scriptName: 'Shop' },
    ...iterations.flatMap((iteration, request) => [
      { type: 'request.started' as const, id: 'a.yml', name: 'a', path: ['Shop', 'a'], iteration, request },
      { type: 'request.finished' as const, request },
    ]),
    { type: 'run.finished', outcome: 'passed', durationMs: 1 },
  );
