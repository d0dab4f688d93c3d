/** AWS Signature 4, calculated by aws4. */
import { mediaType } from '../../../contract/http/media-type.ts';
import type { EncodedBody } from '../body/encode-body.ts';
import { replaceHeaders } from '../replace-headers.ts';
import type { AuthAwsV4 } from './auth-types.ts';
import { hashBody, type HopAuth } from './hop-auth.ts';

export function createAws(auth: AuthAwsV4): HopAuth {
  const { accessKeyId = '', secretAccessKey = '', sessionToken, service, region } = auth;
  const signQuery = auth.placement === 'query';
  return {
    async sign(target) {
      const { default: aws4 } = await import('aws4');
      const { method, url, headers, body } = target;
      const path = withoutSignature(target.path);
      const signedHeaders: Record<string, string> = Object.fromEntries(
        headers
          .filter(({ name, disabled }) => !disabled && !SIGNATURE_HEADER.test(name))
          .map(({ name, value }) => [name, value]),
      );
      // As in Postman: the body is signed by its hash, and of the headers only those of the request are signed.
      const hash = signQuery ? undefined : await payloadHash(body);
      if (hash !== undefined) signedHeaders['X-Amz-Content-Sha256'] = hash;
      const signed = aws4.sign(
        {
          method,
          host: url.host,
          path,
          headers: signedHeaders,
          // The same defaults as in Postman. The host name of an AWS server contains both service and region.
          ...(isOfAws(url) && !service ? {} : { service: service || 'execute-api' }),
          ...(isOfAws(url) && !region ? {} : { region: region || 'us-east-1' }),
          signQuery,
        },
        { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) },
      );
      const addedHeaders = Object.entries(signed.headers ?? {})
        .filter(([name]) => !/^(host|content-length|content-type)$/i.test(name))
        .map(([name, value]) => ({ name, value: String(value) }));
      const kept = headers.filter(({ name }) => !SIGNATURE_HEADER.test(name));
      if (!signQuery) return { ...target, path, headers: replaceHeaders(kept, addedHeaders) };
      return { ...target, path: withSignature(path, signed.path ?? ''), headers: kept };
    },
  };
}

const isOfAws = ({ hostname }: URL): boolean => /\.amazonaws\.com(?:\.cn)?$/i.test(hostname);
/** Headers that the signature replaces. */
const SIGNATURE_HEADER = /^(authorization|x-amz-(date|security-token|content-sha256))$/i;
const SIGNATURE_PARAMETER = /^X-Amz-(Security-Token|Date|Algorithm|Credential|SignedHeaders|Signature)(=|$)/;

function withoutSignature(path: string): string {
  const [pathname = '', ...query] = path.split('?');
  const kept = query
    .join('?')
    .split('&')
    .filter((pair) => !SIGNATURE_PARAMETER.test(pair));
  return kept.length > 0 && kept.join('') !== '' ? `${pathname}?${kept.join('&')}` : pathname;
}

/** The path with the parameters of the signature, behind those that it has. */
function withSignature(path: string, signed: string): string {
  const hasExpiry = /[?&]X-Amz-Expires=/.test(path);
  const added = signed
    .slice(signed.indexOf('?') + 1)
    .split('&')
    .filter((pair) => pair.startsWith('X-Amz-') && !(hasExpiry && pair.startsWith('X-Amz-Expires=')));
  return `${path}${path.includes('?') ? '&' : '?'}${added.join('&')}`;
}

/** In hexadecimal digits; undefined where there is nothing to hash. A form of parts has new boundaries each time. */
async function payloadHash(body: EncodedBody | undefined): Promise<string | undefined> {
  if (!body || mediaType(body.contentType ?? '') === 'multipart/form-data') return undefined;
  return hashBody(body, 'sha256', { encoding: 'hex' });
}
