import type { SentResponse } from '../../../contract/collection/collection.ts';
import { headerValueOf } from '../../../contract/http/header-value.ts';
import { mediaType } from '../../../contract/http/media-type.ts';
import { INVISIBLE } from '../../../contract/visible-text.ts';

/** The types whose name is the extension of their files; the suffix of `application/problem+json` counts as well. */
const NAMED_TYPE = /[/+](json|xml|html|csv|pdf|png|jpeg|gif|webp|svg|zip)(?=$|\+)/;

/**
 * The file name for a saved body: the server's (RFC 6266), or the end of the URL. It has no folders, and no characters
 * that a person would not see.
 */
export function bodyFileName(response: {
  headers: SentResponse['headers'];
  contentType: string;
  hops: readonly { url: string }[];
}): string {
  const { headers, hops, contentType } = response;
  const named = safeName(nameIn(headerValueOf(headers, 'content-disposition') ?? ''));
  if (named !== '') return named;
  const path = hops.at(-1)?.url.replace(/^https?:\/\/[^/]+|[?#].*$/g, '') ?? '';
  const last = safeName(decoded(path.split('/').at(-1) ?? '')) || 'response';
  return last.includes('.') ? last : `${last}.${extensionOf(mediaType(contentType))}`;
}

/** The name in a `Content-Disposition` header; empty without one. */
function nameIn(disposition: string): string {
  const encoded = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const [, quoted, plain] = /filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return decoded(encoded ?? '') || (quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '');
}

/** Empty where the percent signs encode no text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Empty for the names of folders, `.` and `..`. */
function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return /^\.+$/.test(last) ? '' : last.replaceAll(INVISIBLE, '_').replaceAll('"', '_');
}

function extensionOf(type: string): string {
  const name = NAMED_TYPE.exec(type)?.[1];
  return name ?? (type === '' || type.startsWith('text/') ? 'txt' : 'bin');
}
