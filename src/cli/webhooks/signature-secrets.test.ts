import { expect, test } from 'vitest';
import { defineProvider } from '../../core/providers/definition/define-provider.ts';
import { github } from '../../core/providers/github/github.ts';
import { standardWebhooks } from '../../core/providers/standard-webhooks/standard-webhooks.ts';
import { signatureSecretsOf } from './signature-secrets.ts';

test('a provider of a workspace may be named like a member of every object', async () => {
  const providers = ['constructor', 'tostring'].map((id) => defineProvider(id, github));
  const options = { signatureSecretEnv: ['HOOK_SECRET', 'constructor=OTHER'] };
  expect(await signatureSecretsOf(options, { HOOK_SECRET: 'a', OTHER: 'b' }, providers)).toEqual({
    constructor: ['a', 'b'],
    tostring: ['a'],
  });
});

test('a secret that its provider cannot use is refused, and one for all providers is not', async () => {
  const providers = [defineProvider('standard-webhooks', standardWebhooks), defineProvider('github', github)];
  const env = { HOOK_SECRET: 'not base64' };
  const ofProvider = signatureSecretsOf({ signatureSecretEnv: ['standard-webhooks=HOOK_SECRET'] }, env, providers);
  await expect(ofProvider).rejects.toMatchObject({
    code: 'InvalidParams',
    message: 'standard-webhooks=HOOK_SECRET: The secret is not base64.',
  });
  expect(await signatureSecretsOf({ signatureSecretEnv: ['HOOK_SECRET'] }, env, providers)).toMatchObject({
    github: ['not base64'],
  });
});
