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
    return scheme.scheme === 'twilio'
      ? verifyTwilio(request, options)
      : verifyHmac(formOf(scheme, request), request, options);
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
  return scheme.scheme === 'twilio'
    ? signTwilio(request, options)
    : signHmac(formOf(scheme, request), request, options);
}

/** @throws InvalidParams when the encoding of a secret is invalid for the scheme */
export function requireUsable(scheme: SignatureScheme, secrets: readonly string[]): void {
  if (scheme.scheme === 'twilio') return;
  for (const [index, secret] of secrets.entries()) {
    try {
      signatureKeyOf(formOf(scheme, { headers: [] }), secret);
    } catch (error) {
      const { code, message, remedy } = toFailure(error);
      throw codedError(code, secrets.length > 1 ? `Secret ${index + 1}: ${message}` : message, remedy);
    }
  }
}

type OfHmac = Exclude<SignatureScheme, { scheme: 'twilio' }>;
function formOf(scheme: SignatureScheme, request: Pick<SignedRequest, 'headers'>): SignatureForm {
  if (scheme.scheme === 'hmac') return scheme;
  const forms = hmacSchemes[scheme.scheme as Exclude<OfHmac['scheme'], 'hmac' | 'twilio'>];
  return forms.find(({ header }) => headerOf(request, header) !== undefined) ?? forms[0];
}
