import { expect, test } from 'vitest';
import { environmentSecrets } from './environment-secrets.ts';

const workspace = '/w';

test('a secret of an environment is read from the variable of that environment first', async () => {
  const store = environmentSecrets({
    OUTRIGGER_SECRET_API_KEY: 'shared',
    OUTRIGGER_SECRET_MY_STAGING__API_KEY: 'of staging',
    OUTRIGGER_SECRET_LOCAL__EMPTY: '',
    OUTRIGGER_SECRET_EMPTY: 'shared',
  });
  const secret = (environment: string, name: string) => store.of({ workspace, environment }).get(name);
  expect(await secret('My Staging', 'api-key')).toBe('of staging');
  expect(await secret('Local', 'api-key')).toBe('shared');
  expect(await secret('Local', 'empty')).toBe('');
  expect(await secret('Local', 'unknown')).toBeUndefined();
  expect((await store.valuesToMask(workspace)).sort()).toEqual(['', 'of staging', 'shared', 'shared']);
});

test('a command has one vault for every environment; secrets that a run sets exist during this run only', async () => {
  const env = { OUTRIGGER_SECRET_STAGING__KEY: 'of staging', OUTRIGGER_SECRET_KEY: 'shared' };
  const vault = environmentSecrets(env).of({ workspace, purpose: 'vault' });
  expect(await vault.get('key')).toBe('shared');
  await vault.set('key', 'changed');
  expect(await vault.get('key')).toBe('changed');
  await vault.unset('key');
  expect(await vault.get('key')).toBeUndefined();
  expect(env).toEqual({ OUTRIGGER_SECRET_STAGING__KEY: 'of staging', OUTRIGGER_SECRET_KEY: 'shared' });
});

test('account, listener and token cannot be set by variables', async () => {
  const store = environmentSecrets({ OUTRIGGER_SECRET_TOKEN: 'x' });
  for (const purpose of ['account', 'listener', 'tokens', 'connection'] as const)
    expect(await store.of({ workspace, purpose }).get('token')).toBeUndefined();
});

test.each(['staging__key', 'staging--key', 'Staging _key', '_staging__key'])(
  'the secret of an environment is not that of the name %s elsewhere',
  async (name) => {
    const store = environmentSecrets({ OUTRIGGER_SECRET_STAGING__KEY: 'x', OUTRIGGER_SECRET__STAGING__KEY: 'y' });
    expect(await store.of({ workspace, purpose: 'vault' }).get(name)).toBeUndefined();
    expect(await store.of({ workspace, environment: 'Local' }).get(name)).toBeUndefined();
  },
);
