/** Everything about one stored notification that is read from its body. */
import type { NotificationDetail } from '../../contract/notification.ts';
import { fieldsOf } from '../providers/messaging/fields.ts';
import { notLookedInto, recognize } from '../providers/messaging/recognize.ts';
import { parseBody } from './parse-body.ts';
import type { StoredNotification } from './store.ts';

/** Bytes of a body that are shown as they came. */
const MAX_BYTES_SHOWN = 1024 * 1024;

export function detailOf(stored: StoredNotification): Omit<NotificationDetail, 'life'> {
  const { text, json, problem } = parseBody(stored.body, stored.headers);
  const known = problem === null ? recognize(json) : notLookedInto(problem);
  const { summary, method, path, peer, headers } = stored;
  return {
    ...{ summary, method, path, peer, headers, text },
    bytes: stored.body.subarray(0, MAX_BYTES_SHOWN).toString('base64'),
    fields: fieldsOf(json),
    differences: known.differences,
    code: known.code,
    variant: known.variant ?? null,
    setting: known.setting ?? null,
    age: known.age ?? null,
  };
}
