/** The proxy of a request: that of the settings, or that of the environment variables. */
import type { ConnectionSettings } from '../../../contract/collection/connection.ts';
import { codedError } from '../../../contract/errors.ts';
import { percentDecode } from '../../platform/percent-decode.ts';

export interface Proxy {
  uri: string;
  /** False for the servers of the variable NO_PROXY. */
  forAllServers: boolean;
}

/** By the scheme of a request's URL. */
export type EnvironmentProxies = Record<'http' | 'https', string | undefined>;

/** The lower-case names come first, and a proxy without a scheme is one over HTTP, as in curl. */
export function proxiesOfEnvironment(env: NodeJS.ProcessEnv): EnvironmentProxies {
  const proxyOf = (name: string) => {
    const text = env[name] ?? env[name.toUpperCase()];
    return text && (/^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  };
  const http = proxyOf('http_proxy');
  return { http, https: proxyOf('https_proxy') ?? http };
}

/** @throws ProxyProblem for what is not the address of a proxy */
export function proxyFor(
  { proxy, proxyUrl }: ConnectionSettings,
  { protocol }: URL,
  environment: EnvironmentProxies,
): Proxy | undefined {
  if (proxy === 'custom')
    return checked({ uri: proxyUrl, forAllServers: true }, 'under “Proxy and certificates” in the settings');
  const uri = environment[protocol === 'https:' ? 'https' : 'http'];
  if (proxy !== 'system' || !uri) return undefined;
  return checked({ uri, forAllServers: false }, 'in the environment variables HTTP_PROXY and HTTPS_PROXY');
}

/** The address without a path, which undici refuses, and with its user and password encoded, as undici decodes them. */
function originWithUser(url: URL): string {
  const user = [url.username, url.password].map((part) => encodeURIComponent(percentDecode(part))).join(':');
  return `${url.protocol}//${user === ':' ? '' : `${user}@`}${url.host}`;
}

function checked(proxy: Proxy, where: string): Proxy {
  const url = URL.parse(proxy.uri);
  if (url && /^https?:/i.test(proxy.uri)) return { ...proxy, uri: originWithUser(url) };
  // Up to the last "@", because a password that is not encoded may have one, and "/".
  const shown = proxy.uri.replace(/\/\/.*@/s, '//');
  throw codedError(
    'ProxyProblem',
    shown === '' ? 'A proxy is chosen, and its address is empty.' : `"${shown}" is not the address of a proxy.`,
    `Write it as http://host:port ${where}.`,
  );
}
