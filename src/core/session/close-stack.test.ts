import { expect, test } from 'vitest';
import { createCloseStack } from './close-stack.ts';

test('parts close in reverse order, and a failure keeps no other part open', async () => {
  const stack = createCloseStack();
  const closed: string[] = [];
  stack.add(() => void closed.push('first'));
  stack.add(() => Promise.reject(new Error('The second cannot be closed.')));
  stack.add(async () => {
    await Promise.resolve();
    closed.push('third');
  });

  await expect(stack.closeAll()).rejects.toThrow('The second cannot be closed.');

  expect(closed).toEqual(['third', 'first']);
});
