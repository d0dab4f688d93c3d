/** The text and the JSON of a received body, however it was compressed and encoded; never throws. */
import zlib from 'node:zlib';
import { bodyText } from '../http/body-text.ts';

const MAX_EXPANDED = 64 * 1024 * 1024;

export function parseBody(
  body: Buffer,
  headers: readonly { name: string; value: string }[],
): { text: string; json: unknown } {
  const header = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
  const text = decode(expand(body, header('content-encoding')), header('content-type'));
  try {
    return { text, json: JSON.parse(text) };
  } catch {
    return { text, json: undefined };
  }
}

function expand(body: Buffer, coding: string | undefined): Buffer {
  const limit = { maxOutputLength: MAX_EXPANDED };
  try {
    switch (coding?.trim().toLowerCase()) {
      case 'gzip':
      case 'x-gzip':
        return zlib.gunzipSync(body, limit);
      case 'deflate':
        return zlib.inflateSync(body, limit);
      case 'br':
        return zlib.brotliDecompressSync(body, limit);
      default:
        return body;
    }
  } catch {
    return body;
  }
}

function decode(body: Buffer, contentType: string | undefined): string {
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder('utf-16le').decode(body);
  if (body[0] === 0xfe && body[1] === 0xff) return new TextDecoder('utf-16be').decode(body);
  return bodyText(body, contentType);
}
