/**
 * Requests that a web page sends. Any page that the user visits can send to a listener on loopback, and the listener's
 * name proves nothing, because tunnels change the Host. Services that send webhooks are no browsers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Browsers name the page in each request that could change something; no page can prevent that. */
export function isFromWebPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin !== undefined || site === 'cross-site' || site === 'same-site';
}

/** Somebody looks whether the listener is there: what a browser asks for when its address is typed. */
export function isVisit({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return url === '/favicon.ico' || (url === '/' && (headers.accept ?? '').includes('text/html'));
}

/** Lets a page of any site send with any header, and read the answer, which holds only a number. */
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
