/**
 * Who may talk to the web host. A one-time code is exchanged for a cookie, so that the address with the code, which the
 * browser keeps in its history, opens nothing a second time.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const CODE_MS = 5 * 60_000;
/** Each browser that signs in has one session; beyond this, the oldest ends. */
export const MAX_SESSIONS = 16;

export interface Sessions {
  /** A new code, valid for CODE_MS; the ones before it stop working. */
  newCode(): string;
  /** The Set-Cookie header of a new session, when the code is the current one. A wrong code leaves the current one valid. */
  exchange(code: string | null): string | undefined;
  /** Whether the request carries a session's cookie. */
  isOpen(request: IncomingMessage): boolean;
}

const secret = () => randomBytes(32).toString('base64url');

export function createSessions(cookieName: () => string): Sessions {
  let code: { text: string; expiresAt: number } | undefined;
  const sessions: string[] = [];
  return {
    newCode() {
      code = { text: secret(), expiresAt: performance.now() + CODE_MS };
      return code.text;
    },
    exchange(candidate) {
      if (!code || !candidate || performance.now() >= code.expiresAt || !equal(candidate, code.text)) return undefined;
      code = undefined;
      const session = secret();
      sessions.push(session);
      if (sessions.length > MAX_SESSIONS) sessions.shift();
      return `${cookieName()}=${session}; HttpOnly; SameSite=Strict; Path=/`;
    },
    isOpen(request) {
      const prefix = `${cookieName()}=`;
      const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
      const candidate = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length);
      return candidate !== undefined && sessions.some((session) => equal(candidate, session));
    },
  };
}

/** In constant time for texts of the same length; all secrets have the same length. */
function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
