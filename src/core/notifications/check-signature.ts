/** The signature of a stored notification, as the inspector and scripts see it. */
import type { SignatureResult, VerifyOptions } from '../../contract/webhooks/webhook-signature.ts';
import { MASKED } from '../platform/secrets/mask-credentials.ts';
import type { SignedNotification, WebhookReader } from '../providers/webhook-reader.ts';
import type { StoredNotification } from './store/database/store-row.ts';

/** Null when the provider does not sign or has no secret. */
export function checkSignature(reader: WebhookReader, stored: StoredNotification): SignatureResult | null {
  const result = reader.check(signedOf(stored));
  return result && withoutMasked(result, stored);
}

/** @throws InvalidParams when the scheme or the secret is not known */
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

/** What is on disk has no secrets any more, and what was signed had them: then the check on arrival counts. */
function withoutMasked(result: SignatureResult, { summary, path, body }: StoredNotification): SignatureResult {
  if (result.verdict !== 'invalid' || (!body.includes(MASKED) && !path.includes(MASKED))) return result;
  const reason = 'Secrets in it were masked when it was stored, so that it cannot be checked any more.';
  if (summary.signature === 'valid') return { verdict: 'valid', reason: null };
  return { verdict: 'invalid', reason };
}
