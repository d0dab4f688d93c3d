/**
 * Recognises a received body: its kind, its content in a sentence, its error code, and whether it has the documented
 * shape. Never throws, whatever the body is.
 */
import examples from './examples.json' with { type: 'json' };
import { at, text, type Body } from '../body.ts';
import { shorten } from '../../../../contract/visible-text.ts';
import type { RecognizedNotification } from '../../recognition.ts';
import { codeIn } from './codes.ts';
import { isNotification, kindOf } from './kinds.ts';
import { differencesOf } from './schemas/notifications.ts';
import { sentenceOf } from './sentence.ts';

export type Recognition = Pick<
  RecognizedNotification,
  'kind' | 'title' | 'sentence' | 'code' | 'verdict' | 'differences' | 'variant' | 'setting' | 'age'
>;

/** The kind of the service's queue responses: a notification inside of an envelope. */
export const QUEUE_ENVELOPE = 'queue_envelope_receive_notification';

const exampleOf = examples as Record<string, unknown>;

/** A copy of the example of a kind or of QUEUE_ENVELOPE. */
export function exampleFor(kind: string): unknown {
  return Object.hasOwn(exampleOf, kind) ? structuredClone(exampleOf[kind]) : undefined;
}
export const exampleKinds: readonly string[] = Object.keys(exampleOf);

/** Characters of a sender's text in a title or a sentence: lists show thousands of them. */
const MAX_TITLE = 200;
const MAX_SENTENCE = 1000;

/** The notification without its queue envelope; undefined when the body is not from the service. */
export function messagingBody(body: Body): Body {
  if (text(body, 'typeWebhook')) return body;
  const isEnvelope = at(body, 'receiptId') !== undefined && text(body, 'body.typeWebhook') !== '';
  return isEnvelope ? at(body, 'body') : undefined;
}

/** @param body for which `messagingBody` returns a notification */
export function recognize(body: Body): Recognition {
  const notification = messagingBody(body);
  if (notification !== undefined && notification !== body) {
    const inner = recognize(notification);
    const differences = inner.differences.map(({ path, problem }) => ({ path: path.replace('$', '$.body'), problem }));
    return {
      ...inner,
      kind: QUEUE_ENVELOPE,
      title: shorten(`From the queue: ${inner.title}`, MAX_TITLE),
      differences,
    };
  }
  const code = isNotification(body) ? (codeIn(body) ?? null) : null;
  const sentence = shorten(sentenceOf(body, code ?? undefined), MAX_SENTENCE);
  const entry = kindOf(body, code?.code);
  if (!entry) {
    const types = ['typeWebhook', 'messageData.typeMessage', 'status'].map((path) => text(body, path));
    const title = shorten(`Unknown kind: ${types.filter(Boolean).join(' / ')}`, MAX_TITLE);
    return {
      kind: null,
      title,
      sentence,
      code,
      verdict: 'unknown',
      differences: [],
      variant: null,
      setting: null,
      age: null,
    };
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
    variant: entry.variant ?? null,
    age: entry.age ?? null,
  };
}
