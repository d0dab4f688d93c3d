/** AWS Signature 4, calculated by aws4. */
import type { AuthAwsV4 } from '@opencollection/types/common/auth';
import { replaceHeaders } from '../replace-headers.ts';
import { contentInMemory, headerOf, type HopAuth } from './hop-auth.ts';

export function createAws(auth: AuthAwsV4): HopAuth {
  const { accessKeyId = '', secretAccessKey = '', sessionToken, service, region } = auth;
  return {
    async sign(target) {
      const { default: aws4 } = await import('aws4');
      const { method, url, path, headers, body } = target;
      const content = contentInMemory(body);
      const signedHeaders: Record<string, string> = Object.fromEntries(
        headers.filter(({ disabled }) => !disabled).map(({ name, value }) => [name, value]),
      );
      if (body?.contentType && headerOf(headers, 'Content-Type') === undefined) {
        signedHeaders['Content-Type'] = body.contentType;
      }
      // A streamed body is not read twice; S3 accepts this word instead of its hash.
      if (body && !content) signedHeaders['X-Amz-Content-Sha256'] = 'UNSIGNED-PAYLOAD';
      const signed = aws4.sign(
        {
          method,
          host: url.host,
          path,
          headers: signedHeaders,
          ...(content ? { body: content } : {}),
          ...(service ? { service } : {}),
          ...(region ? { region } : {}),
        },
        { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) },
      );
      const addedHeaders = Object.entries(signed.headers ?? {})
        .filter(([name]) => !/^(host|content-length|content-type)$/i.test(name))
        .map(([name, value]) => ({ name, value: String(value) }));
      return { ...target, headers: replaceHeaders(headers, addedHeaders) };
    },
  };
}
