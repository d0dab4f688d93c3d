import { expect, test, vi } from 'vitest';
import type { Account } from '../../providers/messaging/account/account.ts';
import { createWorkspaceQueue } from './workspace-queue.ts';

/** An account whose queue is empty, and the signals of the requests to it. */
function emptyAccount() {
  const signals: AbortSignal[] = [];
  const call: Account['call'] = (_method, _operation, { signal }) =>
    new Promise((_resolve, reject) => {
      signals.push(signal);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  return { account: { call, explain: () => '' } as unknown as Account, signals };
}

test('two starts at once receive by one account only, and stopping leaves no request behind', async () => {
  const [first, second] = [emptyAccount(), emptyAccount()];
  const queue = createWorkspaceQueue({ add: () => Promise.resolve() });
  await Promise.all([queue.start(first.account), queue.start(second.account)]);
  await vi.waitFor(() => expect(second.signals).toHaveLength(1));
  expect(first.signals.every(({ aborted }) => aborted)).toBe(true);
  await queue.stop();
  expect(second.signals.every(({ aborted }) => aborted)).toBe(true);
  expect(queue.status().state).toBe('off');
});
