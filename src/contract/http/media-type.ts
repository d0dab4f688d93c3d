/**
 * The media type of a Content-Type header, in lower case and without parameters; empty for an invalid header.
 * Parameters are arbitrary text of the server: `image/svg+xml;pdf` is a picture.
 */
export function mediaType(contentType: string): string {
  if (last?.contentType !== contentType) last = { contentType, type: readMediaType(contentType) };
  return last.type;
}

/** Senders repeat the header in every request, and thousands of them arrive each second. */
let last: { contentType: string; type: string } | undefined;

function readMediaType(contentType: string): string {
  const essence = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(essence) ? essence : '';
}

/** Whether bodies of this type are not text. */
export const isBinaryType = (contentType: string): boolean =>
  /^(image\/(?!svg)|audio\/|video\/|font\/|application\/(pdf|zip|gzip|octet-stream|x-(zip|gzip).*|.*\+zip)$)/.test(
    mediaType(contentType),
  );
