import { expect, test } from 'vitest';
import { workerCommand } from './worker-command.ts';

test('the command of a worker has the environment of the runs, and no password', () => {
  const address = 'redis://me:secret@queue:6379';
  expect(workerCommand({ folder: 'shop', address, environment: 'Local' })).toBe(
    'outrigger worker shop --engine redis://queue:6379 --env Local',
  );
  expect(workerCommand({ folder: 'shop', address, environment: null })).not.toContain('--env');
});

test('names with blanks and quotes are words of the shell', () => {
  expect(workerCommand({ folder: "Ada's shop", address: 'redis://q', environment: 'My Test' })).toBe(
    `outrigger worker 'Ada'\\''s shop' --engine redis://q --env 'My Test'`,
  );
});
