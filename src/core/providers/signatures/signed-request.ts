/** A webhook as its signature sees it: the bytes as sent, and the address that the sender called. */

export interface SignedRequest {
  method: string;
  /** With the query, as it was received. */
  path: string;
  headers: readonly { name: string; value: string }[];
  /** As sent: neither unpacked nor decoded. */
  body: Uint8Array;
  /** The address that the sender called, where it is known to differ from what the headers say. */
  url?: string | undefined;
}

/** The first value of a header, without the white space around it; undefined where there is none. */
export function headerOf({ headers }: Pick<SignedRequest, 'headers'>, name: string): string | undefined {
  const lowerName = name.toLowerCase();
  return headers.find((header) => header.name.toLowerCase() === lowerName)?.value.trim();
}

/**
 * The public address as the headers of a proxy or a tunnel say it. The signature covers it, so that a wrong header only
 * makes the signature invalid.
 */
export function urlOf(request: SignedRequest): string {
  if (request.url !== undefined) return request.url;
  const firstOf = (name: string) => headerOf(request, name)?.split(',')[0]?.trim();
  const host = firstOf('x-forwarded-host') ?? headerOf(request, 'host') ?? '';
  // A tunnel that does not say how it was called was called by https: senders accept no other address.
  const scheme = firstOf('x-forwarded-proto') ?? (/^(?:localhost|127\.|\[::1\])/i.test(host) ? 'http' : 'https');
  return `${scheme}://${host}${request.path}`;
}
