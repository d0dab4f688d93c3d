import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createAcknowledgement } from './acknowledgement.ts';

/**
 * Answers every no-op call in the task after it was sent, as a process does. @returns the number of calls until none
 * was sent
 */
async function idleCallsAfter(trigger: (acknowledgement: ReturnType<typeof createAcknowledgement>) => void) {
  const unanswered: number[] = [];
  let sent = 0;
  const acknowledgement = createAcknowledgement(() => {
    sent += 1;
    unanswered.push(sent);
    return sent;
  });
  trigger(acknowledgement);
  let before: number;
  do {
    before = sent;
    await nextTurn();
    for (const id of unanswered.splice(0)) acknowledgement.received(id);
    await nextTurn();
  } while (sent > before);
  return sent;
}

test('a message is followed by four no-op calls, and their answers by no further ones', async () => {
  expect(await idleCallsAfter((acknowledgement) => acknowledgement.received(undefined))).toBe(4);
});

test('messages of one task share a call, which four more follow', async () => {
  const sent = await idleCallsAfter((acknowledgement) => {
    for (let count = 0; count < 10; count += 1) acknowledgement.received(undefined);
  });
  expect(sent).toBe(5);
});

test('without a message nothing is sent', async () => {
  expect(await idleCallsAfter((acknowledgement) => acknowledgement.renew())).toBe(0);
});
