/** `outrigger listen`: the listener without the interface, for terminals and for CI. */
import path from 'node:path';
import { once } from 'node:events';
import { styleText } from 'node:util';
import { codedError } from '../../contract/errors.ts';
import { NO_TLS, type ListenerTls } from '../../contract/webhooks/listener-settings.ts';
import type { ListenerStatus, NotificationSummary } from '../../contract/webhooks/notification.ts';
import { visibleJson, visibleText } from '../../contract/visible-text.ts';
import type { SignatureResult } from '../../contract/webhooks/webhook-signature.ts';
import type { AppFiles } from '../../core/platform/files/app-files.ts';
import { parseBody } from '../../core/notifications/body/parse-body.ts';
import { parseLossless } from '../../core/platform/json/lossless-json.ts';
import { createMask, type Mask } from '../../core/platform/secrets/mask.ts';
import { createHttpClient } from '../../core/http/http-client.ts';
import { createNotifications, type Notifications } from '../../core/notifications/notifications.ts';
import { leaseFileIn } from '../../core/notifications/shared/lease.ts';
import { workspaceStateFolder } from '../../core/platform/files/private-files.ts';
import { createAccount, type AccountSettings } from '../../core/providers/messaging/account/account.ts';
import { pollQueue } from '../../core/providers/messaging/account/queue-poller.ts';
import { readWorkspaceProviders } from '../../core/providers/definition/provider-files.ts';
import { createRecognizer } from '../../core/providers/recognize.ts';
import { requireFolder } from '../../core/session/files/workspace-files.ts';
import { accountOf } from './account-options.ts';
import { endSignals } from '../console/end-signals.ts';
import { secretsIn, webhookTokenOf } from '../secret-options.ts';
import { signatureSecretsOf, type SignatureSecretOptions } from './signature-secrets.ts';
import { createListenerNotices } from '../console/listener-notices.ts';
import { notify, withoutCiCommands } from '../console/terminal-text.ts';

/** Characters of a path in a printed line. */
const MAX_PATH = 200;

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
  const secrets = await signatureSecretsOf(options, process.env, createRecognizer(providers).providers);
  const mask = createMask(secretsIn(process.env, [token, account?.apiTokenInstance, ...Object.values(secrets).flat()]));
  const notifications = createNotifications({
    readerConfiguration: () => Promise.resolve({ providers, secrets }),
    file: path.join(stateFolder, 'notifications.sqlite'),
    leaseFile: leaseFileIn(stateFolder),
    storeThread,
    mask: () => mask,
    async onReceived(received) {
      for (const summary of received) await print(summary);
    },
    onStatus: createStatusNotices(),
  });
  const print = createArrivalPrinter({ notifications, mask, options, signing: Object.keys(secrets) });

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

/** @param signing ids of the providers whose secrets this command knows */
function createArrivalPrinter({
  notifications,
  mask,
  options,
  signing,
}: {
  notifications: Pick<Notifications, 'stored' | 'verify'>;
  mask: Mask;
  options: Pick<ListenOptions, 'color' | 'json'>;
  signing: readonly string[];
}): (summary: NotificationSummary) => Promise<void> {
  const colored = options.color ?? (process.stdout.isTTY && !process.env['NO_COLOR']);
  /** Checked in this process, because another process with the listener may not know the secrets of this command. */
  const signatureOf = ({ id, provider }: NotificationSummary): Promise<SignatureResult> | null =>
    provider !== null && signing.includes(provider) ? notifications.verify(id, {}) : null;
  return async (summary) => {
    const signature = await signatureOf(summary);
    if (!options.json) {
      const line = lineOf(mask(summary), mask(signature), colored);
      return void process.stdout.write(`${withoutCiCommands(line)}\n`);
    }
    const { id, receivedAt, method, path, provider, event, kind, title, code, verdict, repeatOf } = summary;
    const storedNotification = await notifications.stored(id);
    // Numbers are printed as the sender has written them; of repeated keys only the text contains all.
    const { text, json: body = text } = parseBody(storedNotification.body, storedNotification.headers, parseLossless);
    const signatureFields = { signature: signature?.state ?? null, signatureReason: signature?.reason ?? null };
    const line = {
      id,
      receivedAt,
      method,
      path,
      provider,
      event,
      kind,
      title,
      code,
      verdict,
      repeatOf,
      ...signatureFields,
      body,
      text,
    };
    process.stdout.write(`${visibleJson(mask(line))}\n`);
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

function lineOf(
  { id, receivedAt, method, path, title, sentence, code, verdict, repeatOf }: NotificationSummary,
  signature: SignatureResult | null,
  colored: boolean,
): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    colored ? styleText(style, text, { validateStream: false }) : text;
  const isPlainPost = method === 'POST' && path === '/';
  const marks = [
    isPlainPost ? '' : paint('dim', visibleText(`${method} ${path.slice(0, MAX_PATH)}`)),
    code ? paint('red', visibleText(code)) : '',
    verdict === 'documented'
      ? ''
      : paint('yellow', verdict === 'differs' ? 'differs from the documented shape' : 'unknown kind'),
    repeatOf === null ? '' : paint('dim', `repeats ${repeatOf}`),
    signature === null ? '' : paint(signatureColors[signature.state], visibleText(signatureText(signature))),
  ].filter(Boolean);
  const head = `${paint('dim', `${receivedAt.slice(11, 23)} #${id}`)} ${paint('bold', visibleText(title))}`;
  const line = [head, ...marks].join('  ');
  return sentence === '' ? line : `${line}\n  ${visibleText(sentence)}`;
}

const signatureColors = { valid: 'green', invalid: 'red', missing: 'yellow' } as const;
const signatureText = ({ state, reason }: SignatureResult): string =>
  state === 'valid' ? 'signature valid' : `signature ${state}: ${reason ?? ''}`;
