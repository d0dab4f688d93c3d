/** AWS Signature 4, calculated by aws4. */
import { createHash } from 'node:crypto';
import type { AuthAwsV4 } from '@opencollection/types/common/auth';
import { replaceHeaders } from '../replace-headers.ts';
import { contentInMemory, type HopAuth } from './hop-auth.ts';

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
      // As in Postman, the hash stands for the body, and of the headers those of the request are signed. A streamed body
      // is not read twice; S3 accepts this word instead of its hash.
      if (body) {
        const hash = content && createHash('sha256').update(content).digest('hex');
        signedHeaders['X-Amz-Content-Sha256'] = hash ?? 'UNSIGNED-PAYLOAD';
      }
      const signed = aws4.sign(
        {
          method,
          host: url.host,
          path,
          headers: signedHeaders,
          // As in Postman. The name of a server of AWS says both.
          ...(isOfAws(url) && !service ? {} : { service: service || 'execute-api' }),
          ...(isOfAws(url) && !region ? {} : { region: region || 'us-east-1' }),
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

const isOfAws = ({ hostname }: URL): boolean => /\.amazonaws\.com(?:\.cn)?$/i.test(hostname);
