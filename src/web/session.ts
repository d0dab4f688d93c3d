/**
 * Who may talk to the web host. A code that works once is exchanged for a cookie: what stands in an address, and
 * so in the list of processes and in the browser's history, opens nothing a second time.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface Sessions {
  /** A new code; the ones before it stop working. */
  newCode(): string;
  /** The value of the session cookie, when the code is the current one. */
  exchange(code: string | null): string | undefined;
  /** Whether the request carries a session's cookie. */
  isOpen(request: IncomingMessage): boolean;
}

const secret = () => randomBytes(32).toString('base64url');

export function createSessions(cookieName: () => string): Sessions {
  let code: string | undefined;
  const sessions: string[] = [];
  return {
    newCode: () => (code = secret()),
    exchange(given) {
      if (!code || !given || !same(given, code)) return undefined;
      code = undefined;
      const session = secret();
      sessions.push(session);
      return `${cookieName()}=${session}; HttpOnly; SameSite=Strict; Path=/`;
    },
    isOpen(request) {
      const wanted = `${cookieName()}=`;
      const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
      const given = cookies.find((cookie) => cookie.startsWith(wanted))?.slice(wanted.length);
      return given !== undefined && sessions.some((session) => same(given, session));
    },
  };
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
