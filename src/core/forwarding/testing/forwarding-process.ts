/**
 * A process for tests that shares the notifications of a workspace and forwards them. Its one argument is JSON: {
 * stateFolder, storeThread, port, url }. A line of standard input switches forwarding off. It writes `{"ready":true}` when listener
 * and forwarding are on, `{"sending":true}` with each request to the server, and the status of forwarding after each
 * change.
 */
import path from 'node:path';
import { createNotifications } from '../../notifications/notifications.ts';
import { leaseFileIn } from '../../notifications/shared/lease.ts';
import { createForwarder } from '../forwarder.ts';
import { createForwardingLedger } from '../forwarding-ledger.ts';
import { createWebhookSender } from '../send-webhook.ts';

const { stateFolder, storeThread, port, url } = JSON.parse(process.argv[2] ?? '{}') as {
  stateFolder: string;
  storeThread: string;
  port: number;
  url: string;
};
const writeLine = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const notifications = createNotifications({
  file: path.join(stateFolder, 'notifications.sqlite'),
  leaseFile: leaseFileIn(stateFolder),
  storeThread,
  onReceived: (received) => forwarder.take(received),
  onStatus: () => undefined,
});
const sender = createWebhookSender();
const forwarder = createForwarder({
  sender: {
    ...sender,
    send(...sent) {
      writeLine({ sending: true });
      return sender.send(...sent);
    },
  },
  ledger: createForwardingLedger(stateFolder, (notice) => writeLine({ notice })),
  url,
  read: (id) => notifications.stored(id),
  record: () => Promise.resolve(),
  isListener: () => false,
  onStatus: (status) => writeLine({ status }),
  // Longer than a test needs to kill the process between two attempts, because a notification that is being sent would
  // count as sent.
  backOff: { first: 1000, longest: 1000 },
});
await notifications.listen({ port });
forwarder.set({ on: true, url });
process.stdin.once('data', () => forwarder.set({ on: false, url }));
writeLine({ ready: true, url: notifications.status().url });
