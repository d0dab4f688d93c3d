/** `outrigger listen`: the listener without the interface, for terminals and for CI. */
import path from 'node:path';
import { once } from 'node:events';
import { codedError } from '../../contract/errors.ts';
import { NO_TLS, type ListenerTls } from '../../contract/webhooks/listener-settings.ts';
import type { ListenerStatus } from '../../contract/webhooks/notification.ts';
import type { AppFiles } from '../../core/platform/files/app-files.ts';
import { createMask } from '../../core/platform/secrets/mask.ts';
import { createHttpClient } from '../../core/http/http-client.ts';
import { createNotifications, type Notifications } from '../../core/notifications/notifications.ts';
import { leaseFileIn } from '../../core/notifications/shared/lease.ts';
import { workspaceStateFolder } from '../../core/platform/files/private-files.ts';
import { createAccount, type AccountSettings } from '../../core/providers/messaging/account/account.ts';
import { pollQueue } from '../../core/providers/messaging/account/queue-poller.ts';
import { readWorkspaceProviders } from '../../core/providers/definition/provider-files.ts';
import { describeProviders } from '../../core/providers/provider-descriptions.ts';
import { requireFolder } from '../../core/session/files/workspace-files.ts';
import { accountOf } from './account-options.ts';
import { createArrivalPrinter } from './arrival-printer.ts';
import { endSignals } from '../console/end-signals.ts';
import { secretsIn, webhookTokenOf } from '../secret-options.ts';
import { signatureSecretsOf, type SignatureSecretOptions } from './signature-secrets.ts';
import { createListenerNotices } from '../console/listener-notices.ts';
import { notify } from '../console/terminal-text.ts';

export interface ListenOptions extends SignatureSecretOptions {
  port?: number;
  host?: string;
  token?: string;
  tokenFile?: string;
  workspace?: string;
  keepDays?: number;
  keepMegabytes?: number;
  allowBrowsers?: boolean;
  tls?: boolean;
  tlsCert?: string;
  tlsKey?: string;
  queue?: boolean;
  accountFile?: string;
  json?: boolean;
  color?: boolean;
}

/**
 * Receives at a port, or from the queue of an account, until it is interrupted.
 * @throws PortInUse, InvalidParams, NotAFolder, FileNotFound, StorageFailed, AccountRefused
 */
export async function listenCommand(options: ListenOptions, { storeThread }: AppFiles): Promise<void> {
  const root = await requireFolder(path.resolve(options.workspace ?? '.'));
  const token = await webhookTokenOf({ token: options.token, file: options.tokenFile });
  const account = options.queue ? await accountOf(options.accountFile, process.env) : undefined;
  const stateFolder = workspaceStateFolder(root);
  const { providers, problems } = await readWorkspaceProviders(root);
  problems.forEach(notify);
  const secrets = await signatureSecretsOf(options, process.env, describeProviders(providers));
  const mask = createMask(secretsIn(process.env, [token, account?.apiTokenInstance, ...Object.values(secrets).flat()]));
  const notifications = createNotifications({
    readerConfiguration: () => Promise.resolve({ providers, secrets }),
    file: path.join(stateFolder, 'notifications.sqlite'),
    leaseFile: leaseFileIn(stateFolder),
    storeThread,
    mask: () => mask,
    onReceived: (received) => printer.take(received),
    whenHandled: () => printer.whenPrinted(),
    onStatus: createStatusNotices(),
  });
  const printer = createArrivalPrinter({
    notifications,
    mask,
    options,
    signing: Object.keys(secrets),
    write: (line) => process.stdout.write(line),
    notify,
  });

  await notifications.setRetention({ days: options.keepDays ?? null, megabytes: options.keepMegabytes ?? null });
  const interrupted = Promise.race(endSignals.map((name) => once(process, name)));
  try {
    if (account) await receiveByQueue(account, notifications, interrupted);
    else {
      const { host, port, allowBrowsers } = options;
      const tls = tlsOf(options);
      await notifications.listen({ host, port, token, allowBrowsers, tls });
      notify(`listening on ${notifications.status().url} (Ctrl+C stops it)`);
      if (tls?.mode === 'local') {
        const { localCertificateFile } = await import('../../core/notifications/listener/local-certificate-file.ts');
        notify(`senders have to trust the certificate ${localCertificateFile(stateFolder)}`);
      }
      await interrupted;
    }
  } finally {
    await notifications.close();
  }
}

/** Prints the notices of the listener, and once that it has refused a request. */
function createStatusNotices(): (status: Pick<ListenerStatus, 'notice' | 'refused'>) => void {
  const showNotice = createListenerNotices();
  let hasShownRefusal = false;
  return ({ notice, refused }) => {
    showNotice(notice);
    if (refused !== 1 || hasShownRefusal) return;
    hasShownRefusal = true;
    notify('a request was refused: a wrong token or none, sent by a web page, or too much received at once');
  };
}

/** @throws InvalidParams when only one of certificate and key is given */
function tlsOf({ tls, tlsCert, tlsKey }: ListenOptions): ListenerTls | undefined {
  if (tlsCert !== undefined && tlsKey !== undefined) {
    return { mode: 'files', certFile: path.resolve(tlsCert), keyFile: path.resolve(tlsKey) };
  }
  if (tlsCert !== undefined || tlsKey !== undefined) {
    throw codedError(
      'InvalidParams',
      'A certificate needs its private key.',
      'Give --tls-cert and --tls-key together.',
    );
  }
  return tls ? { ...NO_TLS, mode: 'local' } : undefined;
}

/** @throws AccountRefused when the service refuses */
async function receiveByQueue(
  settings: AccountSettings,
  notifications: Notifications,
  interrupted: Promise<unknown>,
): Promise<void> {
  const http = createHttpClient();
  const stop = new AbortController();
  void interrupted.then(() => stop.abort());
  let shownProblem: string | null = null;
  notify(`receiving by the queue of the account ${settings.idInstance} (Ctrl+C stops it)`);
  const ended = await pollQueue({
    account: createAccount(http, settings),
    notifications,
    signal: stop.signal,
    onStatus({ state, problem }) {
      if (state === 'waiting' && problem !== shownProblem) notify(`${problem ?? ''} Trying again.`);
      shownProblem = problem;
    },
  });
  await http.close();
  if (ended.state === 'stopped') throw codedError('AccountRefused', ended.problem ?? 'The service refuses.');
}
