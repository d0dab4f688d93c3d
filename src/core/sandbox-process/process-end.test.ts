import { expect, test } from 'vitest';
import { createProcessEnd } from './process-end.ts';

test('listeners and the promise receive the first reason, once', async () => {
  const end = createProcessEnd();
  const reasons: string[] = [];
  end.onGone((reason) => reasons.push(reason));
  end.end('killed');
  end.end('exited');
  expect(reasons).toEqual(['killed']);
  expect(await end.gone).toBe('killed');
});

test('a listener that is added after the end is called at once', () => {
  const end = createProcessEnd();
  end.end('killed');
  const reasons: string[] = [];
  end.onGone((reason) => reasons.push(reason));
  expect(reasons).toEqual(['killed']);
});

test('a removed listener is not called', () => {
  const end = createProcessEnd();
  const reasons: string[] = [];
  end.onGone((reason) => reasons.push(reason))();
  end.end('killed');
  expect(reasons).toEqual([]);
});
