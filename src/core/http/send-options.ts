/** The options with which a request is sent, and the result. */
import type { CookieJarOnDemand } from './cookies/cookie-jar.ts';
import type { ConnectionSettings } from '../../contract/collection/connection.ts';
import type { HttpHop } from '../../contract/http/http.ts';
import type { RequestSettings } from '../../contract/collection/request-settings.ts';
import type { HopAuth } from './auth/hop-auth.ts';
import type { BodyFilePolicy } from './body/body-files.ts';
import type { ReadBody, ReadOptions } from './body/read-body.ts';

export interface SendOptions extends ReadOptions {
  signal: AbortSignal;
  jar?: CookieJarOnDemand | undefined;
  /** Milliseconds for the whole exchange. Absent: no timeout. */
  timeoutMs?: number | undefined;
  /** Default 10; with 0 the redirect itself is the response. */
  maxRedirects?: number | undefined;
  /**
   * True: as in Bruno, a redirect beyond that number is the response instead of an error, only 301, 302, 303, 307 and
   * 308 are redirects, and cookies are sent in the order of the jar.
   */
  likeBruno?: boolean;
  /** True: a request is not sent again on another connection when the server closes the kept one that it was sent on. */
  neverRepeats?: boolean;
  /** Decides which files a body may send; absent: none. */
  bodyFiles?: BodyFilePolicy | undefined;
  /** The folder that relative paths of certificates are relative to. */
  folder?: string | undefined;
  /** Certificates and proxy. Default: those of the environment. */
  connection?: ConnectionSettings | undefined;
  auth?: HopAuth | undefined;
  /** Settings that change the sent request; timeout, cookies and the number of redirects are members above. */
  settings?: RequestSettings | undefined;
  /** Receives a sentence for the console, such as which headers were withheld after a redirect to another origin. */
  onWarning?: (text: string) => void;
  /** Called with the address to which a redirect leads, before it is requested. */
  onRedirect?: (url: URL) => void;
  /** Called when the head of the response has arrived, before its body. */
  onResponse?: (hop: HttpHop) => void;
}
export interface HttpExchange extends ReadBody {
  /** The last hop is the response. */
  hops: [HttpHop, ...HttpHop[]];
}

/** The hop whose response is that of the exchange. */
export const lastHop = ({ hops }: Pick<HttpExchange, 'hops'>): HttpHop => hops.at(-1) ?? hops[0];
