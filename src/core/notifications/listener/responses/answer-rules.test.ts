import { expect, test } from 'vitest';
import { answerRule } from '../../../../contract/webhooks/answer-rules.ts';
import { createAnswerRules, nameOf } from './answer-rules.ts';

test('a rule for an event responds to that event only, and is named after it', async () => {
  const events = [null, 'push', 'issues.opened'];
  const rules = createAnswerRules((id) =>
    Promise.resolve({ kind: null, provider: 'github', event: events[id] ?? null }),
  );
  const rule = answerRule.parse({ provider: 'github', event: 'push', status: 500 });
  rules.set({ rules: [rule], used: [] });
  const taken = await Promise.all(events.keys().map((id) => rules.take({ id, method: 'POST', path: '/' })));
  expect(taken).toEqual([undefined, rule, undefined]);
  expect(nameOf(rule)).toBe('github push: 500');
});
