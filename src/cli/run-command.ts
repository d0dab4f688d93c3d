/** `outrigger run`: opens the session that the application would open, and runs a script or a collection in it. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { usualConnection, type ConnectionSettings } from '../contract/collection.ts';
import { codedError } from '../contract/errors.ts';
import type { ListenerStatus } from '../contract/notification.ts';
import type { RunEvent, RunOutcome } from '../contract/run-event.ts';
import { createApplication } from '../core/application.ts';
import { loadUndici } from '../core/http/agents.ts';
import type { AppFiles } from '../core/platform/app-files.ts';
import { environmentSecrets } from '../core/platform/environment-secrets.ts';
import { workspaceStateFolder } from '../core/platform/private-files.ts';
import { iterationsOf } from '../core/runs/collection-run.ts';
import { runCollection } from '../core/runs/run-collection.ts';
import { runScript } from '../core/runs/run-script.ts';
import { partOfShard, type Shard } from '../core/runs/run-part.ts';
import type { Sandbox } from '../core/sandbox-process/sandbox.ts';
import type { Run, Session } from '../core/session/session.ts';
import { recordAllowed } from '../core/programs/lock/authorize-by-lock.ts';
import { formatLock } from '../core/programs/lock/lock-file.ts';
import { accountOf } from './account-options.ts';
import { endSignals } from './end-signals.ts';
import { askOrRefuse, authorizeByFlags, authorizeByLockFile } from './run-consent.ts';
import { createReporters } from './run-reporters.ts';
import { webhookTokenOf } from './secret-options.ts';
import { notify } from './terminal-text.ts';
import { programsDirectoryOf, readData, readTarget, valuesOf, type RunTarget } from './run-target.ts';

export interface RunOptions {
  externalProgramPath?: string;
  allowPrograms?: boolean;
  allowProgram?: string[];
  allowLock?: string;
  writeLock?: string;
  allowFile?: string[];
  timeoutScript?: number;
  env?: string;
  envVar?: Record<string, string>;
  envVarFile?: string[];
  bail?: boolean;
  timeoutRequest?: number;
  webhookPort?: number;
  webhookToken?: string;
  webhookTokenFile?: string;
  queue?: boolean;
  accountFile?: string;
  reporter?: string[];
  out?: string[];
  folder?: string;
  iterationCount?: number;
  iterationData?: string;
  delayRequest?: number;
  concurrency?: number;
  shard?: Shard;
  insecure?: boolean;
  caFile?: string[];
  clientCert?: string;
  clientKey?: string;
  color?: boolean;
  inspectBrk?: boolean;
}

const RUN_ID = 'run-1';
const exitCodes: Record<RunOutcome, number> = { passed: 0, failed: 1, error: 1, timeout: 1, stopped: 130 };

/**
 * @param host the version, the built files, and the sandbox, which is closed with the run
 * @returns the exit code; throws a coded error when it was called wrongly, before anything of it runs
 */
export async function runCommand(
  target: string,
  options: RunOptions,
  host: { version: string; files: AppFiles; sandbox: Sandbox },
): Promise<number> {
  const application = await createApplication({
    ...host,
    secrets: environmentSecrets(process.env),
    onNotice: notify,
  });
  // What a run keeps for a moment (cookies, notifications) is gone when it ends.
  const stateFolder = mkdtempSync(path.join(tmpdir(), 'outrigger-run-'));
  const removeState = () => rmSync(stateFolder, { recursive: true, force: true });
  // Also at the second Ctrl+C, and when nobody reads the output any more.
  process.once('exit', removeState);
  const stop = stopOnSignals();
  try {
    const wanted = await readTarget(target, options);
    // The first request needs it, and the sandbox is still starting.
    if (wanted.kind === 'collection') void loadUndici();
    const webhookToken = await webhookTokenOf({ token: options.webhookToken, file: options.webhookTokenFile });
    const account = options.queue ? await accountOf(options.accountFile, process.env) : undefined;
    const programsDirectory = await programsDirectoryOf(wanted, options.externalProgramPath);
    const authorize =
      options.allowLock === undefined
        ? authorizeByFlags(options, programsDirectory, application.trust)
        : await authorizeByLockFile(
            options.allowLock,
            (await import('./programs-command.ts')).readLock,
            application.trust,
          );
    const recorded = options.writeLock === undefined ? undefined : recordAllowed(authorize);
    const session = await application.openSession(wanted.root, {
      stateFolder,
      commonStateFolder: workspaceStateFolder(wanted.root),
      programsDirectory,
      questions: { consent: askOrRefuse, vault: () => Promise.resolve(true) },
      authorize: recorded?.authorize ?? authorize,
      connection: connectionOf(options),
      logsExchanges: false,
      allowedFiles: (options.allowFile ?? []).map(realFile),
      ...(account
        ? { queueOnUse: account }
        : {
            listenOnUse: { port: options.webhookPort, exact: options.webhookPort !== undefined, token: webhookToken },
          }),
    });
    const { scopes, secrets } = await valuesOf(session, wanted, options);
    session.addSecretValues([...secrets, webhookToken ?? '', account?.apiTokenInstance ?? '']);
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
    const runsWebhooks = (code: unknown) => /\bwebhooks\b/.test(JSON.stringify(code));
    /** Whether a script leaves something to the requests after it, which another part may have to do without. */
    const carriesState = (code: unknown) =>
      /\bsetNextRequest\b|\.(?:set|unset|clear)\w*\(|\bcookies\b/.test(JSON.stringify(code));
    const runTarget = async (run: Run): Promise<RunOutcome> => {
      if (wanted.kind === 'script') {
        const { name, source } = wanted;
        // Before the script: what it sends may be answered by a webhook before it asks for one.
        if (runsWebhooks(source)) await session.notifications.receiveForRuns();
        const script = { runId: run.id, scriptName: name, source, scopes, timeoutMs: options.timeoutScript };
        return runScript(script, run, run.signal);
      }
      const { collection, requests } = wanted;
      for (const problem of collection.problems) notify(problem);
      if (runsWebhooks(requests)) await session.notifications.receiveForRuns();
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
    if (options.inspectBrk) debugWithOtherTools(session, wanted);
    const outcome = await session.run(RUN_ID, stop.signal, runTarget);
    await reporters.finish();
    if (options.writeLock !== undefined && recorded) {
      await writeFileAtomic(path.resolve(options.writeLock), formatLock(recorded.allowed));
    }
    return exitCodes[outcome];
  } finally {
    stop.release();
    await application.close();
    removeState();
    process.off('exit', removeState);
  }
}

/** The script stops at its first line, until the tool that is attached lets it go on. @throws InvalidParams */
function debugWithOtherTools({ debugging }: Session, wanted: RunTarget): void {
  if (wanted.kind !== 'script') {
    throw codedError('InvalidParams', '--inspect-brk debugs one script, and this is a collection.', 'Name a file .js.');
  }
  debugging.prepare(RUN_ID, {
    breakpoints: [{ id: 'first line', script: wanted.name, line: 1 }],
    exceptions: 'none',
    onAddress(address) {
      notify(`debugger listening on ${address}`);
      notify(`in Chrome: devtools://devtools/bundled/js_app.html?v8only=true&ws=${address.replace('ws://', '')}`);
    },
  });
}

/** The first signal stops the run; a second Ctrl+C does not wait for its end. */
function stopOnSignals(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const interrupt = (name: NodeJS.Signals) => {
    // A terminal that ends sends SIGHUP, and so does its shell.
    if (controller.signal.aborted && name !== 'SIGHUP') process.exit(exitCodes.stopped);
    controller.abort();
  };
  for (const name of endSignals) process.on(name, interrupt);
  return { signal: controller.signal, release: () => endSignals.forEach((name) => process.off(name, interrupt)) };
}

/** What `--allow-file` names, with links resolved. @throws FileNotFound */
function realFile(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    throw codedError('FileNotFound', `${path.resolve(file)}, named with --allow-file, does not exist.`);
  }
}

function connectionOf({ insecure, caFile, clientCert, clientKey }: RunOptions): ConnectionSettings {
  const passphrase = process.env['OUTRIGGER_CERT_PASSPHRASE'] ?? '';
  const key = clientKey ? path.resolve(clientKey) : '';
  return {
    ...usualConnection,
    checkCertificates: !insecure,
    ca: (caFile ?? []).map((file) => path.resolve(file)),
    clientCertificates: clientCert ? [{ domain: '*', cert: path.resolve(clientCert), key, pfx: '', passphrase }] : [],
  };
}
