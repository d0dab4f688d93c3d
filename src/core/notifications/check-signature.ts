/** Checks the signature of a stored notification for the inspector and for scripts. */
import type { SignatureResult, VerifyOptions } from '../../contract/webhooks/webhook-signature.ts';
import { MASKED } from '../platform/secrets/mask-credentials.ts';
import type { SignedNotification, WebhookReader } from '../providers/webhook-reader.ts';
import type { StoredNotification } from './store/database/store-row.ts';

/** Null when the provider does not sign or has no secret. */
export function checkSignature(reader: WebhookReader, stored: StoredNotification): SignatureResult | null {
  const result = reader.check(signedOf(stored));
  return result && withoutMasked(result, stored);
}

/** @throws InvalidParams when the scheme or the secret is unknown */
export function verifyStored(
  reader: WebhookReader,
  stored: StoredNotification,
  options: VerifyOptions,
): SignatureResult {
  return withoutMasked(reader.verify(signedOf(stored), options), stored);
}

function signedOf({ summary, method, path, headers, body, receivedAt }: StoredNotification): SignedNotification {
  return { provider: summary.provider, method, path, headers, body, receivedAt };
}

/**
 * Secrets are masked on disk, so the signature of a body with secrets can no longer be checked: the result on arrival
 * is used.
 */
function withoutMasked(result: SignatureResult, { summary, path, body }: StoredNotification): SignatureResult {
  if (result.state !== 'invalid' || (!body.includes(MASKED) && !path.includes(MASKED))) return result;
  const reason = 'Secrets in it were masked when it was stored, so that it can no longer be checked.';
  if (summary.signature === 'valid') return { state: 'valid', reason: null };
  return { state: 'invalid', reason };
}
