/** Runs a script or a collection in this process, for `outrigger run` without `--engine`. */
import { setFlagsFromString } from 'node:v8';
import { codedError } from '../../contract/errors.ts';
import type { RunOutcome } from '../../contract/runs/run-event.ts';
import { iterationsOf } from '../../core/runs/collection/collection-run.ts';
import type { DataRow } from '../../core/runs/collection/iteration-data.ts';
import { runCollection } from '../../core/runs/collection/run-collection.ts';
import { partOfShard } from '../../core/runs/collection/run-part.ts';
import { runScript } from '../../core/runs/script/run-script.ts';
import type { Run } from '../../core/session/session.ts';
import type { RunOptions } from './options/run-options.ts';
import { usesWebhooks, type RunSession } from './run-session.ts';
import type { RunTarget } from './run-target.ts';
import { notify } from '../console/terminal-text.ts';

/** From this number of requests, saving memory is worth some more garbage collections. */
const LARGE_RUN = 10_000;

/** The inputs of a run on this computer. */
export interface RunHere {
  options: RunOptions;
  openedSession: Pick<RunSession, 'session' | 'target' | 'scopes'>;
  data: readonly DataRow[] | undefined;
}

/** @throws InvalidParams for invalid arguments */
export async function runTargetHere(command: RunHere, run: Run): Promise<RunOutcome> {
  const { options, openedSession } = command;
  const { session, target, scopes } = openedSession;
  if (options.rateLimit !== undefined) {
    throw codedError(
      'InvalidParams',
      '--rate-limit needs --engine: it holds the workers of a run together.',
      'Use --delay-request to slow down a run on this computer.',
    );
  }
  if (target.kind === 'collection') target.collection.problems.forEach(notify);
  // Started before the run, because a webhook may arrive before a script asks for it.
  if (usesWebhooks(target.kind === 'script' ? target.source : target.requests)) {
    await session.notifications.receiveForRuns();
  }
  if (target.kind === 'collection') return runCollectionHere(command, target, run);
  const { name, source } = target;
  const script = { runId: run.id, scriptName: name, source, scopes, timeoutMs: options.timeoutScript };
  return runScript(script, run, run.signal);
}

async function runCollectionHere(
  { options, openedSession, data }: RunHere,
  { collection, requests }: Extract<RunTarget, { kind: 'collection' }>,
  run: Run,
): Promise<RunOutcome> {
  const { shard } = options;
  if (shard && shard.total > 1 && carriesState(requests)) {
    notify(
      `This is part ${shard.index} of ${shard.total}: variables and cookies that scripts set, and setNextRequest, do not reach other parts.`,
    );
  }
  const iterations = iterationsOf({ iterations: options.iterationCount, data });
  // V8 reads this flag whenever it decides how far the heap may grow; without it the heap grows to four times its
  // content.
  if (requests.length * iterations > LARGE_RUN) setFlagsFromString('--optimize-for-size');
  const wholeRun = {
    runId: run.id,
    name: collection.name,
    requests,
    scopes: openedSession.scopes,
    bail: options.bail ?? false,
    iterations,
    data,
    concurrency: options.concurrency,
    delayMs: options.delayRequest,
    part: shard && partOfShard(shard, requests, iterations),
    settings: { timeoutMs: options.timeoutRequest, scriptTimeoutMs: options.timeoutScript },
  };
  return runCollection(wholeRun, run, run.signal);
}

/** Whether a script changes state for later requests, which another part may not see. */
const carriesState = (code: unknown) =>
  /\bsetNextRequest\b|\.(?:set|unset|clear)\w*\(|\bcookies\b/.test(JSON.stringify(code));
