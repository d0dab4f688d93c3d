/** Opens the session for the command line, like the application, with the settings of the options. */
import { realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { defaultConnection, type ConnectionSettings } from '../../contract/collection/connection.ts';
import { codedError } from '../../contract/errors.ts';
import type { ScopeStates } from '../../contract/scripts/script-context.ts';
import { createApplication, type Application, type OpenOptions } from '../../core/application.ts';
import { loadUndici } from '../../core/http/connections/make-agent.ts';
import { FIRST_SERVER } from '../../core/http/connections/client-certificates.ts';
import type { AppFiles } from '../../core/platform/files/app-files.ts';
import { environmentSecrets } from '../../core/platform/secrets/environment-secrets.ts';
import { workspaceStateFolder } from '../../core/platform/files/private-files.ts';
import { recordAllowed } from '../../core/programs/lock/authorize-by-lock.ts';
import type { LockEntry } from '../../core/programs/lock/lock-file.ts';
import type { Authorize } from '../../core/programs/trust/consent.ts';
import type { TrustStore } from '../../core/programs/trust/trust-store.ts';
import type { AccountSettings } from '../../core/providers/messaging/account/account.ts';
import type { Sandbox } from '../../core/sandbox-process/sandbox.ts';
import type { Session } from '../../core/session/session.ts';
import { accountOf } from '../webhooks/account-options.ts';
import { stopOnSignals } from '../console/end-signals.ts';
import { askOrRefuse, authorizeByFlags, authorizeByLockFile } from './run-consent.ts';
import { programsDirectoryOf, readTarget, type RunTarget } from './run-target.ts';
import type { RequestSelection } from '../../core/session/runs/select-requests.ts';
import { valuesOf, type SwitchedOff } from './variables/run-variables.ts';
import type { ServerFile } from '../parse-values.ts';
import { webhookTokenOf } from '../secret-options.ts';
import { notify } from '../console/terminal-text.ts';
import { createPrivateTemporaryFolder } from '../../core/platform/files/private-temporary-folder.ts';

/** The resources that a run may use: programs, files, values, servers, notifications. */
export interface SessionChoices extends RequestSelection {
  externalProgramPath?: string;
  allowPrograms?: boolean;
  allowProgram?: string[];
  allowLock?: string;
  writeLock?: string;
  allowFile?: string[];
  env?: string;
  envVar?: Record<string, string>;
  envVarFile?: string[];
  globals?: string;
  globalVar?: Record<string, string>;
  /** Prints the headers and bodies of each request. */
  verbose?: boolean;
  webhookPort?: number;
  webhookToken?: string;
  webhookTokenFile?: string;
  queue?: boolean;
  accountFile?: string;
  insecure?: boolean;
  caFile?: string[];
  clientCert?: ServerFile[];
  clientKey?: ServerFile[];
}

/** The version, the built files, and the sandbox, which the caller closes. */
export interface RunHost {
  version: string;
  files: AppFiles;
  sandbox: Sandbox;
}

export interface RunSession {
  session: Session;
  target: RunTarget;
  scopes: ScopeStates;
  switchedOff: SwitchedOff;
  /** Private to the user, and removed with the session. */
  stateFolder: string;
  programsDirectory: string;
  /** The allowed programs, for writing a lock file; otherwise undefined. */
  allowed: readonly LockEntry[] | undefined;
  /** Aborts when the command is asked to end. */
  signal: AbortSignal;
  close(): Promise<void>;
}

/** Whether the code of a script or of requests mentions `webhooks`, and so may wait for notifications. */
export const usesWebhooks = (code: unknown): boolean => /\bwebhooks\b/.test(JSON.stringify(code));

/** @throws a coded error for invalid arguments, before anything runs */
export async function openRunSession(targetName: string, options: SessionChoices, host: RunHost): Promise<RunSession> {
  const stop = stopOnSignals();
  let application: Application | undefined;
  const state = createStateFolder();
  async function close(): Promise<void> {
    stop.release();
    await application?.close();
    state.remove();
  }
  try {
    application = await createApplication({
      ...host,
      secrets: environmentSecrets(process.env),
      onNotice: notify,
    });
    const target = await readTarget(targetName, options);
    // Loaded while the sandbox is still starting, because the first request needs it.
    if (target.kind === 'collection') void loadUndici();
    const webhookToken = await webhookTokenOf({ token: options.webhookToken, file: options.webhookTokenFile });
    const account = options.queue ? await accountOf(options.accountFile, process.env) : undefined;
    const programsDirectory = await programsDirectoryOf(target, options.externalProgramPath);
    const authorize = await authorizeBy(options, programsDirectory, application.trust);
    const recordedAllowances = options.writeLock === undefined ? undefined : recordAllowed(authorize);
    const session = await application.openSession(target.root, {
      stateFolder: state.folder,
      commonStateFolder: workspaceStateFolder(target.root),
      programsDirectory,
      questions: { consent: askOrRefuse, vault: () => Promise.resolve(true) },
      authorize: recordedAllowances?.authorize ?? authorize,
      connection: await usableConnectionOf(options),
      logsExchanges: options.verbose ?? false,
      allowedFiles: (options.allowFile ?? []).map(realFile),
      ...receptionOf(options, account, webhookToken),
    });
    const { scopes, secrets, switchedOff } = await valuesOf(session, target, options);
    session.addSecretValues([...secrets, webhookToken ?? '', account?.apiTokenInstance ?? '']);
    await session.mask();
    return {
      session,
      target,
      scopes,
      switchedOff,
      stateFolder: state.folder,
      programsDirectory,
      allowed: recordedAllowances?.allowed,
      signal: stop.signal,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Decides whether a program may run: by a lock file, or by the flags and the user's trust. @throws FileUnreadable,
 * InvalidData
 */
async function authorizeBy(options: SessionChoices, programsDirectory: string, trust: TrustStore): Promise<Authorize> {
  if (options.allowLock === undefined) return authorizeByFlags(options, programsDirectory, trust);
  const { readLock } = await import('../programs-command.ts');
  return authorizeByLockFile(options.allowLock, readLock, trust);
}

/** How notifications are received as soon as a script asks for them: from the queue of an account, or at a port. */
const receptionOf = (
  { webhookPort: port }: SessionChoices,
  account: AccountSettings | undefined,
  token: string | undefined,
): Pick<OpenOptions, 'queueOnUse' | 'listenOnUse'> =>
  account ? { queueOnUse: account } : { listenOnUse: { port, exact: port !== undefined, token } };

/** A temporary folder for the state of a run (cookies, notifications). */
function createStateFolder(): { folder: string; remove: () => void } {
  const folder = createPrivateTemporaryFolder('run');
  const removeFiles = () => rmSync(folder, { recursive: true, force: true });
  // Also after a second Ctrl+C, and when the reader of the output has ended.
  process.once('exit', removeFiles);
  return {
    folder,
    remove() {
      removeFiles();
      process.off('exit', removeFiles);
    },
  };
}

/** Resolves the path of `--allow-file`. @throws FileNotFound */
function realFile(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    throw codedError('FileNotFound', `${path.resolve(file)}, named with --allow-file, does not exist.`);
  }
}

/**
 * Each of several processes that run one collection would choose another first server.
 * @throws InvalidParams for a certificate without a server
 */
export function requireNamedServers({ clientCert = [] }: Pick<SessionChoices, 'clientCert'>, processes: string): void {
  const unnamed = clientCert.find(({ server }) => server === undefined);
  if (!unnamed) return;
  const message = `${processes}: name the server that may see the client certificate ${unnamed.file}.`;
  throw codedError('InvalidParams', message, `Write --client-cert host=${unnamed.file}, or *=${unnamed.file} for all.`);
}

/** @throws InvalidParams for a certificate or private key that cannot be used, before anything is sent */
async function usableConnectionOf(options: SessionChoices): Promise<ConnectionSettings> {
  const connection = connectionOf(options);
  if (connection.ca.length === 0 && connection.clientCertificates.length === 0) return connection;
  const { checkConnection } = await import('../../core/http/connections/check-connection.ts');
  const [problem] = await checkConnection(connection, process.cwd());
  if (problem) throw codedError('InvalidParams', problem.message, `Correct ${optionOf(problem.field)}.`);
  return connection;
}

/** The option, or variable, that sets a field of the connection. */
function optionOf(field: string): string {
  if (field.startsWith('ca.')) return '--ca-file';
  if (field.endsWith('.key')) return '--client-key, or --client-cert if the private key is in the same file';
  return field.endsWith('.passphrase') ? 'OUTRIGGER_CERT_PASSPHRASE' : '--client-cert';
}

/** A certificate without a server is for the first one that is asked by TLS. */
function connectionOf({ insecure, caFile, clientCert = [], clientKey = [] }: SessionChoices): ConnectionSettings {
  const passphrase = process.env['OUTRIGGER_CERT_PASSPHRASE'] ?? '';
  const keyFor = (named: string | undefined) =>
    (clientKey.find(({ server }) => server === named) ?? clientKey.find(({ server }) => server === undefined))?.file;
  return {
    ...defaultConnection,
    checkCertificates: !insecure,
    ca: (caFile ?? []).map((file) => path.resolve(file)),
    clientCertificates: clientCert.map(({ server, file }) => {
      const key = keyFor(server);
      return {
        domain: server ?? FIRST_SERVER,
        cert: path.resolve(file),
        key: key ? path.resolve(key) : '',
        pfx: '',
        passphrase,
      };
    }),
  };
}
