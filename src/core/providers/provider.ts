/** The interface of a webhook provider: recognises requests and describes them. */
import type { SignatureScheme } from '../../contract/webhooks/webhook-signature.ts';
import type { ReceivedContent, RecognizedNotification } from './recognition.ts';
import type { RequestValues } from './request-values.ts';

export interface Provider {
  /** As in `notification.provider`: `github`. */
  id: string;
  /** As people write it: `GitHub`. */
  name: string;
  /** What the provider itself documents about its webhooks. */
  documentation: string | null;
  signature: SignatureScheme | null;
  matches(values: RequestValues): boolean;
  /** Says what a request is for which `matches` holds. */
  recognize(content: ReceivedContent, values: RequestValues): Omit<RecognizedNotification, 'provider'>;
}
