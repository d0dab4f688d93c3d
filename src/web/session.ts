/**
 * The sessions of the web host. A one-time code is redeemed for a cookie, so that the address with the code, which
 * stays in the browser's history, cannot be used a second time.
 *
 * Browsers send the cookie to every port of 127.0.0.1, and so to servers of other users of this computer. A session
 * therefore also has a key, which the page keeps in the storage of its own origin. The cookie without the key gives
 * access to the files of the interface only.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const CODE_MS = 5 * 60_000;
/** Each browser that signs in has one session; beyond this number, the oldest ends. */
export const MAX_SESSIONS = 16;

export interface Sessions {
  /** A new code, valid for CODE_MS; the ones before it stop working. */
  newCode(): string;
  /**
   * Creates a session if the code is the current one: its Set-Cookie header, and the key for its page. A wrong code
   * does not invalidate the current one.
   */
  redeem(code: string | null): { cookie: string; key: string } | undefined;
  /** Whether the request has a session's cookie. */
  isOpen(request: IncomingMessage): boolean;
  /** Whether an upgrade to a WebSocket has a session's cookie, and the session's key among the subprotocols. */
  mayConnect(request: IncomingMessage): boolean;
}
interface Session {
  cookie: string;
  key: string;
}

const secret = () => randomBytes(32).toString('base64url');

export function createSessions(cookieName: () => string): Sessions {
  let code: { text: string; expiresAt: number } | undefined;
  const sessions: Session[] = [];
  const find = (request: IncomingMessage): Session | undefined => {
    const prefix = `${cookieName()}=`;
    const cookies = valuesOf(request.headers.cookie, ';');
    const candidate = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length);
    return candidate === undefined ? undefined : sessions.find(({ cookie }) => equal(candidate, cookie));
  };
  return {
    newCode() {
      code = { text: secret(), expiresAt: performance.now() + CODE_MS };
      return code.text;
    },
    redeem(candidate) {
      if (!code || !candidate || performance.now() >= code.expiresAt || !equal(candidate, code.text)) return undefined;
      code = undefined;
      const session = { cookie: secret(), key: secret() };
      sessions.push(session);
      if (sessions.length > MAX_SESSIONS) sessions.shift();
      return { cookie: `${cookieName()}=${session.cookie}; HttpOnly; SameSite=Strict; Path=/`, key: session.key };
    },
    isOpen: (request) => find(request) !== undefined,
    mayConnect(request) {
      const session = find(request);
      const offeredProtocols = valuesOf(request.headers['sec-websocket-protocol'], ',');
      return session !== undefined && offeredProtocols.some((protocol) => equal(protocol, session.key));
    },
  };
}

const valuesOf = (header: string | undefined, separator: string): string[] =>
  (header ?? '').split(separator).map((value) => value.trim());

/** Compares in constant time; all secrets have the same length. */
function equal(a: string, b: string): boolean {
  const [leftBytes, rightBytes] = [Buffer.from(a), Buffer.from(b)];
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
}
