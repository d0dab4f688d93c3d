/** Decodes a body by the charset of its Content-Type; UTF-8 where none is named. */
import iconv from 'iconv-lite';

export function charsetOf(contentType: string | undefined): string {
  const named = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  return named && iconv.encodingExists(named) ? named : 'utf-8';
}

export function bodyText(body: Buffer, contentType: string | undefined): string {
  const charset = charsetOf(contentType);
  if (/^utf-?8$/i.test(charset)) {
    // Many times faster than TextDecoder, which would also remove the byte order mark.
    const text = body.toString();
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }
  return iconv.decode(body, charset);
}
