/** The rules of a shared listener apply to every process with the open workspace, whichever of them sets them. */
import { expect, test, vi } from 'vitest';
import { answerRule, type AnswerRule } from '../../../contract/webhooks/answer-rules.ts';
import { freePort } from '../../testing/free-port.ts';
import {
  deliver,
  ownStore,
  post,
  start,
  WAIT,
  workspace,
  type ListeningProcess,
} from '../testing/listening-processes.ts';

const rule = (status: number, others: Partial<AnswerRule> = {}) => answerRule.parse({ status, ...others });
const statuses = (listening: ListeningProcess) => listening.status().rules.map(({ status }) => status);

test('rules that a follower sets apply at the listener, and are shown in every process', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const listener = await start({ file, leaseFile, port });
  const follower = await start({ file, leaseFile, port });
  const withOtherStore = await start({ file: ownStore(), leaseFile, port });
  const all = [listener, follower, withOtherStore];
  for (const [index, listening] of all.entries()) {
    const status = 510 + index;
    await listening.call('setRules', [rule(status)]);
    for (const other of all) await vi.waitFor(() => expect(statuses(other)).toEqual([status]), WAIT);
    expect(await post(listener.status().url, '{}')).toBe(status);
  }
  await follower.call('setRules', []);
  await vi.waitFor(() => expect(statuses(listener)).toEqual([]), WAIT);
  expect(await post(listener.status().url, '{}')).toBe(200);
});

test('rules survive when another process takes over the listener', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const listener = await start({ file, leaseFile, port });
  const follower = await start({ file, leaseFile, port });
  await listener.call('setRules', [rule(507)]);
  await vi.waitFor(() => expect(statuses(follower)).toEqual([507]), WAIT);
  await listener.end('SIGKILL');
  await vi.waitFor(async () => expect(await post(follower.status().url, '{}')).toBe(507), WAIT);
});

test('when a process with other rules joins, the rules that were set last apply', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const listener = await start({ file, leaseFile, port });
  const other = await start({ file, leaseFile, port });
  const { url } = listener.status();
  await other.call('stop');
  await listener.call('setRules', [rule(508)]);
  // The process that does not listen keeps the rules that are set in it until it joins again.
  await other.call('setRules', [rule(509)]);
  expect(await post(url, '{}')).toBe(508);
  await other.call('listen');
  await vi.waitFor(() => expect(statuses(listener)).toEqual([509]), WAIT);
  expect(await post(url, '{}')).toBe(509);

  await other.call('stop');
  await listener.call('setRules', [rule(510)]);
  await other.call('listen');
  await vi.waitFor(() => expect(statuses(other)).toEqual([510]), WAIT);
  expect(await post(url, '{}')).toBe(510);
});

test('a process that joins does not reset the counter of a rule', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const listener = await start({ file, leaseFile, port });
  await listener.call('setRules', [rule(503, { times: 1 })]);
  const { url } = listener.status();
  expect(await post(url, '{}')).toBe(503);
  const follower = await start({ file, leaseFile, port });
  await vi.waitFor(() => expect(statuses(follower)).toEqual([503]), WAIT);
  await deliver(url, '{}');
});

test('a rule continues to count when its listener restarts, and in the process that takes over', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const counted = (listening: ListeningProcess) => post(new URL('/counted', listening.status().url).href, '{}');
  const listener = await start({ file, leaseFile, port });
  await listener.call('setRules', [rule(503, { times: 3, path: '/counted' })]);
  expect(await counted(listener)).toBe(503);
  await listener.call('stop');
  await listener.call('listen');
  const follower = await start({ file, leaseFile, port });
  expect(await counted(listener)).toBe(503);
  // Messages of the listener arrive in order: with this notification, the count before it has arrived.
  await post(listener.status().url, 'later');
  await vi.waitFor(() => expect(follower.received.map(({ text }) => text)).toContain('later'), WAIT);
  await listener.end('SIGKILL');
  await vi.waitFor(async () => expect(await post(follower.status().url, '{}')).toBe(200), WAIT);
  expect(await counted(follower)).toBe(503);
  expect(await counted(follower)).toBe(200);
});

test('rules that a process loads from its settings do not replace rules that are in use', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const listener = await start({ file, leaseFile, port });
  await listener.call('setRules', [rule(511)]);
  const follower = await start({ file, leaseFile, port, savedRules: [rule(512)] });
  await vi.waitFor(() => expect(statuses(follower)).toEqual([511]), WAIT);
  expect(await post(listener.status().url, '{}')).toBe(511);
});

test('rules that a process loads from its settings apply if no rules were ever set', async () => {
  const { leaseFile, file } = workspace();
  const port = await freePort();
  const run = await start({ file: ownStore(), leaseFile, port });
  await start({ file, leaseFile, port, savedRules: [rule(513)] });
  await vi.waitFor(() => expect(statuses(run)).toEqual([513]), WAIT);
  expect(await post(run.status().url, '{}')).toBe(513);
});
