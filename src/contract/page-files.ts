/** The files of the interface's page, for both hosts that serve it. */

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  woff2: 'font/woff2',
  png: 'image/png',
};

/** The media type of a file by its extension; undefined when no such file is served. */
export function pageType(pathname: string): string | undefined {
  const ending = pathname.split('.').at(-1) ?? '';
  return Object.hasOwn(types, ending) ? types[ending] : undefined;
}

/** Accepts only plain names in one folder or its subfolder `assets/`, so that no path leads out of it. */
export function isPageFile(pathname: string): boolean {
  return pageType(pathname) !== undefined && /^\/(assets\/)?[\w-]+(\.[\w-]+)*$/.test(pathname);
}

export const pageHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=()',
};
