/** An agent whose requests go through a proxy. */
import net from 'node:net';
import tls from 'node:tls';
import type { Agent, buildConnector, Dispatcher, Pool, ProxyAgent } from 'undici';
import { endedBy, type Opening } from './opening.ts';
import type { Proxy } from './proxies.ts';

/** @param direct for the servers of NO_PROXY @param opening gets the connections to the proxy, and through it */
export async function agentOfProxy(
  { uri, forAllServers }: Proxy,
  direct: Agent.Options & { connect: buildConnector.connector },
  { requestTls, proxyTls }: Required<Pick<ProxyAgent.Options, 'requestTls' | 'proxyTls'>>,
  opening: Opening,
): Promise<Dispatcher> {
  const undici = await import('undici');
  const ended = ({ connect, ...options }: Pool.Options = {}) =>
    typeof connect === 'function' ? { ...options, connect: endedBy(opening, connect, true) } : options;
  const options = {
    proxyTunnel: false,
    requestTls,
    proxyTls: { ...proxyTls, ...identityByAddress(uri) },
    clientFactory: (origin: URL, ofProxy: object) => withEndedTunnels(new undici.Pool(origin, ended(ofProxy)), opening),
    factory: (origin: string | URL, ofServer: Pool.Options) =>
      direct.connections === 1 ? new undici.Client(origin, ended(ofServer)) : new undici.Pool(origin, ended(ofServer)),
  };
  const { connect, ...others } = direct;
  if (forAllServers) return new undici.ProxyAgent({ ...others, ...options, uri });
  // The servers of NO_PROXY are contacted directly; for all others, this agent replaces `connect` by its own.
  return new undici.EnvHttpProxyAgent({ ...others, connect, ...options, httpProxy: uri, httpsProxy: uri });
}

/** A proxy need not answer CONNECT, nor the server behind it the TLS handshake. */
function withEndedTunnels(pool: Pool, opening: Opening): Pool {
  const connect = pool.connect.bind(pool);
  async function connectTunnel(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    // Only requests over TLS need a tunnel.
    const { origin } = new URL(`https://${options.path}`);
    const stop = new AbortController();
    const forget = opening.add(origin, (reason) => stop.abort(reason));
    const tunnel = await connect({ ...options, signal: stop.signal }).finally(forget);
    const { socket } = tunnel;
    if (!(socket instanceof net.Socket)) return tunnel;
    const bytesRead = socket.bytesRead;
    const isSilent = () => socket.bytesRead === bytesRead;
    socket.once(
      'close',
      opening.add(origin, (reason) => isSilent() && socket.destroy(reason)),
    );
    return tunnel;
  }
  return Object.assign(pool, { connect: connectTunnel });
}

/**
 * undici gives the host of a proxy as the name of its server, which must not be an address. The certificate of a proxy
 * with an address is compared with that address.
 */
function identityByAddress(uri: string): Pick<tls.ConnectionOptions, 'servername' | 'checkServerIdentity'> {
  const address = new URL(uri).hostname.replace(/^\[|\]$/g, '');
  if (net.isIP(address) === 0) return {};
  return {
    servername: 'proxy.invalid',
    checkServerIdentity: (_name, certificate) => tls.checkServerIdentity(address, certificate),
  };
}
