/** Chooses the client certificate for a server. A certificate identifies the user, so no other server may see it. */
import type { ConnectionSettings } from '../../../contract/collection/connection.ts';

export type ClientCertificate = ConnectionSettings['clientCertificates'][number];

/** Stands for a host in the settings: the server of the first request over TLS, and no other one. No host has this name. */
export const FIRST_SERVER = 'first server';

const domainOf = ({ domain }: ClientCertificate): string => domain.trim().toLowerCase();

/** @returns a function that chooses the certificate for a server, and remembers which server was the first */
export function createCertificateChoice() {
  const firstServers = new WeakMap<ClientCertificate, string>();
  function isFor(certificate: ClientCertificate, url: URL): boolean {
    const domain = domainOf(certificate);
    if (domain !== FIRST_SERVER) return isNamed(domain, url);
    const first = firstServers.get(certificate) ?? url.host;
    firstServers.set(certificate, first);
    return first === url.host;
  }
  return ({ clientCertificates }: ConnectionSettings, url: URL): ClientCertificate | undefined =>
    url.protocol === 'https:' ? clientCertificates.find((certificate) => isFor(certificate, url)) : undefined;
}

function serverOf(domain: string): { host: string; port: string | undefined } {
  const server = domain.replace(/^https?:\/\//, '').replace(/\/.*$/, '');
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(server) ?? [];
  return { host, port };
}

function isNamed(domain: string, url: URL): boolean {
  const { host, port } = serverOf(domain);
  if (port !== undefined && port !== (url.port || '443')) return false;
  if (host === '*') return true;
  if (host.startsWith('*.')) return url.hostname.endsWith(host.slice(1));
  return host !== '' && url.hostname === host;
}

/** The settings for another origin than the requested one, without certificates that are not for a certain server. */
export function withoutGeneralCertificates(connection: ConnectionSettings): ConnectionSettings {
  const { clientCertificates } = connection;
  const namedCertificates = clientCertificates.filter((certificate) => {
    const domain = domainOf(certificate);
    return domain !== FIRST_SERVER && serverOf(domain).host !== '*';
  });
  return namedCertificates.length === clientCertificates.length
    ? connection
    : { ...connection, clientCertificates: namedCertificates };
}
