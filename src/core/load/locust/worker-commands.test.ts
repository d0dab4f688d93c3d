/** A worker's replies to the commands of its master; the users are real and do nothing. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLocustStatistics } from './locust-statistics.ts';
import { createWorkerCommands } from './worker-commands.ts';
import { createWorkerUsers } from './worker-users.ts';

const users = createWorkerUsers((signal) => iteration(signal), 1000);
let iteration: (signal: AbortSignal) => Promise<void>;
beforeEach(() => {
  iteration = () => Promise.resolve();
});
afterEach(() => users.end(0));

function worker() {
  const sent: { type: string; data: unknown }[] = [];
  const notices: string[] = [];
  const commands = createWorkerCommands({
    users,
    statistics: createLocustStatistics(),
    send(type, data) {
      sent.push({ type, data });
      return Promise.resolve();
    },
    noticeOnce: (text) => notices.push(text),
  });
  return { commands, sent, notices, typesSent: () => sent.map(({ type }) => type) };
}
const spawn = (timestamp: number, counts: Record<string, number>) => ({ timestamp, user_classes_count: counts });

test('an older command that arrives after a newer one is ignored', () => {
  const { commands, sent } = worker();
  commands.spawn(spawn(2, { Users: 3 }));
  commands.spawn(spawn(1, { Users: 9 }));
  expect(users.counts()).toEqual({ Users: 3 });
  expect(sent.at(-1)).toEqual({
    type: 'spawning_complete',
    data: { user_classes_count: { Users: 3 }, user_count: 3 },
  });
});

test('an unknown class of users is reported', () => {
  const { commands, notices } = worker();
  commands.spawn(spawn(1, { Users: 1, Strangers: 2 }));
  expect(notices).toEqual([expect.stringContaining('the user class Strangers, which this worker does not know')]);
});

test('after a stop it sends a report, is ready, and accepts a command of any time', async () => {
  const { commands, typesSent } = worker();
  commands.spawn(spawn(5, { Users: 1 }));
  await commands.stop();
  expect(users.areRunning()).toBe(false);
  expect(typesSent()).toEqual(['spawning', 'spawning_complete', 'stats', 'client_stopped', 'client_ready']);
  commands.spawn(spawn(1, { Users: 2 }));
  expect(users.counts()).toEqual({ Users: 2 });
});

test('it quits with its figures: at once with those so far, because a master waits only for a short time, and then with the last', async () => {
  const last = Promise.withResolvers<void>();
  iteration = () => last.promise;
  const { commands, typesSent } = worker();
  commands.spawn(spawn(1, { Users: 1 }));
  const left = commands.leave();
  const sentAtOnce = typesSent().slice(2);
  last.resolve();
  await left;
  expect(sentAtOnce).toEqual(['stats']);
  expect(typesSent().slice(2)).toEqual(['stats', 'stats', 'quit']);
});

test('while iterations use their time to end, the worker is running, and the next run waits for them', async () => {
  const last = Promise.withResolvers<void>();
  iteration = () => last.promise;
  const { commands, typesSent } = worker();
  commands.spawn({ ...spawn(1, { Users: 1 }), stop_timeout: 60 });
  const stopped = commands.stop();
  commands.spawn(spawn(2, { Users: 2 }));
  expect(users.areRunning()).toBe(true);
  expect(typesSent()).toEqual(['spawning', 'spawning_complete']);
  last.resolve();
  await stopped;
  expect(typesSent().slice(2, 5)).toEqual(['stats', 'client_stopped', 'client_ready']);
  await expect.poll(typesSent).toEqual(expect.arrayContaining(['spawning']));
  await expect.poll(() => users.counts()).toEqual({ Users: 2 });
});

test.each(['leave', 'onMasterLost'] as const)('%s ends iterations that a stop has given more time', async (ends) => {
  iteration = (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const { commands } = worker();
  commands.spawn({ ...spawn(1, { Users: 1 }), stop_timeout: 3600 });
  void commands.stop();
  void commands[ends]();
  await expect.poll(() => users.areRunning()).toBe(false);
});

test('commands of a lost master are ignored', async () => {
  const last = Promise.withResolvers<void>();
  iteration = () => last.promise;
  const { commands } = worker();
  commands.spawn({ ...spawn(1, { Users: 1 }), stop_timeout: 60 });
  const stopped = commands.stop();
  commands.spawn(spawn(2, { Users: 2 }));
  commands.onMasterLost();
  last.resolve();
  await stopped;
  await users.end(0);
  expect(users.areRunning()).toBe(false);
  expect(users.counts()).toEqual({});
});

test('it announces itself again until the master has replied, because the first announcement may be lost', () => {
  vi.useFakeTimers();
  try {
    const { commands, typesSent } = worker();
    commands.offer();
    vi.advanceTimersByTime(5000);
    expect(typesSent()).toEqual(['client_ready', 'client_ready']);
    commands.confirm();
    vi.advanceTimersByTime(60_000);
    expect(typesSent()).toHaveLength(2);
    commands.offer();
    commands.onMasterLost();
    vi.advanceTimersByTime(60_000);
    expect(typesSent()).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test('the host of the master has no effect, and this is reported', () => {
  const { commands, notices } = worker();
  commands.spawn({ ...spawn(1, { Users: 1 }), host: 'https://staging.example.com' });
  expect(notices).toEqual([expect.stringContaining('requests go where the collection says')]);
});
