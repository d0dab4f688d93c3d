/**
 * Recognises requests of web pages. Any page that the user visits can send requests to a listener on loopback, and the
 * requested host name proves nothing, because tunnels change the Host header. Services that send webhooks are not
 * browsers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Browsers add the header `Origin` to each request that could change something; no page can prevent that. */
export function isFromWebPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin !== undefined || site === 'cross-site' || site === 'same-site';
}

/** Recognises a person who opens the listener's address in a browser. */
export function isVisit({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return url === '/favicon.ico' || (url === '/' && (headers.accept ?? '').includes('text/html'));
}

/**
 * Allows pages of any site to send requests with any header, and to read the response, which contains only a number.
 */
export function allowWebPage(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (request.method !== 'OPTIONS') return;
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  const headers = request.headers['access-control-request-headers'];
  if (headers !== undefined) response.setHeader('Access-Control-Allow-Headers', headers);
  if (request.headers['access-control-request-private-network'] === 'true') {
    response.setHeader('Access-Control-Allow-Private-Network', 'true');
  }
}
