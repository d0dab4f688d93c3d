/** Says what a received request is: which provider sent it, which event it is, and what it means. Never throws. */
import type { NotificationDetail } from '../../contract/notification.ts';
import { text } from './messaging/body.ts';
import { meaningOf } from './messaging/field-meanings.ts';
import { messagingBody, recognize } from './messaging/recognize.ts';
import { describePlainContent } from './plain-content.ts';

export interface ReceivedContent {
  method: string;
  /** The request target, with its query. */
  path: string;
  headers: readonly { name: string; value: string }[];
  parsed: {
    text: string;
    /** Undefined when the body is not JSON. */
    json: unknown;
    /** The limit that the body exceeds, as a sentence; null when it exceeds none. */
    problem: string | null;
  };
}

export interface RecognizedNotification extends Pick<
  NotificationDetail,
  'code' | 'differences' | 'variant' | 'setting' | 'age'
> {
  /** Name of the provider, such as `messaging`; null when no provider is recognized. */
  provider: string | null;
  /** The provider's name of the event. */
  event: string | null;
  /** Null when it is of no documented kind. */
  kind: string | null;
  title: string;
  sentence: string;
  verdict: NotificationDetail['summary']['verdict'];
  chat: string | null;
  idMessage: string | null;
  status: string | null;
  /**
   * What a repeat has again, without what changes with each delivery, such as a number of the queue. Null: the method,
   * the path and the bytes of the body.
   */
  identity: string | null;
  /** The meaning of the field at a path, which is dotted, with `[n]` for items of arrays; empty when it is not known. */
  meaningOf: (path: string) => string;
}

/** Characters of a column of the list. */
const MAX_COLUMN = 500;
const column = (long: string): string | null => long.slice(0, MAX_COLUMN) || null;

export function recognizeNotification({ headers, parsed }: ReceivedContent): RecognizedNotification {
  const { json, problem } = parsed;
  if (problem !== null) return plain({ title: 'Not looked into', sentence: problem });
  const body = messagingBody(json);
  if (body === undefined) {
    const contentType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
    return plain(describePlainContent({ contentType, ...parsed }));
  }
  const { variant = null, setting = null, age = null, ...recognized } = recognize(json);
  return {
    ...{ ...recognized, variant, setting, age, meaningOf },
    provider: 'messaging',
    event: column(text(body, 'typeWebhook')),
    chat: column(text(body, 'senderData.chatId') || text(body, 'chatId') || text(body, 'from')),
    idMessage: column(text(body, 'idMessage')),
    status: column(text(body, 'status') || text(body, 'stateInstance')),
    identity: JSON.stringify(body),
  };
}

function plain({ title, sentence }: { title: string; sentence: string }): RecognizedNotification {
  return {
    ...{ provider: null, event: null, kind: null, title, sentence, code: null, verdict: 'unknown', differences: [] },
    ...{ variant: null, setting: null, age: null, chat: null, idMessage: null, status: null, identity: null },
    meaningOf: () => '',
  };
}
