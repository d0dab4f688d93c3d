/** What of a request follows a redirect: to another origin (scheme, host or port) no credential goes. */
import type { HttpField } from '../../contract/http.ts';

const always = /^(authorization|proxy-authorization|cookie|host)$/i;
/** Headers that servers define themselves have no common name; these are the words that they use for credentials. */
const byName =
  /(^|[-_])(key|api-?key|token|secret|signature|password|credentials?|session|session-?id|jwt)$|(^|[-_])auth([-_]|$)/i;
/** Not a credential, although its name looks like one: it keeps a repeated request from being executed twice. */
const harmless = /^(x-)?idempotency-key$/i;

export const isCredential = ({ name, credential }: HttpField): boolean =>
  credential === true || always.test(name) || (byName.test(name) && !harmless.test(name));

export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** As browsers do: 303 becomes a GET, and 301 and 302 do unless the method was GET or HEAD. 307 and 308 keep both. */
export function changesToGet(status: number, method: string): boolean {
  if (method === 'GET' || method === 'HEAD') return status === 303;
  return status <= 303;
}

/** The sentence for the console. */
export function removalText(headers: readonly HttpField[], origin: string): string {
  const names = [...new Set(headers.map(({ name }) => name))].join(', ');
  return `The redirect leads to another origin, ${origin}. These headers were not sent there: ${names}.`;
}
