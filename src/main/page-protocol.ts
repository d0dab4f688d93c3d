/** Serves `outrigger://app/`: the built interface with its own origin, without a server and without `file:`. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contentSecurityPolicy } from '../contract/content-security-policy.ts';
import { isPageFile, pageHeaders, pageType } from '../contract/page-files.ts';

export const SCHEME = 'outrigger';
/** The origin of pages with this scheme. */
export const ORIGIN = `${SCHEME}://app`;
export const PAGE = `${ORIGIN}/index.html`;

/** The scheme's properties, which Electron requires before it is ready. */
export const privileges = { scheme: SCHEME, privileges: { standard: true, secure: true, codeCache: true } };

/** Answers a request for a file of the built interface; anything else is not found. */
export async function answerPage(renderer: string, url: string): Promise<Response> {
  const { host = '', pathname = '' } = URL.canParse(url) ? new URL(url) : {};
  const isServed = host === 'app' && isPageFile(pathname);
  const content = isServed ? await readFile(path.join(renderer, pathname)).catch(() => undefined) : undefined;
  if (!content) return new Response('There is no such page.', { status: 404, headers: pageHeaders });
  return new Response(content, {
    headers: {
      ...pageHeaders,
      'Content-Security-Policy': contentSecurityPolicy,
      'Content-Type': pageType(pathname) ?? 'application/octet-stream',
    },
  });
}
