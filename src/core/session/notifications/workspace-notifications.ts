/** The notifications of a workspace, and the calls about them. */
import path from 'node:path';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { ListenerStatus } from '../../../contract/webhooks/notification.ts';
import type { Events } from '../../platform/events.ts';
import type { Mask } from '../../platform/secrets/mask.ts';
import { createNotifications, type Notifications } from '../../notifications/notifications.ts';
import type { RunWebhooks } from '../../notifications/run-webhooks.ts';
import { leaseFileIn } from '../../notifications/shared/lease.ts';
import type { ApplicationServices } from '../application-services.ts';
import type { SessionOptions } from '../session-options.ts';
import { createListenerControl } from './listener-calls.ts';
import { createListenerSettings } from './listener-settings.ts';
import { createRunReception } from './run-reception.ts';
import { createSampleCalls } from './sample-calls.ts';
import { createStoredCalls } from './stored-calls.ts';
import { createWorkspaceProviders, type WorkspaceProviders } from './workspace-providers.ts';
import { createWorkspaceQueue, type WorkspaceQueue } from './workspace-queue.ts';

/** All calls except the one that reads one notification: see notification-bodies.ts. */
type Method = Exclude<Extract<keyof HostApi, `notifications.${string}`>, 'notifications.get'>;
export type NotificationsApi = Pick<HostApi, Method>;

export interface WorkspaceNotifications {
  api: NotificationsApi;
  current: Notifications;
  queue: WorkspaceQueue;
  providers: WorkspaceProviders;
  /** The notifications for the scripts of a run that begins now. */
  forRun(): RunWebhooks;
  /** Starts to listen if that was switched on for this workspace. Stored notifications are opened soon after. */
  start(): Promise<void>;
  /**
   * Starts to listen, or to read the queue, for the runs of the command line. @throws PortInUse, InvalidParams,
   * StorageFailed
   */
  receiveForRuns(): Promise<void>;
  close(): Promise<void>;
}

export interface NotificationsParts {
  services: Pick<ApplicationServices, 'version' | 'files' | 'settings' | 'secrets' | 'http'>;
  options: Pick<SessionOptions, 'root' | 'stateFolder' | 'commonStateFolder' | 'listenOnUse' | 'queueOnUse'>;
  mask: () => Promise<Mask>;
  events: Pick<Events, 'emit'>;
}

export function createWorkspaceNotifications(parts: NotificationsParts): WorkspaceNotifications {
  const { services, options, events, mask } = parts;
  const { root, stateFolder, commonStateFolder = stateFolder, listenOnUse, queueOnUse } = options;
  const { http, secrets, version } = services;
  const settings = createListenerSettings(services, root);
  const onStatus = (status: ListenerStatus) => events.emit('notifications.changed', settings.withSavedAddress(status));
  const providers = createWorkspaceProviders({ root, secrets, events, notifications: () => current });
  const current: Notifications = createNotifications({
    readerConfiguration: providers.readerConfiguration,
    file: path.join(stateFolder, 'notifications.sqlite'),
    leaseFile: leaseFileIn(commonStateFolder),
    storeThread: services.files.storeThread,
    mask,
    onReceived: (received) => events.emit('notifications.received', received),
    onChanged: (changed) => events.emit('notifications.updated', changed),
    onRemoved: (ids) => events.emit('notifications.removed', { ids }),
    onRestored: (ids) => events.emit('notifications.restored', { ids }),
    onStatus,
  });
  const queue = createWorkspaceQueue(current);
  const reception = createRunReception({ notifications: current, queue, http, listenOnUse, queueOnUse });
  const listener = createListenerControl(current, settings);

  return {
    api: {
      ...listener.calls,
      ...createStoredCalls({ notifications: current, version, mask }),
      ...createSampleCalls({ notifications: current, http, token: settings.token }),
    },
    current,
    queue,
    providers,
    forRun: reception.forRun,
    async start() {
      await listener.start();
      onStatus(current.status());
      current.openSoon();
    },
    receiveForRuns: reception.receive,
    async close() {
      await queue.stop();
      await current.close();
    },
  };
}
