import { expect, test } from 'vitest';
import { defineProvider } from '../../core/providers/definition/define-provider.ts';
import { github } from '../../core/providers/github/github.ts';
import { signatureSecretsOf } from './signature-secrets.ts';

test('a provider of a workspace may be named like a member of every object', async () => {
  const providers = ['constructor', 'tostring'].map((id) => defineProvider(id, github));
  const options = { signatureSecretEnv: ['HOOK_SECRET', 'constructor=OTHER'] };
  expect(await signatureSecretsOf(options, { HOOK_SECRET: 'a', OTHER: 'b' }, providers)).toEqual({
    constructor: ['a', 'b'],
    tostring: ['a'],
  });
});
