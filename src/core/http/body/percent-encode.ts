/** Percent-encodes all but letters, digits, `-`, `.`, `_` and `~` (RFC 3986): what forms and OAuth 1 need. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
