/**
 * Who may talk to the web host. A one-time code is exchanged for a cookie, so that the address with the code, which the
 * browser keeps in its history, opens nothing a second time.
 *
 * Browsers send the cookie to every port of 127.0.0.1, so also to a server of another user of this computer. That is why a
 * session has a key as well, which the page keeps in the storage of its own origin. Without it, the cookie gives only the
 * files of the interface.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const CODE_MS = 5 * 60_000;
/** Each browser that signs in has one session; beyond this, the oldest ends. */
export const MAX_SESSIONS = 16;

export interface Sessions {
  /** A new code, valid for CODE_MS; the ones before it stop working. */
  newCode(): string;
  /**
   * A new session, when the code is the current one: its Set-Cookie header, and the key for its page. A wrong code leaves the
   * current one valid.
   */
  exchange(code: string | null): { cookie: string; key: string } | undefined;
  /** Whether the request carries a session's cookie. */
  isOpen(request: IncomingMessage): boolean;
  /** Whether an upgrade to a WebSocket carries a session's cookie, and its key among the subprotocols. */
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
    exchange(candidate) {
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
      const offered = valuesOf(request.headers['sec-websocket-protocol'], ',');
      return session !== undefined && offered.some((protocol) => equal(protocol, session.key));
    },
  };
}

const valuesOf = (header: string | undefined, separator: string): string[] =>
  (header ?? '').split(separator).map((value) => value.trim());

/** In constant time for texts of the same length; all secrets have the same length. */
function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
