/** An agent: the connections with one set of settings, their certificates and their proxy. */
import { constants } from 'node:crypto';
import dns from 'node:dns';
import net, { type Socket } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import type { buildConnector, Dispatcher } from 'undici';
import type { ConnectionSettings } from '../../../contract/collection/connection.ts';
import { codedError } from '../../../contract/errors.ts';
import type { RequestSettings } from '../../../contract/collection/request-settings.ts';
import { readRegularFile } from '../../platform/files/read-regular-file.ts';
import type { ClientCertificate } from './client-certificates.ts';
import type { Proxy } from './proxies.ts';
import { tellConnection } from '../dispatch.ts';
import { createOpening, endedBy, registerOpening, type ConnectTo } from './opening.ts';
import { agentOfProxy } from './proxy-agent.ts';

export interface ConnectionNeeds {
  connection: ConnectionSettings;
  /** The folder that relative paths of certificates are relative to. */
  folder: string;
  settings?: Pick<RequestSettings, 'httpVersion' | 'tlsDisabledProtocols' | 'tlsCiphers'> | undefined;
}

export interface Way {
  certificate: ClientCertificate | undefined;
  proxy: Proxy | undefined;
}

const CONNECT_TIMEOUT_MS = 30_000;
/** Of a file with certificates or a key: all public authorities together take 0.2 MB. */
export const MAX_CERTIFICATE_BYTES = 10 * 1024 * 1024;
/** Of all headers of a response. */
export const MAX_HEADER_BYTES = 256 * 1024;
const defaultOptions = {
  allowH2: true,
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 10_000,
  maxHeaderSize: MAX_HEADER_BYTES,
};

interface Tls {
  rejectUnauthorized: boolean;
  ca?: string[];
  cert?: Buffer;
  key?: Buffer;
  pfx?: Buffer;
  passphrase?: string;
  ciphers?: string;
  secureOptions?: number;
}

/**
 * Loads undici lazily, because that takes as long as a small script. Callers that know a request will come load it
 * before.
 */
export async function loadUndici() {
  const [{ default: Agent }, { default: buildConnector }] = await Promise.all([
    import('undici/lib/dispatcher/agent.js'),
    import('undici/lib/core/connect.js'),
  ]);
  return { Agent, buildConnector };
}

/**
 * @param way the certificate and the proxy for the address
 * @param isSingle for an agent with one connection
 * @param closing ends connections that are being opened, which undici would wait for
 */
export async function makeAgent(
  { connection: { checkCertificates, ca }, folder, settings = {} }: ConnectionNeeds,
  { certificate, proxy }: Way,
  isSingle: boolean,
  closing: AbortSignal,
): Promise<Dispatcher> {
  const read = (file: string) => readCertificate(path.resolve(folder, file));
  const secure: Tls = { rejectUnauthorized: checkCertificates, ...tlsOptions(settings) };
  if (ca.length > 0) {
    const authorities = await Promise.all(ca.map(read));
    secure.ca = [...tls.rootCertificates, ...authorities.map((bytes) => bytes.toString())];
  }
  // A proxy is another server than the one that the certificate is for.
  const proxyTls = { ...secure };
  if (certificate?.pfx) secure.pfx = await read(certificate.pfx);
  else if (certificate) {
    secure.cert = await read(certificate.cert);
    secure.key = await read(certificate.key || certificate.cert);
  }
  if (certificate?.passphrase) secure.passphrase = certificate.passphrase;
  try {
    if (certificate) tls.createSecureContext(secure);
  } catch (error) {
    const message = `The client certificate for ${certificate?.domain ?? ''} cannot be used: ${(error as Error).message}`;
    throw codedError('CertificateProblem', message, 'Check its files and its passphrase in the settings.');
  }
  const options = {
    ...defaultOptions,
    allowH2: settings.httpVersion !== '1.1',
    ...(isSingle ? { connections: 1, pipelining: 1, allowH2: false } : {}),
  };
  const { Agent, buildConnector } = await loadUndici();
  const connectTo = buildConnector({ ...secure, lookup, timeout: CONNECT_TIMEOUT_MS, allowH2: options.allowH2 });
  const opening = createOpening(closing);
  const direct = { ...options, connect: endedBy(opening, timed(connectTo)) };
  const agent = proxy
    ? await agentOfProxy(proxy, direct, { requestTls: secure, proxyTls }, opening)
    : new Agent(direct);
  registerOpening(agent, opening);
  return agent;
}

/** Names below `localhost` are this computer, as in browsers and Postman; most resolvers know none of them. */
const lookup: net.LookupFunction = (name, options, callback) =>
  dns.lookup(/\.localhost\.?$/i.test(name) ? 'localhost' : name, options, callback);

/** @throws InvalidRequest for ciphers that do not exist */
function tlsOptions({ tlsDisabledProtocols, tlsCiphers }: NonNullable<ConnectionNeeds['settings']>): Partial<Tls> {
  const options: Partial<Tls> = {};
  for (const name of tlsDisabledProtocols ?? []) {
    const flag: unknown = Object.entries(constants).find(([constant]) => constant === `SSL_OP_NO_${name}`)?.[1];
    if (typeof flag === 'number') options.secureOptions = (options.secureOptions ?? 0) | flag;
  }
  if (tlsCiphers && tlsCiphers.length > 0) options.ciphers = tlsCiphers.join(':');
  // A context takes 10 ms, because the system's certificates are read for it, so it is made only to validate options.
  if (Object.keys(options).length === 0) return options;
  try {
    tls.createSecureContext(options);
  } catch (error) {
    const message = `The TLS settings of the request cannot be used: ${(error as Error).message}.`;
    throw codedError('InvalidRequest', message, 'Correct them in the settings of the request.');
  }
  return options;
}

/** Measures the parts of connecting. */
function timed(connectTo: buildConnector.connector): ConnectTo {
  return (target, callback) => {
    const startMs = performance.now();
    let lookupEndMs: number | undefined;
    let connected: number | undefined;
    const socket = connectTo(target, (...result: Parameters<typeof callback>) => {
      const [error, open] = result;
      if (!error && open) {
        const now = performance.now();
        const secure = target.protocol === 'https:';
        const tcpEnd = connected ?? now;
        tellConnection(open, {
          ...(lookupEndMs === undefined ? {} : { dns: lookupEndMs - startMs }),
          tcp: tcpEnd - (lookupEndMs ?? startMs),
          ...(secure ? { tls: now - tcpEnd } : {}),
        });
      }
      callback(...result);
    }) as unknown as Socket | undefined;
    socket?.once('lookup', () => (lookupEndMs = performance.now()));
    socket?.once('connect', () => (connected = performance.now()));
    return socket;
  };
}

async function readCertificate(file: string): Promise<Buffer> {
  try {
    return await readRegularFile(file, MAX_CERTIFICATE_BYTES);
  } catch (error) {
    const message = `The certificate ${file} cannot be read: ${(error as Error).message}`;
    throw codedError('CertificateProblem', message, 'Correct its path in the settings.');
  }
}
