/**
 * One open workspace: everything that belongs to one folder, and the runs in it. The application and the command line
 * open the same sessions. Whatever belongs to a session is reached from it, and ends with it.
 */
import type { ConnectionSettings } from '../../contract/collection/connection.ts';
import type { WorkspaceInfo } from '../../contract/host-contract.ts';
import type { DebuggedRuns } from '../debugger/debugged-runs.ts';
import { createExchangeLog, type ExchangeLog } from '../http/exchange-log.ts';
import type { WorkspaceCookies } from '../http/cookies/cookie-file.ts';
import { createEvents, type Events } from '../platform/events.ts';
import type { Mask } from '../platform/secrets/mask.ts';
import type { AllowedFiles } from '../settings/allowed-files.ts';
import type { ApplicationServices } from './application-services.ts';
import { createCloseStack } from './close-stack.ts';
import type { SessionOptions } from './session-options.ts';
import { createSessionRuns, type Run } from './session-runs.ts';
import { openWorkspaceData } from './workspace-data.ts';
import type { WorkspaceCollection } from './collection/workspace-collection.ts';
import { workspaceFiles, type WorkspaceFiles } from './files/workspace-files.ts';
import { createWorkspaceNotifications, type WorkspaceNotifications } from './notifications/workspace-notifications.ts';

export type { SessionOptions } from './session-options.ts';
export type { Run } from './session-runs.ts';

export interface Session {
  readonly services: ApplicationServices;
  readonly root: string;
  readonly stateFolder: string;
  readonly events: Events;
  readonly files: WorkspaceFiles;
  readonly collection: WorkspaceCollection;
  readonly cookies: WorkspaceCookies;
  /** Requests and responses of recent runs. */
  readonly exchanges: ExchangeLog;
  readonly notifications: WorkspaceNotifications;
  /** The description of the folder for the interface. */
  describe(): Promise<WorkspaceInfo>;
  readonly debuggedRuns: DebuggedRuns;
  readonly allowedFiles: AllowedFiles;
  programsDirectory(): string;
  setProgramsDirectory(directory: string): void;
  connection(): Promise<ConnectionSettings>;
  /** Masks the secrets of this workspace in everything that is stored, reported or printed. */
  mask(): Promise<Mask>;
  /** Masks the stored secrets as they were last read, and every value that a run has set since. */
  liveMask: Mask;
  /** Adds values that are masked like stored secrets. */
  addSecretValues(values: readonly string[]): void;
  /**
   * Executes one run, whose events go to `events`. Settles when the run has ended.
   * @throws InvalidParams when a run of this id is under way, Cancelled when the session is closed
   */
  run<T>(runId: string, signal: AbortSignal, work: (run: Run) => Promise<T>): Promise<T>;
  /** Aborts a run. No effect when it has ended. */
  stopRun(runId: string): void;
  /** Registers a function that is called when the session closes, after its runs; the last one is called first. */
  closeWith(close: () => void | Promise<void>): void;
  /** Ends every run, and settles when everything that belongs to the session has ended. */
  close(): Promise<void>;
}

export async function openSession(services: ApplicationServices, options: SessionOptions): Promise<Session> {
  const { root, stateFolder } = options;
  const events = createEvents();
  const closers = createCloseStack();
  let { programsDirectory } = options;

  const data = await openWorkspaceData(services, options, closers);
  const { cookies, collection, mask, allowedFiles, connection } = data;
  const files = workspaceFiles(root);
  const notifications = createWorkspaceNotifications({ services, options, events, mask: mask.current });
  closers.add(() => notifications.close());
  const exchanges = createExchangeLog();
  const runs = createSessionRuns({
    services,
    options,
    data,
    events,
    exchanges,
    notifications,
    closers,
    programsDirectory: () => programsDirectory,
  });

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    await runs.endAll();
    await closers.closeAll();
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
    allowedFiles,
    debuggedRuns: runs.debuggedRuns,
    describe: () => files.describe(programsDirectory),
    programsDirectory: () => programsDirectory,
    setProgramsDirectory: (directory) => void (programsDirectory = directory),
    connection,
    mask: mask.current,
    liveMask: Object.assign(<T>(value: T) => mask.latest()(value), { current: mask.latest }),
    addSecretValues: mask.add,
    async run(runId, signal, work) {
      // What the run shows is masked as it happens, with the secrets that are stored now.
      await mask.current();
      return runs.run(runId, signal, work);
    },
    stopRun: runs.stop,
    closeWith: closers.add,
    close: () => (closing ??= close()),
  };
}
