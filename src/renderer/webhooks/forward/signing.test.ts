import { expect, test } from 'vitest';
import type { ProviderInfo } from '../../../contract/webhooks/webhook-provider-calls.ts';
import { firstSigning, needsSecret, signatureSourceOf, signingChoices } from './signing.ts';

const provider = (id: string, hasSecret: boolean): ProviderInfo => ({
  id,
  name: id.toUpperCase(),
  documentation: null,
  scheme: 'github',
  hasSecret,
  isOwn: false,
});
const providers = [provider('github', true), provider('slack', false)];

test('the stored secret of a common provider is offered first; with mixed senders the signatures are kept', () => {
  const github = { provider: 'github' };
  expect(firstSigning([github, github], providers)).toEqual({ choice: 'provider github', secret: '' });
  for (const sent of [[github, { provider: null }], [{ provider: 'slack' }], [{ provider: null }], []]) {
    expect(firstSigning(sent, providers).choice).toBe('keep');
  }
});

test('a secret is asked for only if none is stored', () => {
  const values = signingChoices(providers).map(({ value }) => value);
  expect(values.slice(0, 3)).toEqual(['keep', 'provider github', 'scheme stripe']);
  expect(values.filter((choice) => needsSecret({ choice, secret: '' }))).toEqual(values.slice(2));
});

test("a choice is converted to the parameters of the host's call", () => {
  expect(signatureSourceOf({ choice: 'keep', secret: 'x' })).toBeNull();
  expect(signatureSourceOf({ choice: 'provider a b', secret: '' })).toEqual({ provider: 'a b' });
  expect(signatureSourceOf({ choice: 'scheme slack', secret: '' })).toBeUndefined();
  expect(signatureSourceOf({ choice: 'scheme slack', secret: 's' })).toEqual({
    scheme: { scheme: 'slack' },
    secret: 's',
  });
});
