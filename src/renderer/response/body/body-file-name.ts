import type { SentResponse } from '../../../contract/collection/collection.ts';
import { headerValueOf } from '../../../contract/http/header-value.ts';

/** The file name for a saved body: the server's, or the end of the URL. */
export function bodyFileName({ headers, hops, contentType }: SentResponse): string {
  const disposition = headerValueOf(headers, 'content-disposition') ?? '';
  const fileName = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  if (fileName) return fileName;
  const last = /([^/?#]+)(?:[?#].*)?$/.exec(hops.at(-1)?.url.replace(/^https?:\/\/[^/]+/, '') ?? '')?.[1] ?? 'response';
  const extension = /json|xml|html|csv|pdf|png|jpeg|gif|webp|svg/i.exec(contentType)?.[0].toLowerCase() ?? 'txt';
  return last.includes('.') ? last : `${last}.${extension}`;
}
