/**
 * How the requests of a replay or a rehearsal are signed: with the original signature, a stored secret, or an entered
 * one.
 */
import type { SignatureSource } from '../../../contract/webhooks/forwarding-calls.ts';
import type { NotificationSummary } from '../../../contract/webhooks/notification.ts';
import type { ProviderInfo } from '../../../contract/webhooks/webhook-provider-calls.ts';
import { schemeNames } from '../../../contract/webhooks/signature-schemes.ts';

/** The value of the choice that keeps the original signatures. */
export const KEEP_SIGNATURE = 'keep';

export interface SigningForm {
  /** `keep`, `provider ID` or `scheme NAME`. */
  choice: string;
  /** The entered secret for a scheme. */
  secret: string;
}

export const needsSecret = ({ choice }: SigningForm): boolean => choice.startsWith('scheme ');

/** Null: the signature is kept. Undefined: the secret is missing. */
export function signatureSourceOf({ choice, secret }: SigningForm): SignatureSource | null | undefined {
  const name = choice.slice(choice.indexOf(' ') + 1);
  if (choice.startsWith('provider ')) return { provider: name };
  const scheme = schemeNames.find((schemeName) => schemeName === name);
  if (!scheme) return null;
  return secret === '' ? undefined : { scheme: { scheme }, secret };
}

/** The options, stored secrets first. */
export function signingChoices(providers: readonly ProviderInfo[]) {
  const withStoredSecret = providers.filter(({ hasSecret, scheme }) => hasSecret && scheme !== null);
  return [
    { value: KEEP_SIGNATURE, label: 'Keep the signature' },
    ...withStoredSecret.map(({ id, name }) => ({ value: `provider ${id}`, label: `${name}, stored secret` })),
    ...schemeNames.map((name) => ({ value: `scheme ${name}`, label: `${name}, another secret` })),
  ];
}

/**
 * The option of the provider that has sent all notifications, if its secret is stored; otherwise the signatures are
 * kept.
 */
export function firstSigning(
  sent: readonly Pick<NotificationSummary, 'provider'>[],
  providers: readonly ProviderInfo[],
): SigningForm {
  const senders = new Set(sent.map(({ provider }) => provider));
  const [sender] = senders;
  const isStored = senders.size === 1 && providers.some(({ id, hasSecret }) => id === sender && hasSecret);
  return { choice: isStored ? `provider ${sender}` : KEEP_SIGNATURE, secret: '' };
}
