/** Percent-encodes everything but letters, digits, `-`, `.`, `_` and `~` (RFC 3986), as forms and OAuth 1 require. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (item) => `%${item.charCodeAt(0).toString(16).toUpperCase()}`,
  );
