/** How a request is sent, and what came of it. */
import type { CookieJarOnDemand } from './cookies/cookie-jar.ts';
import type { ConnectionSettings } from '../../contract/collection/connection.ts';
import type { HttpHop } from '../../contract/http/http.ts';
import type { RequestSettings } from '../../contract/collection/request-settings.ts';
import type { HopAuth } from './auth/hop-auth.ts';
import type { BodyFilePolicy } from './body/body-files.ts';
import type { ReadOptions } from './body/read-body.ts';

export interface SendOptions extends ReadOptions {
  signal: AbortSignal;
  jar?: CookieJarOnDemand | undefined;
  /** Milliseconds for the whole exchange. Left out: never. */
  timeoutMs?: number | undefined;
  /** Default 10; 0 answers with the redirect itself. */
  maxRedirects?: number;
  /** A redirect beyond that number is the answer, as in Bruno; left out: it is an error. */
  answersWithRedirect?: boolean;
  /** Which files a body may send; left out: none. */
  bodyFiles?: BodyFilePolicy | undefined;
  /** What relative paths of certificates are relative to. */
  folder?: string;
  /** Certificates and proxy. Default: those of the environment. */
  connection?: ConnectionSettings | undefined;
  auth?: HopAuth | undefined;
  /** Settings that change what is sent; the time limit, the cookies and the number of redirects are above. */
  settings?: RequestSettings | undefined;
  /** Receives a sentence for the console, such as which headers a redirect to another origin did not take along. */
  onWarning?: (text: string) => void;
  /** Hears of the answer when its head is there; its body follows. */
  onResponse?: (hop: HttpHop) => void;
}
export interface HttpExchange {
  /** The last hop is the answer. */
  hops: [HttpHop, ...HttpHop[]];
  body: Buffer;
  /** Bytes of the body as they came over the wire. */
  downloadedBytes: number;
}
