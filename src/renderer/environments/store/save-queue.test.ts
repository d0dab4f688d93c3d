import { expect, test, vi } from 'vitest';
import { createSaveQueue } from './save-queue.ts';

test('writes follow each other, also after a failed one', async () => {
  const queue = createSaveQueue();
  const order: string[] = [];
  const failing = queue.enqueue(() => Promise.reject(new Error('The disk is full.')));
  const second = queue.enqueue(() => Promise.resolve(order.push('second')).then(() => undefined));
  await expect(failing).rejects.toThrow('The disk is full.');
  await queue.idle();
  await second;
  expect(order).toEqual(['second']);
});

test('only the save that was scheduled last is executed, and none after cancelling', () => {
  vi.useFakeTimers();
  const queue = createSaveQueue();
  const saved: string[] = [];
  queue.schedule(() => saved.push('first'));
  queue.schedule(() => saved.push('last'));
  vi.runAllTimers();
  queue.schedule(() => saved.push('cancelled'));
  queue.cancelScheduled();
  vi.runAllTimers();
  vi.useRealTimers();
  expect(saved).toEqual(['last']);
});
