/** Akamai EdgeGrid (EG1-HMAC-SHA256): a header with an HMAC over the request and a part of the body of a POST. */
import { createHmac } from 'node:crypto';
import { codedError } from '../../../contract/errors.ts';
import type { HttpField } from '../../../contract/http/http.ts';
import { replaceHeaders } from '../replace-headers.ts';
import type { AuthEdgeGrid } from './auth-types.ts';
import { hashBody, headerOf, type HopAuth } from './hop-auth.ts';

const MAX_BODY_BYTES = 131_072;

export function createEdgeGrid(auth: AuthEdgeGrid): HopAuth {
  const { clientToken = '', accessToken = '', clientSecret = '', baseUrl = '', maxBodySize = '' } = auth;
  const signedHost = baseUrl === '' ? undefined : hostOf(baseUrl);
  const limit = Math.max(Number(maxBodySize) || MAX_BODY_BYTES, 0);
  return {
    async sign(target) {
      const { method, url, path, headers, body } = target;
      const timestamp = auth.timestamp || timestampOf(new Date());
      const nonce = auth.nonce || crypto.randomUUID();
      const fields = { client_token: clientToken, access_token: accessToken, timestamp, nonce };
      const unsigned = `EG1-HMAC-SHA256 ${Object.entries(fields)
        .map(([name, value]) => `${name}=${value};`)
        .join('')}`;
      const signedParts = [
        method.toUpperCase(),
        url.protocol.replace(':', ''),
        signedHost ?? url.host,
        path,
        canonicalHeaders(auth.headersToSign ?? '', headers),
        method.toUpperCase() === 'POST' && body && body.length > 0 ? await hashBody(body, 'sha256', { limit }) : '',
        unsigned,
      ].join('\t');
      const signature = hmac(signedParts, hmac(timestamp, clientSecret));
      const header = { name: 'Authorization', value: `${unsigned}signature=${signature}` };
      return { ...target, headers: replaceHeaders(headers, [header]) };
    },
  };
}

const hmac = (text: string, key: string): string => createHmac('sha256', key).update(text).digest('base64');

function hostOf(baseUrl: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(baseUrl) ? baseUrl : `https://${baseUrl}`);
  if (url) return url.host;
  const message = `"${baseUrl}" is not an address with a host that EdgeGrid can sign.`;
  throw codedError('InvalidRequest', message, 'Correct the base URL on the Auth tab, or leave it empty.');
}

/** `yyyyMMddTHH:mm:ss+0000` */
const timestampOf = (date: Date): string => `${date.toISOString().slice(0, 19).replaceAll('-', '')}+0000`;

/** The headers to sign, in the order in which they are named; headers that the request does not have are left out. */
function canonicalHeaders(names: string, headers: readonly HttpField[]): string {
  return names
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .flatMap((name) => {
      const value = headerOf(headers, name) ?? '';
      return value === '' ? [] : [`${name}:${value.trim().replace(/\s+/g, ' ')}`];
    })
    .join('\t');
}
