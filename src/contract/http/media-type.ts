/**
 * What a Content-Type names: the essence, before any parameter, in small letters; empty where it is none. Parameters are
 * a server's own text: `image/svg+xml;pdf` is a picture.
 */
export function mediaType(contentType: string): string {
  const essence = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(essence) ? essence : '';
}

/** Bytes that are no text. */
export const isBinaryType = (contentType: string): boolean =>
  /^(image\/(?!svg)|audio\/|video\/|font\/|application\/(pdf|zip|gzip|octet-stream|x-(zip|gzip).*|.*\+zip)$)/.test(
    mediaType(contentType),
  );
