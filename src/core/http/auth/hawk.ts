/** Hawk, version 1: a header with an HMAC over the method, the address, the time and optionally the body. */
import { createHmac, randomBytes } from 'node:crypto';
import { mediaType } from '../../../contract/http/media-type.ts';
import { codedError } from '../../../contract/errors.ts';
import { replaceHeaders } from '../replace-headers.ts';
import type { AuthHawk } from './auth-types.ts';
import { hashBody, headerOf, type HopAuth, type HopTarget } from './hop-auth.ts';

export function createHawk(auth: AuthHawk): HopAuth {
  const algorithm = auth.algorithm || 'sha256';
  if (algorithm !== 'sha1' && algorithm !== 'sha256') {
    const message = `Hawk does not support the algorithm "${algorithm}".`;
    throw codedError('InvalidRequest', message, 'Choose sha256 or sha1 on the Auth tab.');
  }
  return {
    async sign(target) {
      const { authId = '', authKey = '', ext = '', app = '', delegation = '' } = auth;
      const timestamp = auth.timestamp || String(Math.floor(Date.now() / 1000));
      const nonce = auth.nonce || randomBytes(6).toString('base64url').slice(0, 6);
      const hash = auth.includePayloadHash && target.body ? await payloadHash(target, algorithm) : '';
      const { url, path, method } = target;
      const port = url.port || (url.protocol === 'https:' ? '443' : '80');
      const lines = ['hawk.1.header', timestamp, nonce, method.toUpperCase(), path, url.hostname, port, hash];
      // Only the first of each, as in the implementation of Hawk's maker, which defines what servers check.
      lines.push(ext.replace('\\', '\\\\').replace('\n', '\\n'));
      if (app !== '') lines.push(app, delegation);
      const mac = createHmac(algorithm, authKey)
        .update(`${lines.join('\n')}\n`)
        .digest('base64');
      const attributes = Object.entries({
        id: authId,
        ts: timestamp,
        nonce,
        hash,
        ext,
        mac,
        app,
        dlg: app && delegation,
      })
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`);
      const header = { name: 'Authorization', value: `Hawk ${attributes.join(', ')}` };
      return { ...target, headers: replaceHeaders(target.headers, [header]) };
    },
  };
}

function payloadHash({ headers, body }: HopTarget, algorithm: string): Promise<string> {
  const type = mediaType(headerOf(headers, 'Content-Type') ?? body?.contentType ?? '');
  return hashBody(body, algorithm, { before: `hawk.1.payload\n${type}\n`, after: '\n' });
}
