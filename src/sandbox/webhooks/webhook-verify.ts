/** pm.webhooks.verify: the host checks the signature, on the received bytes. */
import type { SignatureResult } from '../../contract/webhooks/webhook-signature.ts';
import type { Channel } from '../channel.ts';
import { hasOwn, isArray, keysOf, parseJson, toText } from '../primordials.ts';
import { invalidCall, webhookError } from './webhook-error.ts';

export interface Verification {
  valid: boolean;
  /** Why the signature is invalid; null when it is valid. */
  reason: string | null;
}

/** @throws WebhookError (InvalidCall, InvalidParams, NotificationNotFound) */
export async function verifyNotification(
  channel: Channel,
  notification: unknown,
  options: unknown,
  stack: string,
): Promise<Verification> {
  const { id } = Object(notification) as { id?: unknown };
  if (typeof id !== 'number') {
    throw invalidCall('The first value is a notification, such as pm.webhooks.waitFor returns it.', stack);
  }
  const reply = await channel.call('webhooks.verify', { id, options: readOptions(options, stack) });
  if (!reply.ok) throw webhookError(reply.error, stack);
  const { state, reason } = parseJson(reply.value) as SignatureResult;
  return { valid: state === 'valid', reason };
}

function readOptions(options: unknown = {}, stack: string): Record<string, unknown> {
  if (typeof options !== 'object' || options === null || isArray(options)) {
    throw invalidCall('The options are an object, such as { scheme: "github", secret: "..." }.', stack);
  }
  const { secret, tolerance, url, ...scheme } = options as Record<string, unknown>;
  // Refused, because a variable without a value would otherwise be replaced by the secret of the Webhooks view.
  if (hasOwn(options, 'secret') && typeof secret !== 'string' && !isArray(secret)) {
    throw invalidCall(
      `The option "secret" is a text or a list of texts, and not ${toText(secret).slice(0, 80)}.`,
      stack,
    );
  }
  return {
    ...(secret === undefined ? {} : { secrets: isArray(secret) ? secret : [secret] }),
    ...(tolerance === undefined ? {} : { toleranceSeconds: tolerance }),
    ...(url === undefined ? {} : { url }),
    ...(keysOf(scheme).length === 0 ? {} : { scheme }),
  };
}
