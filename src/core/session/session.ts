/**
 * One open workspace: everything that belongs to ONE folder, and the runs in it. The application and the command line open
 * the same sessions. Whatever is part of a session is reached from it, and ends with it.
 */
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { defaultConnection, connectionSettings, type ConnectionSettings } from '../../contract/collection.ts';
import { codedError } from '../../contract/errors.ts';
import type { VaultQuestion, WorkspaceInfo } from '../../contract/host-contract.ts';
import type { ConsentAnswer, ConsentQuestion } from '../../contract/programs.ts';
import type { RunEvent } from '../../contract/run-event.ts';
import { openCurrentValues } from '../collection/current-values.ts';
import { createDebugging, type Debugging } from '../debugger/debugging.ts';
import { createVault } from '../guest/vault.ts';
import { createBodyFilePolicy } from '../http/body-files.ts';
import { createExchangeLog, type ExchangeLog } from '../http/exchange-log.ts';
import { openCookies, type WorkspaceCookies } from '../http/cookie-file.ts';
import { createEvents, type Events } from '../platform/events.ts';
import { createMask, type Mask } from '../platform/mask.ts';
import { createWarmJava } from '../programs/jar/warm-java.ts';
import { createAuthorize, type Authorize } from '../programs/trust/consent.ts';
import type { RunDependencies } from '../runs/execute-script.ts';
import { createRunning } from '../runs/running.ts';
import type { ListenWish } from '../notifications/notifications.ts';
import { leaseFileIn } from '../notifications/shared/lease.ts';
import type { AccountSettings } from '../providers/messaging/account.ts';
import { createAllowedFiles, type AllowedFiles } from '../settings/allowed-files.ts';
import type { ApplicationServices } from './application-services.ts';
import { createWorkspaceCollection, type WorkspaceCollection } from './workspace-collection.ts';
import { readText, workspaceFiles, type WorkspaceFiles } from './workspace-files.ts';
import { createWorkspaceNotifications, type WorkspaceNotifications } from './workspace-notifications.ts';

/** Questions to the person in front of the session. Each rejects when its signal aborts. */
export interface Questions {
  consent(question: ConsentQuestion, signal: AbortSignal): Promise<ConsentAnswer>;
  vault(question: VaultQuestion, signal: AbortSignal): Promise<boolean>;
  /** Shows the page where the person signs in. Left out where nobody can. */
  signIn?: ((url: string, signal: AbortSignal) => void) | undefined;
}

export interface SessionOptions {
  /** Real path of the workspace. */
  root: string;
  /** Folder for what outlives the session; it need not exist yet. */
  stateFolder: string;
  /** The state folder in which the processes that have this workspace open find each other. Default: `stateFolder`. */
  commonStateFolder?: string | undefined;
  /** The External Programs Directory. */
  programsDirectory: string;
  questions: Questions;
  /** Whether a program may run. Default: what is trusted, else `questions.consent`. */
  authorize?: Authorize | undefined;
  /** How servers are reached. Default: what is stored for the workspace. */
  connection?: ConnectionSettings | undefined;
  /** Which files outside the workspace requests may send. Default: those that the person has allowed on this computer. */
  allowedFiles?: readonly string[] | undefined;
  /** Whether what requests sent and got can be looked at after them. Default: true. */
  logsExchanges?: boolean | undefined;
  /** Where to listen as soon as a script asks for notifications. Left out: only while the listener is switched on. */
  listenOnUse?: ListenWish | undefined;
  /** Whose queue to receive from as soon as a script asks for notifications, instead of listening. */
  queueOnUse?: AccountSettings | undefined;
}

/** One run: what its scripts and requests work with. */
export interface Run extends RunDependencies {
  readonly id: string;
  /** Aborts when the run is stopped, or its session closes. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

export interface Session {
  readonly services: ApplicationServices;
  readonly root: string;
  readonly stateFolder: string;
  readonly events: Events;
  readonly files: WorkspaceFiles;
  readonly collection: WorkspaceCollection;
  readonly cookies: WorkspaceCookies;
  /** What the requests of recent runs have sent and got. */
  readonly exchanges: ExchangeLog;
  readonly notifications: WorkspaceNotifications;
  /** What the interface shows of the folder. */
  describe(): Promise<WorkspaceInfo>;
  readonly debugging: Debugging;
  readonly allowedFiles: AllowedFiles;
  programsDirectory(): string;
  setProgramsDirectory(directory: string): void;
  connection(): Promise<ConnectionSettings>;
  /** Masks what is secret in this workspace in everything that is stored, reported or printed. */
  mask(): Promise<Mask>;
  /** Adds values to what is masked, beside the stored secrets. */
  addSecretValues(values: readonly string[]): void;
  /**
   * Does the work of one run, whose events go to `events`. Settles when the work has ended.
   * @throws InvalidParams when a run of this id is under way, Cancelled when the session is closed
   */
  run<T>(runId: string, signal: AbortSignal, work: (run: Run) => Promise<T>): Promise<T>;
  /** Has something closed with the session, after its runs; the last one first. */
  closeWith(close: () => void | Promise<void>): void;
  /** Ends every run, and settles when all that the session owns has ended. */
  close(): Promise<void>;
}

export async function openSession(services: ApplicationServices, options: SessionOptions): Promise<Session> {
  const { root, stateFolder, questions } = options;
  const { settings, secrets, onNotice } = services;
  const events = createEvents();
  const closers: (() => void | Promise<void>)[] = [];
  const closed = new AbortController();
  let programsDirectory = options.programsDirectory;

  const cookies = openCookies(path.join(stateFolder, 'cookies.json'), onNotice);
  closers.push(() => cookies.save());
  const values = await openCurrentValues(path.join(stateFolder, 'variables.json'), onNotice);
  const collection = createWorkspaceCollection({ root, trash: path.join(stateFolder, 'trash'), secrets, values });
  const files = workspaceFiles(root);
  let addedSecrets: readonly string[] = [];
  let lastMask: { stored: readonly string[]; added: readonly string[]; mask: Mask } | undefined;
  async function mask(): Promise<Mask> {
    const stored = await secrets.valuesToMask(root);
    if (lastMask?.stored !== stored || lastMask.added !== addedSecrets) {
      lastMask = { stored, added: addedSecrets, mask: createMask([...stored, ...addedSecrets]) };
    }
    return lastMask.mask;
  }
  const notifications = createWorkspaceNotifications({
    services,
    root,
    mask,
    file: path.join(stateFolder, 'notifications.sqlite'),
    leaseFile: leaseFileIn(options.commonStateFolder ?? stateFolder),
    events,
    listenOnUse: options.listenOnUse,
    queueOnUse: options.queueOnUse,
  });
  closers.push(() => notifications.close());
  const authorize = options.authorize ?? createAuthorize(services.trust, questions.consent);
  const allowedFiles = createAllowedFiles(settings, root);
  const sandboxes = services.sandboxes.forSession();
  closers.push(() => sandboxes.close());
  const { launcher, reaper } = services;
  const warmJava = createWarmJava({ start: launcher.start, reaper, warmJars: () => settings.get().warmJars });
  closers.push(() => warmJava.close());
  const exchanges = createExchangeLog();
  const running = createRunning();
  const debugging = createDebugging({
    ...{ runtime: services.sandboxRuntime, entry: services.files.sandboxEntry, reaper: services.reaper },
    events: {
      onStopped: (stop) => events.emit('debugger.stopped', stop),
      onResumed: (thread) => events.emit('debugger.resumed', thread),
      onBreakpoints: (changed) => events.emit('debugger.breakpoints', changed),
    },
  });

  /** The passphrases and the password of the proxy are among them, so they are stored as a secret. */
  const connection = async (): Promise<ConnectionSettings> => {
    if (options.connection) return options.connection;
    const text = await secrets.of({ workspace: root, purpose: 'connection' }).get('settings');
    return text === undefined ? defaultConnection : connectionSettings.parse(JSON.parse(text));
  };
  const tokens = secrets.of({ workspace: root, purpose: 'tokens' });
  async function createRun(id: string, signal: AbortSignal): Promise<Run> {
    const askForVault = (name: string) => questions.vault({ id: randomUUID(), workspace: root, name }, signal);
    return {
      id,
      signal,
      onEvent: (event) => events.emit('run.event', event),
      sandboxes,
      reaper,
      scriptTimeoutMs: settings.get().scriptTimeoutMs ?? undefined,
      programs: {
        directory: programsDirectory,
        jarExecuter: services.files.jarExecuter,
        env: services.programEnvironment,
        authorize,
        inTurn: services.programQueue,
        start: launcher.start,
        warmJava,
        defaultTimeoutMs: () => settings.get().programTimeoutMs ?? undefined,
      },
      resources: {
        http: services.http,
        ...(options.logsExchanges === false ? {} : { exchanges: exchanges.ofRun(id) }),
        jar: cookies.jar,
        folder: root,
        bodyFiles: options.allowedFiles
          ? createBodyFilePolicy({ root, allowed: options.allowedFiles })
          : allowedFiles.policy(),
        connection: await connection(),
        tokens,
        ...(questions.signIn ? { openBrowser: questions.signIn } : {}),
        webhooks: notifications.forRun(),
        vault: createVault(secrets, root, askForVault),
        readFile: async (file) => (await readText(file)).content,
      },
    };
  }

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    closed.abort();
    await running.endAll();
    const failures: unknown[] = [];
    // What fails to close is told, and keeps nothing else open.
    for (const closeOne of closers.reverse()) {
      try {
        await closeOne();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0] as Error;
  }

  return {
    services,
    root,
    stateFolder,
    events,
    files,
    collection,
    cookies,
    exchanges,
    notifications,
    debugging,
    allowedFiles,
    describe: () => files.describe(programsDirectory),
    programsDirectory: () => programsDirectory,
    setProgramsDirectory: (directory) => void (programsDirectory = directory),
    connection,
    mask,
    addSecretValues(values) {
      addedSecrets = [...addedSecrets, ...values];
    },
    async run(runId, signal, work) {
      if (closed.signal.aborted) throw codedError('Cancelled', 'The workspace was closed.');
      const any = AbortSignal.any([signal, closed.signal]);
      return running.track(runId, any, async (runSignal) => {
        const debugged = debugging.begin(runId);
        try {
          const run = await createRun(runId, runSignal);
          return await work(debugged ? { ...run, sandboxes: debugged.sandboxes } : run);
        } finally {
          await debugged?.end();
        }
      });
    },
    closeWith: (close) => void closers.push(close),
    close: () => (closing ??= close()),
  };
}
