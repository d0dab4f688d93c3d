/** Switches the listener of a workspace on and off, and changes its response rules. */
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import { codedError, toFailure } from '../../../contract/errors.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { ListenerStatus } from '../../../contract/webhooks/notification.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import { isLoopback } from '../../platform/network/bind-port.ts';
import type { ListenerSettings, SavedListener } from './listener-settings.ts';

/** Milliseconds that a change of the settings waits for the deletion of notifications outside of the retention. */
const DELETION_WAIT_MS = 500;

const HOST_NAME = /^(?!-)[\p{L}\p{N}_-]+(?:\.(?!-)[\p{L}\p{N}_-]+)*\.?$/u;

export type ListenerCalls = Pick<HostApi, 'notifications.status' | 'notifications.listen' | 'notifications.setRules'>;
type ListenParams = Parameters<HostApi['notifications.listen']>[0];

export interface ListenerControl {
  calls: ListenerCalls;
  /** Starts to listen if that was switched on for this workspace. */
  start(): Promise<void>;
}

type ListenerParts = Pick<
  Notifications,
  'status' | 'listen' | 'stop' | 'setRetention' | 'setRules' | 'restoreRules' | 'setNotice'
>;

export function createListenerControl(notifications: ListenerParts, settings: ListenerSettings): ListenerControl {
  /** One change after the other, because each saves all settings of the listener. */
  const inTurn = pLimit(1);
  const status = (): ListenerStatus => settings.withSavedAddress(notifications.status());
  const { begin, change } = createChanges(notifications, settings);
  return {
    calls: {
      'notifications.status': status,
      'notifications.listen': (params) => inTurn(() => change(params).then(status)),
      'notifications.setRules': ({ rules }) =>
        inTurn(async () => {
          await settings.save({ ...settings.saved(), rules: rules.filter(({ persistent }) => persistent) });
          notifications.setRules(rules);
          return status();
        }),
    },
    async start() {
      const savedListener = settings.saved();
      notifications.restoreRules(savedListener.rules);
      await notifications.setRetention(savedListener.keep);
      // The status shows a port that is taken or a disk that is full; the workspace is opened nevertheless.
      if (savedListener.on) await begin(savedListener).catch(() => undefined);
    },
  };
}

function createChanges(notifications: ListenerParts, settings: ListenerSettings) {
  async function begin({ host, port, allowBrowsers, tls }: SavedListener): Promise<void> {
    try {
      await notifications.listen({ host, port, allowBrowsers, tls, token: await settings.token() });
    } catch (error) {
      notifications.setNotice('listening', toFailure(error).message);
      throw error;
    }
  }
  /** Listens with the former settings again: no notification may be missed because other settings are refused. */
  async function goBack(former: SavedListener, token: string | undefined): Promise<void> {
    await settings.save(former);
    await settings.setToken(token ?? '');
    await begin(former);
  }
  async function change({ token, ...changes }: ListenParams): Promise<void> {
    const former = { saved: settings.saved(), token: await settings.token() };
    const listener = withChanges(former.saved, changes);
    if (!isDeepStrictEqual(listener.tls, former.saved.tls)) await requireFiles(listener.tls);
    if (listener.on || listener.host !== former.saved.host) requireAddress(listener.host);
    if (listener.on && !isLoopback(listener.host) && !(token ?? former.token)) {
      const message = `Listening on ${listener.host} can be reached from other machines.`;
      throw codedError('InvalidParams', message, 'Set a token first, or listen on 127.0.0.1.');
    }
    if (token !== undefined) await settings.setToken(token);
    // A restart refuses senders for a moment, so a listener whose address and access stay the same keeps running.
    const running = notifications.status();
    const goesOn = token === undefined && isSameListener(running, listener);
    await settings.save(listener);
    if (!goesOn) await notifications.stop({ isRestarting: listener.on });
    const restarts = listener.on && running.listening && !goesOn;
    if (restarts) {
      await begin(listener).catch(async (error: unknown) => {
        await goBack(former.saved, former.token).catch(() => undefined);
        throw error;
      });
    }
    // Deleting very many notifications takes long, and continues in the background.
    await Promise.race([notifications.setRetention(listener.keep), sleep(DELETION_WAIT_MS)]);
    if (listener.on && !goesOn && !restarts) await begin(listener);
  }
  return { begin, change };
}

/** @throws InvalidParams for a text that is neither an IP address nor the name of a host */
function requireAddress(host: string): void {
  // A name of digits and dots only is a mistyped IP address.
  if (isIP(host) !== 0 || (HOST_NAME.test(host) && !/^[\d.]+$/.test(host))) return;
  const remedy = 'Use an IP address such as 127.0.0.1, or the name of this computer.';
  throw codedError('InvalidParams', `"${host}" is not an address to listen on.`, remedy);
}

/** Lazy: most workspaces listen without TLS. @throws InvalidParams where the files of the person cannot be used */
async function requireFiles(tls: SavedListener['tls']): Promise<void> {
  if (tls.mode !== 'files') return;
  const { readCertificateFiles } = await import('../../notifications/listener/listener-certificate.ts');
  await readCertificateFiles(tls);
}

/** Whether the running listener has this address and these rules of access already. */
const isSameListener = (running: ListenerStatus, { on, host, port, allowBrowsers, tls }: SavedListener): boolean =>
  on &&
  running.listening &&
  running.host === host &&
  running.port === port &&
  running.allowBrowsers === allowBrowsers &&
  isDeepStrictEqual(running.tls, tls);

/** Absent and null members get their saved values. */
const withChanges = (saved: SavedListener, changes: Omit<ListenParams, 'token'>): SavedListener => ({
  on: changes.on,
  host: changes.host ?? saved.host,
  port: changes.port ?? saved.port,
  keep: changes.keep ?? saved.keep,
  allowBrowsers: changes.allowBrowsers ?? saved.allowBrowsers,
  tls: changes.tls ?? saved.tls,
  rules: saved.rules,
});
