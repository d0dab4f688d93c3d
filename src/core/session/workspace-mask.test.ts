import { expect, test } from 'vitest';
import { createWorkspaceMask } from './workspace-mask.ts';

test('the mask is the same until a stored or an added value changes', async () => {
  let stored = ['hunter2'];
  const mask = createWorkspaceMask({ valuesToMask: () => Promise.resolve(stored) }, '/workspace');
  const first = await mask.current();
  expect(await mask.current()).toBe(first);
  expect(first('hunter2 and swordfish')).not.toContain('hunter2');

  mask.add(['swordfish']);
  const second = await mask.current();
  expect(second).not.toBe(first);
  expect(second('hunter2 and swordfish')).not.toMatch(/hunter2|swordfish/);

  stored = ['opensesame'];
  expect((await mask.current())('opensesame and swordfish')).not.toMatch(/opensesame|swordfish/);

  mask.set('token', 'first-token');
  mask.set('token', 'second-token');
  const third = await mask.current();
  expect(third('first-token second-token')).not.toMatch(/first|second/);
  mask.set('token', 'second-token');
  expect(await mask.current()).toBe(third);
  expect(mask.latest()).toBe(third);
});

test('a value is masked as soon as it is set, and of a value that changes the last eight', async () => {
  const mask = createWorkspaceMask({ valuesToMask: () => Promise.resolve(['hunter2']) }, '/workspace');
  await mask.current();
  for (let at = 1; at <= 9; at += 1) mask.set('token', `token-${at}`);
  expect(mask.latest()('hunter2 token-1 token-2 token-9')).toMatch(/^\S+ token-1 (?!token)\S+ (?!token)\S+$/);
});
