/** `outrigger run`: opens a session like the application, and runs a script or a collection in it. */
import path from 'node:path';
import type { ListenerStatus } from '../../contract/webhooks/notification.ts';
import type { RunEvent, RunOutcome } from '../../contract/runs/run-event.ts';
import { formatLock } from '../../core/programs/lock/lock-file.ts';
import type { Run, Session } from '../../core/session/session.ts';
import type { FindExchange } from '../console/exchange-lines.ts';
import { stopForOtherTools } from './inspect-brk.ts';
import { createReporters } from './run-reporters.ts';
import { requireWritable, writeOutput } from '../output-file.ts';
import type { RunOptions } from './options/run-options.ts';
import { openRunSession, requireNamedServers, type RunHost } from './run-session.ts';
import { runTargetHere } from './run-target-here.ts';
import { readData } from './run-target.ts';
import { exportVariables, requireExportable } from './variables/export-variables.ts';
import { createListenerNotices } from '../console/listener-notices.ts';

const RUN_ID = 'run-1';
const exitCodes: Record<RunOutcome, number> = { passed: 0, failed: 1, error: 1, timeout: 1, stopped: 130 };

/** Finds the request that an event reports, with its secrets masked. */
const findExchangeIn =
  ({ exchanges, liveMask }: Session): FindExchange =>
  (event) => {
    const key =
      event.type === 'request.answered'
        ? { of: 'request' as const, number: event.request }
        : { of: 'script' as const, number: event.type === 'script.request' ? event.exchange : undefined };
    const { of, number } = key;
    return number === undefined ? null : exchanges.get({ runId: RUN_ID, of, number }, liveMask);
  };

/** @returns the exit code; throws a coded error for invalid arguments, before anything runs */
export async function runCommand(targetName: string, options: RunOptions, host: RunHost): Promise<number> {
  if ((options.shard?.total ?? 1) > 1) requireNamedServers(options, 'The parts of a run are processes of their own');
  const openedSession = await openRunSession(targetName, options, host);
  const { session, target, scopes, switchedOff, stateFolder, allowed } = openedSession;
  try {
    requireExportable(options, target.kind);
    if (options.writeLock !== undefined) requireWritable(options.writeLock, 'lock file');
    const data = options.iterationData === undefined ? undefined : await readData(options.iterationData);
    const reporters = createReporters({
      names: options.reporter,
      outs: options.out,
      color: options.color,
      findExchange: options.verbose ? findExchangeIn(session) : undefined,
      mask: session.liveMask,
      environment: scopes.environment.name ?? null,
      shard: options.shard ?? null,
      temporaryFile: path.join(stateFolder, 'report.ndjson'),
    });
    const showNotice = createListenerNotices();
    session.events.subscribe((name, payload) => {
      if (name === 'notifications.changed') {
        showNotice((payload as ListenerStatus).notice);
      }
      if (name === 'run.event') reporters.onEvent(payload as RunEvent);
    });
    const runTarget = async (run: Run): Promise<RunOutcome> => {
      if (options.engine !== undefined || options.attach !== undefined) {
        const { runOnEngine } = await import('./workers/engine-run.ts');
        return runOnEngine(targetName, options, openedSession, { data, run, writeReports: reporters.finish });
      }
      return runTargetHere({ options, openedSession, data }, run);
    };
    if (options.inspectBrk) stopForOtherTools(session, RUN_ID, target);
    const outcome = await session.run(RUN_ID, openedSession.signal, runTarget);
    await reporters.finish();
    await exportVariables(options, scopes, switchedOff);
    if (options.writeLock !== undefined && allowed) {
      await writeOutput('lock file', options.writeLock, formatLock(allowed));
    }
    return exitCodes[outcome];
  } finally {
    await openedSession.close();
  }
}
