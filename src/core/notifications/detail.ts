/** Everything about one stored notification that is read from its body. */
import type { NotificationDetail } from '../../contract/notification.ts';
import type { WebhookReader } from '../providers/webhook-reader.ts';
import { fieldsOf } from './body-fields.ts';
import { checkSignature } from './check-signature.ts';
import { parseBody } from './parse-body.ts';
import type { StoredNotification } from './store.ts';

/** Bytes of a body that are shown as they came. */
const MAX_BYTES_SHOWN = 1024 * 1024;

export function detailOf(stored: StoredNotification, reader: WebhookReader): Omit<NotificationDetail, 'life'> {
  const { summary, method, path, peer, headers, body } = stored;
  const parsed = parseBody(body, headers);
  const { text, json } = parsed;
  const recognized = reader.recognize({ method, path, headers, parsed });
  const { differences, code, variant, setting, age } = recognized;
  const signed = reader.schemeOf(summary.provider);
  return {
    ...{ summary, method, path, peer, headers, text, differences, code, variant, setting, age },
    bytes: body.subarray(0, MAX_BYTES_SHOWN).toString('base64'),
    signed: signed && { scheme: signed.scheme, result: checkSignature(reader, stored) },
    fields: fieldsOf(json, recognized.meaningOf),
  };
}
