/** Chooses the client certificate for a server. A certificate identifies the user, so no other server may see it. */
import type { ConnectionSettings } from '../../../contract/collection/connection.ts';

export type ClientCertificate = ConnectionSettings['clientCertificates'][number];

/** Stands for a host in the settings: the server of the first request over TLS, and no other one. No host has this name. */
export const FIRST_SERVER = 'first server';

/** @returns a function that chooses the certificate for a server, and remembers which server was the first */
export function createCertificateChoice() {
  const firstServers = new WeakMap<ClientCertificate, string>();
  function isFor(certificate: ClientCertificate, url: URL): boolean {
    const domain = certificate.domain.trim().toLowerCase();
    if (domain !== FIRST_SERVER) return isNamed(domain, url);
    const first = firstServers.get(certificate) ?? url.host;
    firstServers.set(certificate, first);
    return first === url.host;
  }
  return ({ clientCertificates }: ConnectionSettings, url: URL): ClientCertificate | undefined =>
    url.protocol === 'https:' ? clientCertificates.find((certificate) => isFor(certificate, url)) : undefined;
}

function isNamed(domain: string, url: URL): boolean {
  const server = domain.replace(/^https?:\/\//, '').replace(/\/.*$/, '');
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(server) ?? [];
  if (port !== undefined && port !== (url.port || '443')) return false;
  if (host === '*') return true;
  if (host.startsWith('*.')) return url.hostname.endsWith(host.slice(1));
  return host !== '' && url.hostname === host;
}

/** The settings for another origin than the requested one, without certificates that are not for a certain server. */
export function withoutGeneralCertificates(connection: ConnectionSettings): ConnectionSettings {
  const { clientCertificates } = connection;
  const namedCertificates = clientCertificates.filter(({ domain }) => !['*', FIRST_SERVER].includes(domain.trim()));
  return namedCertificates.length === clientCertificates.length
    ? connection
    : { ...connection, clientCertificates: namedCertificates };
}
