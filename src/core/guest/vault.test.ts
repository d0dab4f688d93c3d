import { expect, test } from 'vitest';
import { environmentSecret, environmentVault } from './vault.ts';

test('a secret of an environment is read from the variable of that environment first', () => {
  const env = {
    OUTRIGGER_SECRET_API_KEY: 'shared',
    OUTRIGGER_SECRET_MY_STAGING__API_KEY: 'of staging',
    OUTRIGGER_SECRET_LOCAL__EMPTY: '',
    OUTRIGGER_SECRET_EMPTY: 'shared',
  };
  expect(environmentSecret(env, 'My Staging', 'api-key')).toBe('of staging');
  expect(environmentSecret(env, 'Local', 'api-key')).toBe('shared');
  expect(environmentSecret(env, 'Local', 'empty')).toBe('');
  expect(environmentSecret(env, 'Local', 'unknown')).toBeUndefined();
});

test('the vault of a command is the same for every environment', async () => {
  const vault = environmentVault({ OUTRIGGER_SECRET_STAGING__KEY: 'of staging', OUTRIGGER_SECRET_KEY: 'shared' });
  expect(await vault.get('key')).toBe('shared');
});
