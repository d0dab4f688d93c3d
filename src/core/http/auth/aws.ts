/** AWS Signature 4, calculated by aws4. */
import { mediaType } from '../../../contract/http/media-type.ts';
import type { HttpField } from '../../../contract/http/http.ts';
import { hasName } from '../../../contract/http/header-value.ts';
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
      const { method, url, body } = target;
      const path = withoutSignature(target.path);
      const headers = withType(target.headers, body).filter(({ name }) => !SIGNATURE_HEADER.test(name));
      const byName = valuesByName(headers);
      const signedHeaders: Record<string, string> = Object.fromEntries(
        [...byName].map(([name, values]) => [name, values.join(',')]),
      );
      // As in Postman: the body is signed by its hash, and of the headers only those of the request are signed.
      const hash = signQuery ? undefined : await payloadHash(body);
      if (hash !== undefined) signedHeaders['X-Amz-Content-Sha256'] = hash;
      const signed = aws4.sign(
        {
          method,
          // aws4 finds the service and the region in a name without a port; the signed host is the one that is sent.
          hostname: url.hostname,
          path,
          headers: {
            ...([...byName.keys()].some((name) => /^host$/i.test(name)) ? {} : { Host: url.host }),
            ...signedHeaders,
          },
          // The same defaults as in Postman. The host name of an AWS server contains both service and region.
          ...(isOfAws(url) && !service ? {} : { service: service || 'execute-api' }),
          ...(isOfAws(url) && !region ? {} : { region: region || 'us-east-1' }),
          signQuery,
        },
        { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) },
      );
      const addedHeaders = Object.entries(signed.headers ?? {})
        .filter(([name]) => !byName.has(name) && !/^(host|content-length|content-type)$/i.test(name))
        .map(([name, value]) => ({ name, value: String(value) }));
      if (!signQuery) return { ...target, path, headers: replaceHeaders(headers, addedHeaders) };
      return { ...target, path: withSignature(path, signed.path ?? ''), headers };
    },
  };
}

const isOfAws = ({ hostname }: URL): boolean => /\.amazonaws\.com(?:\.cn)?$/i.test(hostname);
/** Headers that the signature replaces. */
const SIGNATURE_HEADER = /^(authorization|x-amz-(date|security-token|content-sha256))$/i;
const SIGNATURE_PARAMETER = /^X-Amz-(Security-Token|Date|Algorithm|Credential|SignedHeaders|Signature)(=|$)/;

/** The headers with the Content-Type of a body whose type is known before it is signed. */
function withType(headers: readonly HttpField[], body: EncodedBody | undefined): readonly HttpField[] {
  if (!body?.typeIsSigned || headers.some((header) => hasName(header, 'content-type'))) return headers;
  return [...headers, { name: 'Content-Type', value: body.contentType ?? '' }];
}

function valuesByName(headers: readonly HttpField[]): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const { name, value, disabled } of headers) {
    if (!disabled) byName.set(name, [...(byName.get(name) ?? []), value]);
  }
  return byName;
}

const pairsOf = (path: string): string[] => (path.includes('?') ? path.slice(path.indexOf('?') + 1).split('&') : []);

function withoutSignature(path: string): string {
  const kept = pairsOf(path).filter((pair) => !SIGNATURE_PARAMETER.test(pair));
  const [pathname = ''] = path.split('?');
  return kept.length > 0 ? `${pathname}?${kept.join('&')}` : pathname;
}

/** The path with the parameters of the signature, behind those that it has. */
function withSignature(path: string, signed: string): string {
  const nameOf = (pair: string) => pair.split('=')[0];
  const names = new Set(pairsOf(path).map(nameOf));
  const added = pairsOf(signed).filter((pair) => pair.startsWith('X-Amz-') && !names.has(nameOf(pair)));
  return `${path}${path.includes('?') ? '&' : '?'}${added.join('&')}`;
}

/** In hexadecimal digits; undefined where there is nothing to hash. A form of parts has new boundaries each time. */
async function payloadHash(body: EncodedBody | undefined): Promise<string | undefined> {
  if (!body || mediaType(body.contentType ?? '') === 'multipart/form-data') return undefined;
  return hashBody(body, 'sha256', { encoding: 'hex' });
}
