/** The types of received content and of its recognition. */
import type { NotificationDetail } from '../../contract/webhooks/notification.ts';

export interface ReceivedContent {
  method: string;
  /** The request target, including the query. */
  path: string;
  headers: readonly { name: string; value: string }[];
  parsed: {
    text: string;
    /** Undefined when the body is not JSON. */
    json: unknown;
    /** A sentence about the exceeded limit, or null. */
    problem: string | null;
    /** The fields of a form (application/x-www-form-urlencoded); null for other bodies. */
    form: readonly { name: string; value: string }[] | null;
  };
}

export interface RecognizedNotification extends Pick<
  NotificationDetail,
  'code' | 'differences' | 'variant' | 'setting' | 'age'
> {
  /** Identifier of the provider, such as `messaging`; null when no provider is recognized. */
  provider: string | null;
  /** The provider's name for the event. */
  event: string | null;
  /** Null when no documented kind matches. */
  kind: string | null;
  title: string;
  sentence: string;
  verdict: NotificationDetail['summary']['verdict'];
  chat: string | null;
  /**
   * The id of the message, payment or other thing that the notification is about; notifications with the same id belong
   * together.
   */
  idMessage: string | null;
  status: string | null;
  /**
   * A text that is equal for repeated deliveries: without parts that change with each delivery, such as a queue's
   * receipt. Null: method, path and body bytes are compared.
   */
  identity: string | null;
  /**
   * Returns the meaning of the field at a dotted path, with `[n]` for items of arrays; an empty text when it is
   * unknown.
   */
  meaningOf: (path: string) => string;
}
