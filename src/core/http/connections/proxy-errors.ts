/** Errors of a proxy, which otherwise read as if the server of the request had failed. */
import type { ConnectionSettings } from '../../../contract/collection/connection.ts';
import { codedError, type CodedError } from '../../../contract/errors.ts';
import { proxiesOfEnvironment } from './proxies.ts';

const REFUSED = /^Proxy response \((\d{3})\)|^Proxy Authentication Required \((407)\)/;

/** The fields of Node's error about a connection that was not established. */
export interface ConnectionError extends Error {
  hostname?: string;
  port?: number;
}

/** The addresses of the proxies that a request may have used. */
export function proxiesOf({ proxy, proxyUrl }: ConnectionSettings, env: NodeJS.ProcessEnv = process.env): string[] {
  if (proxy === 'custom') return [proxyUrl];
  if (proxy !== 'system') return [];
  return Object.values(proxiesOfEnvironment(env)).flatMap((uri) => uri ?? []);
}

/** @returns the host of the proxy to which the connection was not established; undefined: it was another server */
export function failedProxy({ hostname, port }: ConnectionError, proxies: readonly string[]): string | undefined {
  return proxies
    .flatMap((address) => URL.parse(address) ?? [])
    .find((proxy) => {
      const proxyPort = Number(proxy.port || (proxy.protocol === 'https:' ? 443 : 80));
      return hostname === undefined ? port === proxyPort : hostname === proxy.hostname;
    })?.host;
}

/** @param failure what happened at the proxy, with its name */
export const proxyFailed = (failure: string): CodedError =>
  codedError('ProxyProblem', `${failure} That is the proxy of the request.`);

/** The error of a proxy that has answered but does not pass the request on. */
export function proxyRefused({ message }: Error, host: string): CodedError | undefined {
  const [, tunnel, authentication] = REFUSED.exec(message) ?? [];
  const status = tunnel ?? authentication;
  if (status === undefined) return undefined;
  if (status !== '407')
    return codedError('ProxyProblem', `The proxy did not connect to ${host}: it answered ${status}.`);
  const remedy = 'Write them into the address of the proxy: http://user:password@host:port.';
  return codedError('ProxyProblem', 'The proxy asks for a user and a password (407).', remedy);
}
