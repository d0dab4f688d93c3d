/**
 * The view that authentication has of one exchange with a server (a redirect begins another one), and the changes it
 * may make.
 */
import { createHash } from 'node:crypto';
import type { HttpField, HttpHop } from '../../../contract/http/http.ts';
import { hasName } from '../../../contract/http/header-value.ts';
import type { EncodedBody } from '../body/encode-body.ts';

export interface HopTarget {
  method: string;
  url: URL;
  /** Path and query exactly as they are sent. */
  path: string;
  /** True when auth is not to change the encoding of the query. */
  keepsQuery?: boolean;
  headers: readonly HttpField[];
  body: EncodedBody | undefined;
}

/** Authentication that takes part in each exchange. */
export interface HopAuth {
  /** Signs the hop before it is sent. */
  sign?(target: HopTarget): Promise<HopTarget>;
  /** Headers for another try after a 401; undefined when there is no further answer to the challenge. */
  answer?(hop: HttpHop, target: HopTarget): Promise<HttpField[] | undefined>;
  /** Another exchange with the same server begins, because it has redirected the request. */
  redirected?(): void;
  /** True when every try has to use one connection, which is not shared. */
  ownConnection?: boolean;
}

export function headerOf(headers: readonly HttpField[], name: string): string | undefined {
  const lowerName = name.toLowerCase();
  return headers.findLast((header) => !header.disabled && hasName(header, lowerName))?.value;
}

/** The content of a body that is in memory; undefined for one that is streamed from disk. */
export function contentInMemory(body: EncodedBody | undefined): Buffer | undefined {
  const content = body?.content();
  if (content === undefined || Buffer.isBuffer(content)) return content;
  if (typeof content === 'string') return Buffer.from(content);
  content.destroy();
  return undefined;
}

/**
 * The hash of a body, in Base64 unless `encoding` says otherwise; files are read from disk once more for it.
 * @param before is hashed before the content and `after` after it; `limit` is the number of bytes that are hashed
 */
export async function hashBody(
  body: EncodedBody | undefined,
  algorithm: string,
  {
    before = '',
    after = '',
    limit = Infinity,
    encoding = 'base64',
  }: { before?: string; after?: string; limit?: number; encoding?: 'base64' | 'hex' } = {},
): Promise<string> {
  const hash = createHash(algorithm).update(before);
  const content = body?.content() ?? '';
  let bytesLeft = limit;
  for await (const piece of typeof content === 'string' || Buffer.isBuffer(content) ? [content] : content) {
    const bytes = Buffer.from(piece as Buffer | string);
    hash.update(bytes.subarray(0, bytesLeft));
    bytesLeft -= Math.min(bytesLeft, bytes.length);
    if (bytesLeft === 0) break;
  }
  return hash.update(after).digest(encoding);
}
