/** Exported files of up to two million notifications, of which a rehearsal or a replay sends a few. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { notificationsOfFile } from './notifications-of-file.ts';

const line = (index: number) => JSON.stringify({ receivedAt: '2026-01-01T00:00:00Z', body: `{"n":${index}}` });
const LINES = 50_000;
const MIB = 1024 * 1024;

test('a file takes little more memory than its text, and gives each notification by its number', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const text = Array.from({ length: LINES }, (_, index) => line(index + 1)).join('\n\n');
  collect();
  const before = process.memoryUsage().heapUsed;
  const { count, at } = notificationsOfFile(text);
  collect();
  expect((process.memoryUsage().heapUsed - before) / MIB).toBeLessThan(10);
  expect(count).toBe(LINES);
  expect(at(LINES)).toMatchObject({ summary: { id: LINES }, body: Buffer.from(`{"n":${LINES}}`), source: 'import' });
  expect([at(0), at(LINES + 1)]).toEqual([undefined, undefined]);
});

test('a line that is no notification is named at once', () => {
  expect(() => notificationsOfFile(`${line(1)}\n{"receivedAt":1}\n`)).toThrow('Line 2 is not a notification');
});
