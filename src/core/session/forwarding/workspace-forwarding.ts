/**
 * Forwards the notifications of a workspace, and answers the interface's calls about that. It ends with the session.
 */
import path from 'node:path';
import * as z from 'zod';
import type { Delivery } from '../../../contract/webhooks/forwarding-calls.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { ListenerStatus } from '../../../contract/webhooks/notification.ts';
import { openDeliveries, type Deliveries } from '../../forwarding/deliveries.ts';
import { createForwarder, type Forwarder } from '../../forwarding/forwarder.ts';
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
  const { root, stateFolder, events, notifications } = session;
  const { onNotice } = session.services;
  const sender = createWebhookSender(() => session.connection(), root);
  const read = (id: number) => notifications.current.stored(id);
  // Opened when first needed: most workspaces forward nothing.
  let deliveries: Deliveries | undefined;
  const deliveriesStore = () => (deliveries ??= openDeliveries(path.join(stateFolder, 'forwarding.sqlite'), onNotice));
  async function record(delivery: Omit<Delivery, 'id'>): Promise<Delivery> {
    const stored = deliveriesStore().add(delivery, await session.mask());
    events.emit('forwarding.delivered', { notifications: [stored.notification] });
    return stored;
  }
  const ledger = createForwardingLedger(stateFolder, onNotice);
  const openStore = () => openAddressStore(stateFolder, onNotice);
  let store: ReturnType<typeof openAddressStore> | undefined;
  let starting: Promise<Forwarder> | undefined;
  async function start(): Promise<Forwarder> {
    const { url } = (await (store ??= openStore())).get();
    return createForwarder({
      ...{ sender, url, read, record, ledger },
      isListener: (url) => isListenerAddress(url, notifications.current.status()),
      onStatus: (status) => events.emit('forwarding.changed', status),
    });
  }
  const forwarder = () => (starting ??= start());
  const closing = new AbortController();
  const unsubscribe = events.subscribe((name, payload) => {
    if (name !== 'notifications.received' || !starting) return;
    const received = payload as Parameters<Forwarder['take']>[0];
    void starting.then((started) => started.take(received));
  });
  session.closeWith(async () => {
    closing.abort();
    unsubscribe();
    await (await starting?.catch(() => undefined))?.close();
    await sender.close();
    deliveries?.close();
    ledger.close();
  });

  return {
    ...createWorkspaceRehearsal(session, sender, closing.signal),
    'forwarding.status': async () => (await forwarder()).status(),
    async 'forwarding.set'(params) {
      const started = await forwarder();
      started.set(params);
      await (await store)?.update(() => ({ url: params.url }));
      return started.status();
    },
    'forwarding.deliveries': ({ notification }) => ({ deliveries: deliveriesStore().of(notification) }),
    async 'forwarding.replay'({ ids, url, sign }, signal) {
      const anySignal = AbortSignal.any([signal, closing.signal]);
      const signature = sign && (await notifications.providers.signatureOf(sign));
      return { deliveries: await replay({ sender, ids, url, sign: signature, read, record, signal: anySignal }) };
    },
  };
}

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
  const isSameHost = hostname === listener.host || isLoopback(hostname.replace(/^\[|\]$/g, ''));
  return listener.listening && targetPort === listener.port && isSameHost;
}
