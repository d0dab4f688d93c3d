/** The parts of a webhook that signatures cover: the bytes as sent, and the URL that the sender requested. */
import { headerValueOf } from '../../../contract/http/header-value.ts';

export interface SignedRequest {
  method: string;
  /** Including the query, exactly as received. */
  path: string;
  headers: readonly { name: string; value: string }[];
  /** As sent: neither decompressed nor decoded. */
  body: Uint8Array;
  /** The URL that the sender requested, where it is known to differ from the headers. */
  url?: string | undefined;
}

/** The first value of a header, trimmed; undefined where there is none. */
export function headerOf({ headers }: Pick<SignedRequest, 'headers'>, name: string): string | undefined {
  return headerValueOf(headers, name.toLowerCase())?.trim();
}

/**
 * The public URL according to the headers of a proxy or a tunnel. The signature covers it, so a wrong header can only
 * make the signature invalid.
 */
export function urlOf(request: SignedRequest): string {
  if (request.url !== undefined) return request.url;
  const firstOf = (name: string) => headerOf(request, name)?.split(',')[0]?.trim();
  const host = firstOf('x-forwarded-host') ?? headerOf(request, 'host') ?? '';
  // Without a scheme in the headers, the URL is https: senders accept no other public URL.
  const scheme = firstOf('x-forwarded-proto') ?? (/^(?:localhost|127\.|\[::1\])/i.test(host) ? 'http' : 'https');
  return `${scheme}://${host}${request.path}`;
}
