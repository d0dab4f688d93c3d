/** Decodes a body by the charset of its Content-Type; UTF-8 where none is named. */
import { isUtf8 } from 'node:buffer';
import { decode, encodingExists } from 'iconv-lite';

const isNameOfUtf8 = (charset: string): boolean => /^utf-?8$/i.test(charset);

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

export function charsetOf(contentType: string | undefined): string {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  // UTF-8 first: the other encodings are loaded when one of them is asked for.
  return charset && (isNameOfUtf8(charset) || encodingExists(charset)) ? charset : 'utf-8';
}

export function bodyText(body: Buffer, contentType: string | undefined): string {
  const charset = charsetOf(contentType);
  if (isNameOfUtf8(charset)) {
    // Many times faster than TextDecoder, which would also remove the byte order mark.
    const text = body.toString();
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }
  return decode(body, charset);
}

/** The same text as bytes of UTF-8; those of the body itself, where that is the text already. */
export function bodyTextBytes(body: Buffer, contentType: string | undefined): Buffer {
  const isText = isNameOfUtf8(charsetOf(contentType)) && isUtf8(body);
  if (!isText) return Buffer.from(bodyText(body, contentType));
  return body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? body.subarray(3) : body;
}
