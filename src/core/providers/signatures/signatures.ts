/** Verifies and makes the signatures of webhooks, in every scheme. */
import { codedError, toFailure } from '../../../contract/errors.ts';
import type { SignatureResult, SignatureScheme } from '../../../contract/webhooks/webhook-signature.ts';
import { invalid, signHmac, verifyHmac, type HeaderChange, type SignOptions, type VerifyOptions } from './hmac.ts';
import { hmacSchemes } from './schemes.ts';
import { signatureKeyOf, type SignatureForm } from './signature-key.ts';
import { headerOf, type SignedRequest } from './signed-request.ts';
import { signTwilio, verifyTwilio } from './twilio.ts';

/** Never throws: an unusable secret is a reason for an invalid signature. */
export function verifySignature(
  scheme: SignatureScheme,
  request: SignedRequest,
  options: VerifyOptions,
): SignatureResult {
  if (options.secrets.length === 0 || options.secrets.includes('')) return invalid('The secret is empty.');
  try {
    const form = formOf(scheme, request);
    return form ? verifyHmac(form, request, options) : verifyTwilio(request, options);
  } catch (error) {
    return invalid(toFailure(error).message);
  }
}

/**
 * The headers that sign the request as of now; they replace those with the same names (see `replaceHeaders`).
 * @throws InvalidParams when the secret is empty, or its encoding is invalid for the scheme
 */
export function signRequest(scheme: SignatureScheme, request: SignedRequest, options: SignOptions): HeaderChange[] {
  if (options.secret === '')
    throw codedError('InvalidParams', 'The secret is empty.', 'Enter the secret that the provider shows.');
  const form = formOf(scheme, request);
  return form ? signHmac(form, request, options) : signTwilio(request, options);
}

/** @throws InvalidParams when the encoding of a secret is invalid for the scheme */
export function requireUsable(scheme: SignatureScheme, secrets: readonly string[]): void {
  const form = formOf(scheme, { headers: [] });
  if (!form) return;
  for (const [index, secret] of secrets.entries()) {
    try {
      signatureKeyOf(form, secret);
    } catch (error) {
      const { code, message, remedy } = toFailure(error);
      throw codedError(code, secrets.length > 1 ? `Secret ${index + 1}: ${message}` : message, remedy);
    }
  }
}

/** @returns undefined for Twilio, whose signature is none of a composed text */
function formOf(scheme: SignatureScheme, request: Pick<SignedRequest, 'headers'>): SignatureForm | undefined {
  if (scheme.scheme === 'hmac') return scheme;
  if (scheme.scheme === 'twilio') return undefined;
  const forms = hmacSchemes[scheme.scheme];
  return forms.find(({ header }) => headerOf(request, header) !== undefined) ?? forms[0];
}
