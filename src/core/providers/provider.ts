/** The interface of a webhook provider: recognises requests and describes them. */
import type { SignatureScheme } from '../../contract/webhooks/webhook-signature.ts';
import type { RecognizedNotification } from './recognition.ts';
import type { RequestValues } from './definition/request-values.ts';

export interface Provider {
  /** The value of `notification.provider`, such as `github`. */
  id: string;
  /** The name for people, such as `GitHub`. */
  name: string;
  /** Documentation of the provider's webhooks, or null. */
  documentation: string | null;
  signature: SignatureScheme | null;
  matches(values: RequestValues): boolean;
  /** Recognises a request for which `matches` returns true. */
  recognize(values: RequestValues): Omit<RecognizedNotification, 'provider'>;
}
