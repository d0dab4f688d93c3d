/**
 * A process that has a workspace open and listens, for tests: says as lines of JSON what its status is, what it
 * receives and what it refuses. Its one argument is JSON: { file, leaseFile, port, exact, token }.
 */
import { createNotifications, type ListenWish } from '../notifications.ts';
import { toFailure } from '../../../contract/errors.ts';

const { file, leaseFile, ...wish } = JSON.parse(process.argv[2] ?? '{}') as {
  file: string;
  leaseFile: string;
} & ListenWish;
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const notifications = createNotifications({
  file,
  leaseFile,
  mask: () => (value) => JSON.parse(JSON.stringify(value).replaceAll('hidden', '***')) as typeof value,
  async onReceived(received) {
    for (const { id } of received) {
      const { headers } = await notifications.stored(id);
      const { text } = await notifications.parsed(id);
      say({ received: { id, text, key: headers.find(({ name }) => name === 'x-api-key')?.value } });
    }
  },
  onStatus(status) {
    say({ status });
    if (status.refused > 0) void sayRefused();
  },
});
async function sayRefused(): Promise<void> {
  for (const { id } of await notifications.list({ refused: true }, { limit: 100 })) {
    const { method, path } = await notifications.stored(id);
    say({ refused: { id, method, path, text: (await notifications.detail(id)).text } });
  }
}
process.on('SIGTERM', () => void notifications.close());
try {
  await notifications.listen(wish);
  say({ ready: true });
} catch (error) {
  say({ failure: toFailure(error) });
}
