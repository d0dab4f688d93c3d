/** What may stand before the document type: a byte order mark, white space, a comment, an XML declaration. */
const BEFORE_DOCTYPE = /\ufeff|\s+|<!--[^]*?-->|<\?[^>]*>/y;
const DOCTYPE = /<!doctype[^>]*>/iy;

/**
 * The page with new windows as the target of its links. A sandboxed frame opens none, so that a click does nothing;
 * otherwise the frame would show the browser's page about a blocked address. A link with a target of its own keeps it.
 */
export function withoutNavigation(html: string): string {
  let at = 0;
  for (let length = 1; length > 0; at += length) length = lengthOf(BEFORE_DOCTYPE, html, at);
  // Before the document type it would change how the page is laid out.
  const start = at + lengthOf(DOCTYPE, html, at);
  const from = start === at ? 0 : start;
  return `${html.slice(0, from)}<base target="_blank">${html.slice(from)}`;
}

/** The length of the match that begins at this index; 0 without one. @param pattern is sticky */
function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
