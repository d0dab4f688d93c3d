/** Path and query of an HTTP request, without `new URL`, which throws for targets such as `//`. */

export interface RequestTarget {
  /** Begins with `/`; percent escapes are not decoded. */
  pathname: string;
  query: URLSearchParams;
}

/**
 * Parses a request target of the form `/path?query`. Never throws.
 * @returns undefined for every other form (`*`, `http://host/path`, `host:port`), which clients send only to proxies
 */
export function parseRequestTarget(target: string | undefined): RequestTarget | undefined {
  if (!target?.startsWith('/')) return undefined;
  const end = target.indexOf('?');
  const pathname = end < 0 ? target : target.slice(0, end);
  return { pathname, query: new URLSearchParams(end < 0 ? '' : target.slice(end + 1)) };
}
