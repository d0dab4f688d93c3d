/**
 * Forwards the notifications of a workspace, and answers the interface's calls about that. It ends with the session.
 */
import { hostname as ownName, networkInterfaces } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import type { Delivery } from '../../../contract/webhooks/forwarding-calls.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { ListenerStatus } from '../../../contract/webhooks/notification.ts';
import { openDeliveries, type Deliveries } from '../../forwarding/deliveries.ts';
import { createForwarder, type Forwarder, type ForwarderOptions } from '../../forwarding/forwarder.ts';
import { createForwardingLedger } from '../../forwarding/forwarding-ledger.ts';
import { replay } from '../../forwarding/replay.ts';
import { createWebhookSender } from '../../forwarding/send-webhook.ts';
import { isLoopback } from '../../platform/network/bind-port.ts';
import { openJsonStore } from '../../platform/json/json-store.ts';
import type { Session } from '../session.ts';
import { createWorkspaceRehearsal, type RehearsalApi } from './workspace-rehearsal.ts';

export type ForwardingApi = Pick<HostApi, Extract<keyof HostApi, `forwarding.${string}`>>;

const savedForwarding = z.object({ url: z.string().max(10_000).default('') });

export function createWorkspaceForwarding(session: Session): ForwardingApi & RehearsalApi {
  const { root, notifications } = session;
  const sender = createWebhookSender(() => session.connection(), root);
  const read = (id: number) => notifications.current.stored(id);
  const deliveries = createDeliveryLog(session);
  const forwarder = createForwarderOnDemand(session, { sender, read, record: deliveries.record });
  const closing = new AbortController();
  session.closeWith(async () => {
    closing.abort();
    await forwarder.close();
    await sender.close();
    deliveries.close();
  });

  return {
    ...createWorkspaceRehearsal(session, sender, closing.signal),
    'forwarding.status': forwarder.status,
    'forwarding.set': forwarder.set,
    'forwarding.deliveries': ({ notification }) => ({ deliveries: deliveries.of(notification) }),
    async 'forwarding.replay'({ ids, url, sign }, signal) {
      const anySignal = AbortSignal.any([signal, closing.signal]);
      const signature = sign && (await notifications.providers.signatureOf(sign));
      const { record } = deliveries;
      return { deliveries: await replay({ sender, ids, url, sign: signature, read, record, signal: anySignal }) };
    },
  };
}

/** Stores the deliveries of the workspace and announces them. Opened when first needed: most workspaces forward nothing. */
function createDeliveryLog({ stateFolder, events, mask, services }: Session) {
  let opened: Deliveries | undefined;
  const store = () => (opened ??= openDeliveries(path.join(stateFolder, 'forwarding.sqlite'), services.onNotice));
  return {
    async record(delivery: Omit<Delivery, 'id'>): Promise<Delivery> {
      const stored = store().add(delivery, await mask());
      events.emit('forwarding.delivered', { notifications: [stored.notification] });
      return stored;
    },
    of: (notification: number) => store().of(notification),
    close: () => opened?.close(),
  };
}

/** The forwarder of the workspace. It is created by the first call, and takes the notifications that arrive from then on. */
function createForwarderOnDemand(
  { stateFolder, events, notifications, services: { onNotice } }: Session,
  work: Pick<ForwarderOptions, 'sender' | 'read' | 'record'>,
) {
  const ledger = createForwardingLedger(stateFolder, onNotice);
  let starting: Promise<{ forwarder: Forwarder; address: SavedAddress }> | undefined;
  async function start(): Promise<{ forwarder: Forwarder; address: SavedAddress }> {
    const address = await openAddressStore(stateFolder, onNotice);
    const forwarder = createForwarder({
      ...work,
      url: address.get().url,
      ledger,
      isListener: (target) => isListenerAddress(target, notifications.current.status()),
      onStatus: (status) => events.emit('forwarding.changed', status),
    });
    return { forwarder, address };
  }
  const started = () => (starting ??= start());
  const unsubscribe = events.subscribe((name, payload) => {
    if (name !== 'notifications.received') return;
    const received = payload as Parameters<Forwarder['take']>[0];
    void starting?.then(({ forwarder }) => forwarder.take(received));
  });
  return {
    status: async () => (await started()).forwarder.status(),
    async set(forwarding: Parameters<Forwarder['set']>[0]) {
      const { forwarder, address } = await started();
      forwarder.set(forwarding);
      await address.update(() => ({ url: forwarding.url }));
      return forwarder.status();
    },
    async close(): Promise<void> {
      unsubscribe();
      await (await starting)?.forwarder.close();
      ledger.close();
    },
  };
}

type SavedAddress = Awaited<ReturnType<typeof openAddressStore>>;

/** Stores the address to which notifications are forwarded between sessions. */
function openAddressStore(stateFolder: string, onNotice: (text: string) => void) {
  const file = path.join(stateFolder, 'forwarding.json');
  return openJsonStore({ file, schema: () => savedForwarding, initial: { url: '' }, onNotice });
}

/** Whether a request to this address would arrive at the workspace's own listener, which would forward it again. */
function isListenerAddress(
  { hostname, port, protocol }: URL,
  listener: Pick<ListenerStatus, 'listening' | 'host' | 'port'>,
): boolean {
  const targetPort = Number(port || (protocol === 'https:' ? 443 : 80));
  const host = hostname.replace(/^\[|\]$/g, '');
  const isEverywhere = listener.host === '0.0.0.0' || listener.host === '::';
  const isSameHost = host === listener.host || isLoopback(host) || (isEverywhere && isThisComputer(host));
  return listener.listening && targetPort === listener.port && isSameHost;
}

/** @param host in lower case. Other names than its own, such as those of a router, are not looked up */
const isThisComputer = (host: string): boolean =>
  host === ownName().toLowerCase() ||
  Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === host));
