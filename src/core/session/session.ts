/**
 * One open workspace: everything that belongs to ONE folder, and the runs in it. The application and the command line open
 * the same sessions. Whatever is part of a session is reached from it, and ends with it.
 */
import path from 'node:path';
import {
  defaultConnection,
  connectionSettings,
  type ConnectionSettings,
} from '../../contract/collection/connection.ts';
import type { WorkspaceInfo } from '../../contract/host-contract.ts';
import { openCurrentValues } from '../collection/variables/current-values.ts';
import type { Debugging } from '../debugger/debugging.ts';
import { createExchangeLog, type ExchangeLog } from '../http/exchange-log.ts';
import { openCookies, type WorkspaceCookies } from '../http/cookies/cookie-file.ts';
import { createEvents, type Events } from '../platform/events.ts';
import type { Mask } from '../platform/secrets/mask.ts';
import { leaseFileIn } from '../notifications/shared/lease.ts';
import { createAllowedFiles, type AllowedFiles } from '../settings/allowed-files.ts';
import type { ApplicationServices } from './application-services.ts';
import { createCloseStack } from './close-stack.ts';
import type { SessionOptions } from './session-options.ts';
import { createSessionRuns, type Run } from './session-runs.ts';
import { createWorkspaceCollection, type WorkspaceCollection } from './collection/workspace-collection.ts';
import { workspaceFiles, type WorkspaceFiles } from './files/workspace-files.ts';
import { createWorkspaceMask } from './workspace-mask.ts';
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
  const { root, stateFolder, listenOnUse, queueOnUse } = options;
  const { settings, secrets, onNotice } = services;
  const events = createEvents();
  const closers = createCloseStack();
  let programsDirectory = options.programsDirectory;

  const cookies = await openCookies(path.join(stateFolder, 'cookies.json'), onNotice);
  closers.add(() => cookies.save());
  const values = await openCurrentValues(path.join(stateFolder, 'variables.json'), onNotice);
  const mask = createWorkspaceMask(secrets, root);
  const collection = createWorkspaceCollection({
    ...{ root, trash: path.join(stateFolder, 'trash'), secrets, values },
    onSecretValues: mask.add,
  });
  const files = workspaceFiles(root);
  const notifications = createWorkspaceNotifications({
    ...{ services, root, events, listenOnUse, queueOnUse, mask: mask.current },
    file: path.join(stateFolder, 'notifications.sqlite'),
    leaseFile: leaseFileIn(options.commonStateFolder ?? stateFolder),
  });
  closers.add(() => notifications.close());
  const allowedFiles = createAllowedFiles(settings, root);
  const exchanges = createExchangeLog();
  const connection = async () => options.connection ?? storedConnection(services, root);
  const runs = createSessionRuns({
    ...{ services, options, events, cookies, exchanges, notifications, allowedFiles, connection, closers },
    programsDirectory: () => programsDirectory,
  });

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    await runs.endAll();
    await closers.closeAll();
  }
  return {
    ...{ services, root, stateFolder, events, files, collection, cookies, exchanges, notifications, allowedFiles },
    debugging: runs.debugging,
    describe: () => files.describe(programsDirectory),
    programsDirectory: () => programsDirectory,
    setProgramsDirectory: (directory) => void (programsDirectory = directory),
    connection,
    mask: mask.current,
    addSecretValues: mask.add,
    run: runs.run,
    closeWith: closers.add,
    close: () => (closing ??= close()),
  };
}

/** The settings hold passphrases and the password of the proxy, so they are stored as a secret. */
async function storedConnection({ secrets }: ApplicationServices, root: string): Promise<ConnectionSettings> {
  const text = await secrets.of({ workspace: root, purpose: 'connection' }).get('settings');
  return text === undefined ? defaultConnection : connectionSettings.parse(JSON.parse(text));
}
