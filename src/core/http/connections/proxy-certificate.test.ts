/** A proxy over TLS that is named by its address. */
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { defaultConnection } from '../../../contract/collection/connection.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { listen } from '../../testing/listen.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';

let client: HttpClient | undefined;
afterEach(() => client?.close());

const cases = [
  ['is for that address', 'IP:127.0.0.1', 'over the proxy'],
  ['is for another address', 'IP:127.0.0.2', undefined],
  ['is for the name that stands for the address', 'DNS:proxy.invalid', undefined],
] as const;
test.each(
  (['custom', 'system'] as const).flatMap((proxy) => cases.map(([which, ...of]) => [which, proxy, ...of] as const)),
)('a proxy named by its address, whose certificate %s (%s)', async (_which, proxySetting, names, expected) => {
  const certificate = makeCertificate(temporaryFolder('proxy-certificate'), names);
  const server = http.createServer((_request, response) => response.end('over the proxy'));
  const proxy = https.createServer(certificate, (_request, response) => response.end('over the proxy'));
  proxy.on('connect', (request, socket: net.Socket) => {
    const onward = net.connect(Number(new URL(`http://${request.url}`).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const one of [onward, socket]) one.on('error', () => [onward, socket].forEach((each) => each.destroy()));
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  const proxyUrl = `https://127.0.0.1:${await listen(proxy)}`;
  const { signal } = new AbortController();
  const connection = { ...defaultConnection, ca: [certificate.files.cert], proxy: proxySetting, proxyUrl };
  // A proxy that is not named by an address stands beside it: each has its own certificate.
  if (proxySetting === 'system') {
    vi.stubEnv('http_proxy', proxyUrl);
    vi.stubEnv('https_proxy', 'http://proxy.invalid');
    onTestFinished(() => void vi.unstubAllEnvs());
  }
  client = createHttpClient();
  const sent = client.send({ method: 'GET', url, headers: [] }, { signal, connection });
  if (expected === undefined) await expect(sent).rejects.toMatchObject({ code: 'CertificateProblem' });
  else expect((await sent).body.toString()).toBe(expected);
  server.close();
  proxy.close();
});
