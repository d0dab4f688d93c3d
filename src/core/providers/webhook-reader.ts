/** Reads webhooks with the knowledge of a workspace: its providers, and the secrets with which they sign. */
import { codedError } from '../../contract/errors.ts';
import type { SignatureResult, SignatureScheme, VerifyOptions } from '../../contract/webhooks/webhook-signature.ts';
import { DEFAULT_TOLERANCE_SECONDS } from '../../contract/webhooks/signature-schemes.ts';
import type { NamedDefinition } from './definition/provider-files.ts';
import type { ReceivedContent, RecognizedNotification } from './recognition.ts';
import { createRecognizer, type Recognizer } from './recognize.ts';
import type { SignedRequest } from './signatures/signed-request.ts';
import { verifySignature } from './signatures/signatures.ts';

export interface ReaderConfiguration {
  /** Providers of the workspace. */
  providers: readonly NamedDefinition[];
  /** The secrets by the identifier of their provider. */
  secrets: Readonly<Record<string, readonly string[]>>;
}
const EMPTY_CONFIGURATION: ReaderConfiguration = { providers: [], secrets: {} };

export interface SignedNotification extends SignedRequest {
  provider: string | null;
  receivedAt: Date;
}

export interface WebhookReader {
  configure(configuration: ReaderConfiguration): void;
  recognize(content: ReceivedContent): RecognizedNotification;
  /** The provider's signature scheme; null when it does not sign, or is unknown. */
  schemeOf(provider: string | null): SignatureScheme | null;
  /** Checks with the secrets of the settings; null when the provider does not sign or has no secret. Never throws. */
  check(notification: SignedNotification): SignatureResult | null;
  /**
   * Checks with the options of a script; absent options come from the provider and the settings.
   * @throws InvalidParams when the scheme or the secret is unknown
   */
  verify(notification: SignedNotification, options: VerifyOptions): SignatureResult;
}

export function createWebhookReader(configuration: ReaderConfiguration = EMPTY_CONFIGURATION): WebhookReader {
  let { providers, secrets } = configuration;
  let createdRecognizer: Recognizer | undefined;
  /** Lazy, because most runs receive no webhook. */
  const recognizer = () => (createdRecognizer ??= createRecognizer(providers));
  const secretsOf = (provider: string | null): readonly string[] =>
    provider !== null && Object.hasOwn(secrets, provider) ? (secrets[provider] ?? []) : [];
  const schemeOf = (provider: string | null) =>
    recognizer().providers.find(({ id }) => id === provider)?.signature ?? null;

  return {
    configure(next) {
      ({ providers, secrets } = next);
      createdRecognizer = undefined;
    },
    recognize: (content) => recognizer().recognize(content),
    schemeOf,
    check(notification) {
      const scheme = schemeOf(notification.provider);
      const storedSecrets = secretsOf(notification.provider);
      if (!scheme || storedSecrets.length === 0) return null;
      const options = {
        secrets: storedSecrets,
        now: notification.receivedAt,
        toleranceSeconds: DEFAULT_TOLERANCE_SECONDS,
      };
      return verifySignature(scheme, notification, options);
    },
    verify(
      notification,
      { scheme: chosenScheme, secrets: chosenSecrets, toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, url },
    ) {
      const scheme = chosenScheme ?? schemeOf(notification.provider);
      if (!scheme) {
        const message = 'The sender of this notification is not known to sign.';
        throw codedError('InvalidParams', message, 'Name the scheme: { scheme: "github", secret }.');
      }
      const secrets = chosenSecrets ?? secretsOf(notification.provider);
      if (secrets.length === 0) {
        const message = 'There is no secret for the sender of this notification.';
        throw codedError('InvalidParams', message, 'Pass one as "secret", or enter one in the Webhooks view.');
      }
      const options = { secrets, now: notification.receivedAt, toleranceSeconds };
      return verifySignature(scheme, url === undefined ? notification : { ...notification, url }, options);
    },
  };
}
