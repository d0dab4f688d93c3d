/** Connections: one agent for each distinct set of connection settings, created when first needed and cached. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Dispatcher } from 'undici';
import { defaultConnection } from '../../../contract/collection/connection.ts';
import { codedError } from '../../../contract/errors.ts';
import { createCertificateChoice, type ClientCertificate } from './client-certificates.ts';
import { makeAgent, type ConnectionNeeds, type Way } from './make-agent.ts';
import { proxiesOfEnvironment, proxyFor } from './proxies.ts';

export interface Agents {
  /**
   * Sends through the agent for the address. @param send resolves when its request has been dispatched: the agent may
   * be closed from then on, which waits for the end of its requests
   * @throws CertificateProblem, InvalidRequest; Cancelled after `close`
   */
  use<T>(url: URL, needs: ConnectionNeeds, send: (agent: Dispatcher) => Promise<T>): Promise<T>;
  /** An agent with one connection, which the caller closes. @throws the same errors */
  unshared(url: URL, needs: ConnectionNeeds): Promise<Dispatcher>;
  close(): Promise<void>;
}

/** A run has one agent for each of its certificates and proxies. A script can choose other ciphers for each request. */
export const MAX_AGENTS = 100;

interface SharedAgent {
  agent: Promise<Dispatcher>;
  /** Of the certificate files. */
  versions: string;
  /** How many requests are about to be sent through it. */
  uses: number;
}

export function createAgents(): Agents {
  const shared = createSharedAgents();
  const closing = new AbortController();
  const certificateFor = createCertificateChoice();
  const environmentProxies = proxiesOfEnvironment(process.env);
  const wayTo = (url: URL, { connection }: ConnectionNeeds): Way => ({
    certificate: certificateFor(connection, url),
    proxy: proxyFor(connection, url, environmentProxies),
  });
  return {
    async use(url, needs, send) {
      const way = wayTo(url, needs);
      const versions = await versionsOf(needs, way.certificate);
      if (closing.signal.aborted) throw closedError();
      const taken = shared.take(keyOf(needs, way), versions, () => makeAgent(needs, way, false, closing.signal));
      try {
        return await send(await taken.agent);
      } finally {
        shared.release(taken);
      }
    },
    async unshared(url, needs) {
      if (closing.signal.aborted) throw closedError();
      return makeAgent(needs, wayTo(url, needs), true, closing.signal);
    },
    async close() {
      closing.abort();
      await shared.destroyAll();
    },
  };
}

function createSharedAgents() {
  /** The least recently used first. */
  const agents = new Map<string, SharedAgent>();
  /** Of former content of certificate files, or beyond the limit; they end when their requests have ended. */
  const retired = new Set<SharedAgent>();

  function endWhenUnused(shared: SharedAgent): void {
    if (shared.uses > 0) return;
    const end = shared.agent.then((agent) => agent.close()).catch(() => undefined);
    void end.finally(() => retired.delete(shared));
  }
  function retire(shared: SharedAgent): void {
    retired.add(shared);
    endWhenUnused(shared);
  }
  function retireBeyondLimit(): void {
    for (const [key, shared] of agents) {
      if (agents.size <= MAX_AGENTS) return;
      if (shared.uses > 0) continue;
      agents.delete(key);
      retire(shared);
    }
  }
  return {
    /** To be released when the request has been dispatched. */
    take(key: string, versions: string, create: () => Promise<Dispatcher>): SharedAgent {
      const before = agents.get(key);
      // A certificate that is renewed keeps its path.
      const shared = before?.versions === versions ? before : { agent: create(), versions, uses: 0 };
      shared.uses += 1;
      agents.delete(key);
      agents.set(key, shared);
      if (shared === before) return shared;
      // Not cached: a certificate that could not be read may exist the next time.
      shared.agent.catch(() => agents.get(key) === shared && agents.delete(key));
      if (before) retire(before);
      retireBeyondLimit();
      return shared;
    },
    release(shared: SharedAgent): void {
      shared.uses -= 1;
      if (retired.has(shared)) endWhenUnused(shared);
    },
    async destroyAll(): Promise<void> {
      const all = await Promise.allSettled([...agents.values(), ...retired].map(({ agent }) => agent));
      await Promise.all(all.flatMap((item) => (item.status === 'fulfilled' ? [item.value.destroy()] : [])));
    },
  };
}

const closedError = () => codedError('Cancelled', 'The request was not sent: its connections have been closed.');

/** Equal where the connections can be shared. */
function keyOf({ connection, folder, settings = {} }: ConnectionNeeds, { certificate, proxy }: Way): string {
  const { httpVersion, tlsDisabledProtocols, tlsCiphers } = settings;
  const special = [httpVersion, tlsDisabledProtocols, tlsCiphers];
  return connection === defaultConnection && !proxy && special.every((item) => item === undefined || item === null)
    ? ''
    : JSON.stringify([connection.checkCertificates, connection.ca, certificate, proxy, folder, special]);
}

/** Differs when the content of a certificate file has changed; empty without such files. */
async function versionsOf(
  { connection: { ca }, folder }: ConnectionNeeds,
  certificate: ClientCertificate | undefined,
): Promise<string> {
  if (ca.length === 0 && !certificate) return '';
  const files = [...ca, certificate?.cert, certificate?.key, certificate?.pfx].filter((file) => file);
  const versions = files.map(async (file = '') => {
    const found = await stat(path.resolve(folder, file)).catch(() => undefined);
    return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : 'missing';
  });
  return (await Promise.all(versions)).join('\n');
}
