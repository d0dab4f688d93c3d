/** What is received, and what is recognized in it. */
import type { NotificationDetail } from '../../contract/webhooks/notification.ts';

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
    /** The fields of a form (application/x-www-form-urlencoded); null when the body is none. */
    form: readonly { name: string; value: string }[] | null;
  };
}

export interface RecognizedNotification extends Pick<
  NotificationDetail,
  'code' | 'differences' | 'variant' | 'setting' | 'age'
> {
  /** Identifier of the provider, such as `messaging`; null when no provider is recognized. */
  provider: string | null;
  /** The provider's name of the event. */
  event: string | null;
  /** Null when it is of no documented kind. */
  kind: string | null;
  title: string;
  sentence: string;
  verdict: NotificationDetail['summary']['verdict'];
  chat: string | null;
  /** What the notification is about, such as a message or a payment: those with the same one are its life. */
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
