import { expect, test, vi } from 'vitest';
import { codedError } from '../../contract/errors.ts';
import type { NotificationSummary } from '../../contract/webhooks/notification.ts';
import { createArrivalPrinter } from './arrival-printer.ts';

const summaryOf = (id: number) =>
  ({
    id,
    receivedAt: '2026-01-01T00:00:00.000Z',
    method: 'POST',
    path: '/',
    title: `Title ${id}`,
  }) as NotificationSummary;
const body = Buffer.from('{"a":1}');

/** @param stored reads a notification, as the store does */
function printerOf(stored: (id: number) => Promise<unknown>, maxWaiting?: number) {
  const printed = { lines: [] as string[], notices: [] as string[] };
  const printer = createArrivalPrinter({
    notifications: { stored: stored as never, verify: vi.fn<never>() },
    mask: (value) => value,
    options: { json: true },
    signing: [],
    write: (line) => void printed.lines.push(line),
    notify: (text) => void printed.notices.push(text),
    maxWaiting,
  });
  return { ...printer, printed };
}
const idsOf = (lines: readonly string[]) => lines.map((line) => (JSON.parse(line) as { id: number }).id);

test('a notification that cannot be read is reported, and those after it are printed', async () => {
  const { take, whenPrinted, printed } = printerOf((id) =>
    id === 2
      ? Promise.reject(codedError('NotificationNotFound', 'There is no notification 2.'))
      : Promise.resolve({ headers: [], body }),
  );
  take([1, 2, 3].map(summaryOf));
  await whenPrinted();
  take([summaryOf(4)]);
  await whenPrinted();
  expect(idsOf(printed.lines)).toEqual([1, 3, 4]);
  expect(printed.notices).toEqual(['Notification 2 cannot be printed: There is no notification 2.']);
});

test('notifications that arrive faster than they are printed are counted beyond a limit', async () => {
  const gate = Promise.withResolvers<unknown>();
  const { take, whenPrinted, printed } = printerOf(() => gate.promise, 3);
  for (let id = 1; id <= 10; id += 2) take([summaryOf(id), summaryOf(id + 1)]);
  gate.resolve({ headers: [], body });
  await whenPrinted();
  take([summaryOf(11)]);
  await whenPrinted();
  // The first one was no longer waiting, so that there was room for two groups.
  expect(idsOf(printed.lines)).toEqual([1, 2, 3, 4, 11]);
  expect(printed.notices).toEqual([
    '6 notifications arrived faster than they could be printed. They are stored, and the application lists them.',
  ]);
});
