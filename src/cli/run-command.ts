/** `outrigger run`: opens the session that the application would open, and runs a script or a collection in it. */
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { codedError } from '../contract/errors.ts';
import type { ListenerStatus } from '../contract/notification.ts';
import type { RunEvent, RunOutcome } from '../contract/run-event.ts';
import { formatLock } from '../core/programs/lock/lock-file.ts';
import { iterationsOf } from '../core/runs/collection-run.ts';
import { runCollection } from '../core/runs/run-collection.ts';
import { partOfShard } from '../core/runs/run-part.ts';
import { runScript } from '../core/runs/run-script.ts';
import type { Run } from '../core/session/session.ts';
import { stopForOtherTools } from './inspect-brk.ts';
import { createReporters } from './run-reporters.ts';
import type { RunOptions } from './run-options.ts';
import { openRunSession, usesWebhooks, type RunHost } from './run-session.ts';
import { readData } from './run-target.ts';
import { notify } from './terminal-text.ts';

const RUN_ID = 'run-1';
const exitCodes: Record<RunOutcome, number> = { passed: 0, failed: 1, error: 1, timeout: 1, stopped: 130 };

/** @returns the exit code; throws a coded error when it was called wrongly, before anything of it runs */
export async function runCommand(named: string, options: RunOptions, host: RunHost): Promise<number> {
  const opened = await openRunSession(named, options, host);
  const { session, target, scopes, stateFolder, allowed } = opened;
  try {
    const data = options.iterationData === undefined ? undefined : await readData(options.iterationData);
    const reporters = await createReporters({
      names: options.reporter,
      outs: options.out,
      color: options.color,
      mask: await session.mask(),
      environment: scopes.environment.name ?? null,
      shard: options.shard ?? null,
      temporaryFile: path.join(stateFolder, 'report.ndjson'),
    });
    let shownNotice: string | null = null;
    session.events.subscribe((name, payload) => {
      if (name === 'notifications.changed') {
        const { notice } = payload as ListenerStatus;
        if (notice !== null && notice !== shownNotice) notify(notice);
        shownNotice = notice;
      }
      if (name === 'run.event') reporters.onEvent(payload as RunEvent);
    });
    /** Whether a script leaves something to the requests after it, which another part may have to do without. */
    const carriesState = (code: unknown) =>
      /\bsetNextRequest\b|\.(?:set|unset|clear)\w*\(|\bcookies\b/.test(JSON.stringify(code));
    const runTarget = async (run: Run): Promise<RunOutcome> => {
      if (options.engine !== undefined || options.attach !== undefined) {
        const { runOnEngine } = await import('./engine-run.ts');
        return runOnEngine(named, options, opened, { data, run, keep: reporters.finish });
      }
      if (options.rateLimit !== undefined) {
        throw codedError(
          'InvalidParams',
          '--rate-limit needs --engine: it holds the workers of a run together.',
          'Use --delay-request to slow down a run on this computer.',
        );
      }
      if (target.kind === 'script') {
        const { name, source } = target;
        // Before the script: what it sends may be answered by a webhook before it asks for one.
        if (usesWebhooks(source)) await session.notifications.receiveForRuns();
        const script = { runId: run.id, scriptName: name, source, scopes, timeoutMs: options.timeoutScript };
        return runScript(script, run, run.signal);
      }
      const { collection, requests } = target;
      for (const problem of collection.problems) notify(problem);
      if (usesWebhooks(requests)) await session.notifications.receiveForRuns();
      const { shard } = options;
      if (shard && shard.total > 1 && carriesState(requests)) {
        notify(
          `This is part ${shard.index} of ${shard.total}: what scripts set (variables, cookies) and setNextRequest end at its border.`,
        );
      }
      const iterations = iterationsOf({ iterations: options.iterationCount, data });
      const wholeRun = {
        runId: run.id,
        name: collection.name,
        requests,
        scopes,
        bail: options.bail ?? false,
        iterations,
        data,
        concurrency: options.concurrency,
        delayMs: options.delayRequest,
        part: shard && partOfShard(shard, requests, iterations),
        settings: { timeoutMs: options.timeoutRequest, scriptTimeoutMs: options.timeoutScript },
      };
      return runCollection(wholeRun, run, run.signal);
    };
    if (options.inspectBrk) stopForOtherTools(session, RUN_ID, target);
    const outcome = await session.run(RUN_ID, opened.signal, runTarget);
    await reporters.finish();
    if (options.writeLock !== undefined && allowed) {
      await writeFileAtomic(path.resolve(options.writeLock), formatLock(allowed));
    }
    return exitCodes[outcome];
  } finally {
    await opened.close();
  }
}
