/** Serves the built interface over HTTP, with headers that restrict its use by other pages. */
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { contentSecurityPolicy } from '../contract/content-security-policy.ts';
import { isPageFile, pageHeaders, pageType } from '../contract/page-files.ts';

const headers = {
  ...pageHeaders,
  'Content-Security-Policy': `${contentSecurityPolicy}; frame-ancestors 'none'`,
  'X-Frame-Options': 'DENY',
};

export async function sendFile(root: string, pathname: string, response: ServerResponse): Promise<void> {
  const name = pathname === '/' ? '/index.html' : pathname;
  const content = isPageFile(name) ? await readFile(path.join(root, name)).catch(() => undefined) : undefined;
  if (!content) return sendText(response, 404, 'There is no such page.');
  response.writeHead(200, {
    ...headers,
    'Content-Type': pageType(name),
    // The names of assets contain a hash of their content.
    'Cache-Control': name.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store',
  });
  response.end(content);
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${text}\n`);
}

/** Sends a page that the host generates. */
export function sendPage(response: ServerResponse, html: string, more: Record<string, string>): void {
  response.writeHead(200, {
    ...headers,
    ...more,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(html);
}
