/**
 * A process for tests that has a workspace open and listens. It writes its status, the received and refused requests
 * and the announced changes as lines of JSON. Its one argument is JSON: { file, leaseFile, storeThread, savedRules, port, exact,
 * token }. Each line of its input is a call of the notifications as JSON: [name, ...values], or ["importText", body].
 */
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { createNotifications, type ListenWish } from '../notifications.ts';
import type { AnswerRule } from '../../../contract/webhooks/answer-rules.ts';
import type { NotificationSummary } from '../../../contract/webhooks/notification.ts';
import { toFailure } from '../../../contract/errors.ts';

const { file, leaseFile, storeThread, savedRules, ...wish } = JSON.parse(process.argv[2] ?? '{}') as {
  file: string;
  leaseFile: string;
  storeThread: string;
  savedRules?: AnswerRule[];
} & ListenWish;
const writeLine = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

let reading = Promise.resolve();
const notifications = createNotifications({
  file,
  leaseFile,
  storeThread,
  mask: () => (value) => JSON.parse(JSON.stringify(value).replaceAll('hidden', '***')) as typeof value,
  onReceived: (received) => void (reading = reading.then(() => sayReceived(received))),
  whenHandled: () => reading,
  onChanged: (changed) => changed.forEach(({ id, pinned, note }) => writeLine({ change: { id, pinned, note } })),
  onRemoved: (ids) => writeLine({ change: { removed: ids } }),
  onRestored: (ids) => writeLine({ change: { restored: ids } }),
  onStatus(status) {
    writeLine({ status });
    if (status.refused > 0) void sayRefused();
  },
});
async function sayReceived(received: readonly NotificationSummary[]): Promise<void> {
  for (const { id } of received) {
    const { headers, body } = await notifications.stored(id);
    const key = headers.find(({ name }) => name === 'x-api-key')?.value;
    writeLine({ received: { id, text: body.toString(), key } });
  }
}
async function sayRefused(): Promise<void> {
  for (const { id } of await notifications.list({ refused: true }, { limit: 100 })) {
    const { method, path } = await notifications.stored(id);
    writeLine({ refused: { id, method, path, text: (await notifications.detail(id)).text } });
  }
}
const { change, remove, restore, count, setRetention, stop } = notifications;
const setRules = async (rules: AnswerRule[]) => notifications.setRules(rules);
const calls = {
  change,
  remove,
  restore,
  count,
  setRetention,
  stop,
  setRules,
  listen: () => notifications.listen(wish),
  importText,
  stopToRestart: () => stop({ isRestarting: true }),
  async restart(other: ListenWish) {
    await stop({ isRestarting: true });
    await notifications.listen(other);
  },
};
async function importText(text: string): Promise<void> {
  const about = {
    receivedAt: new Date(),
    source: 'import',
    method: 'POST',
    path: '/',
    peer: '',
    rawHeaders: [],
  } as const;
  await notifications.add([{ ...about, rawHeaders: [], body: Buffer.from(text) }]);
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const [name, ...values] = JSON.parse(line) as [keyof typeof calls, ...never[]];
  const call = calls[name] as (...values: unknown[]) => Promise<unknown>;
  void call(...values).then((result) => writeLine({ result: result ?? null }));
});
process.on('SIGTERM', () => void notifications.close().finally(() => process.stdin.destroy()));
if (savedRules) notifications.restoreRules(savedRules);
try {
  await notifications.listen(wish);
  // Most tests kill the process, which otherwise stores its compiled code only when it ends by itself.
  flushCompileCache();
  writeLine({ ready: true });
} catch (error) {
  writeLine({ status: notifications.status(), failure: toFailure(error) });
}
