/**
 * A listener in a process of its own: Outrigger's, or the service's published JavaScript library. The process sends its
 * port to the parent. Outrigger's also receives the number of sent notifications, and sends a second message when all
 * of them can be found.
 */
import { createRequire } from 'node:module';
import { mkdtempSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createNotifications } from '../../src/core/notifications/notifications.ts';

if (process.argv[2] === 'ours') {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'outrigger-bench-')), 'n.sqlite');
  let [indexed, sent] = [0, Infinity];
  const tell = () => {
    if (indexed < sent) return;
    sent = Infinity;
    process.send?.(indexed);
  };
  const notifications = createNotifications({
    file,
    onReceived({ length }) {
      indexed += length;
      tell();
    },
    onStatus: () => undefined,
  });
  process.on('message', (count: number) => {
    sent = count;
    tell();
  });
  await notifications.listen({ port: 0 });
  process.send?.(notifications.status().port);
} else {
  const require = createRequire(import.meta.url);
  interface App {
    use(middleware: unknown): void;
    listen(port: number, host: string, done: () => void): Server;
  }
  const express = require('express') as { (): App; json(): unknown };
  const { webhookAPI } = require('@green-api/whatsapp-api-client') as {
    webhookAPI(app: App, path: string): { onOutgoingMessageStatus(callback: () => void): void };
  };
  const app = express();
  app.use(express.json());
  webhookAPI(app, '/').onOutgoingMessageStatus(() => undefined);
  const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
