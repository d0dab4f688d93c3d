/** A server of the user, for tests: records the raw bytes of requests, and responds as the test defines. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  url: string;
  rawHeaders: string[];
  body: Buffer;
}
export interface TargetServer {
  url: string;
  port: number;
  received: ReceivedRequest[];
  close(): Promise<void>;
}

/** @param respond default: 200 with the number of the request */
export async function startTarget(
  respond: (request: ReceivedRequest, response: http.ServerResponse, count: number) => void | Promise<void> = (
    _request,
    response,
    count,
  ) => void response.end(`number ${count}`),
  port = 0,
): Promise<TargetServer> {
  const received: ReceivedRequest[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', rawHeaders } = request;
      const receivedRequest = { method, url, rawHeaders, body: Buffer.concat(chunks) };
      received.push(receivedRequest);
      void respond(receivedRequest, response, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    received,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
