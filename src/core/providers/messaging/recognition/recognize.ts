/**
 * Says what a received body is: its kind, what it says, its error code, and whether it has the documented shape
 * (swe-notifications-decisions, "recognition"). Never throws, whatever it is given.
 */
import examples from './examples.json' with { type: 'json' };
import { at, isRecord, text, type Body } from '../body.ts';
import { codeIn, type CodeInfo } from './codes.ts';
import { isNotification, kindOf, type Kind } from './kinds.ts';
import { differencesOf } from './schemas/notifications.ts';
import type { Difference } from './schemas/schema.ts';
import { sentenceOf } from './sentence.ts';

export type Verdict = 'documented' | 'differs' | 'unknown';

export interface Recognition {
  /** Null when it is of no documented kind. */
  kind: string | null;
  title: string;
  sentence: string;
  code: CodeInfo | null;
  verdict: Verdict;
  differences: Difference[];
  /** In what the official material contradicts itself about this kind. */
  variant?: string;
  setting?: string;
  age?: Kind['age'];
}

/** What the queue of the service hands out: the notification inside an envelope. */
export const QUEUE_ENVELOPE = 'queue_envelope_receive_notification';

const exampleOf = examples as Record<string, unknown>;

/** A copy of the example of a kind, which has the name of a kind or QUEUE_ENVELOPE. */
export function exampleFor(kind: string): unknown {
  return Object.hasOwn(exampleOf, kind) ? structuredClone(exampleOf[kind]) : undefined;
}
export const exampleKinds: readonly string[] = Object.keys(exampleOf);

/** Longer texts of a sender are cut in a title or a sentence: lists show thousands of them. */
const MAX_TITLE = 200;
const MAX_SENTENCE = 1000;
const cut = (long: string, max: number): string => (long.length > max ? `${long.slice(0, max)}…` : long);

/** The notification itself, out of the envelope of the queue where there is one; undefined when it is not the service's. */
export function messagingBody(body: Body): Body {
  if (text(body, 'typeWebhook')) return body;
  const isEnvelope = at(body, 'receiptId') !== undefined && text(body, 'body.typeWebhook') !== '';
  return isEnvelope ? at(body, 'body') : undefined;
}

/** @param body for which `messagingBody` has a notification */
export function recognize(body: Body): Recognition {
  if (isRecord(body) && isRecord(body['body']) && at(body, 'receiptId') !== undefined && !body['typeWebhook']) {
    const inner = recognize(body['body']);
    const differences = inner.differences.map(({ path, problem }) => ({ path: path.replace('$', '$.body'), problem }));
    return { ...inner, kind: QUEUE_ENVELOPE, title: cut(`From the queue: ${inner.title}`, MAX_TITLE), differences };
  }
  const code = isNotification(body) ? (codeIn(body) ?? null) : null;
  const sentence = cut(sentenceOf(body, code ?? undefined), MAX_SENTENCE);
  const entry = kindOf(body, code?.code);
  if (!entry) {
    const types = ['typeWebhook', 'messageData.typeMessage', 'status'].map((path) => text(body, path));
    const title = cut(`Unknown kind: ${types.filter(Boolean).join(' / ')}`, MAX_TITLE);
    return { kind: null, title, sentence, code, verdict: 'unknown', differences: [] };
  }
  const differences = differencesOf(body, entry.schema);
  return {
    kind: entry.kind,
    title: entry.title,
    sentence,
    code,
    verdict: differences.length > 0 ? 'differs' : 'documented',
    differences,
    setting: entry.setting,
    ...(entry.variant ? { variant: entry.variant } : {}),
    ...(entry.age ? { age: entry.age } : {}),
  };
}
