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
  expect(third('first-token second-token')).toMatch(/^first-token (?!second)/);
  mask.set('token', 'second-token');
  expect(await mask.current()).toBe(third);
});
