/** The HTTP server of the simulator: bounded bodies, JSON responses. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { gatherBytes } from '../../../platform/gather-bytes.ts';
import { createHttpServer } from '../../../platform/network/http-server.ts';
import { Refusal } from './simulator-refusal.ts';

/** Limit of a request's body, in bytes. */
const MAX_BODY = 10 * 1024 * 1024;
const limits = {
  maxHeaderBytes: 32 * 1024,
  headersMs: 20_000,
  requestMs: 60_000,
  idleMs: 15_000,
  maxConnections: 1000,
};
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/**
 * @param handle resolves to the body of a response with status 200, or rejects with a Refusal
 * @param onAnswered called for each response, with its status
 */
export function createSimulatorServer(
  handle: (request: IncomingMessage, content: Buffer) => Promise<unknown>,
  onAnswered: (request: IncomingMessage, status: number) => void,
): Server {
  async function respond(request: IncomingMessage, response: ServerResponse, content: Buffer): Promise<void> {
    const [status, body] = await handle(request, content).then(
      (result) => [200, result] as const,
      (error: unknown) =>
        error instanceof Refusal ? ([error.status, error.body] as const) : ([500, { message: String(error) }] as const),
    );
    onAnswered(request, status);
    if (response.destroyed) return;
    response.writeHead(status, JSON_TYPE);
    response.end(JSON.stringify(body));
  }
  return createHttpServer(limits, (request, response) => {
    const content = gatherBytes();
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY) content.add(chunk);
      else if (!response.headersSent) {
        content.clear();
        response.writeHead(413, { ...JSON_TYPE, connection: 'close' });
        response.end(JSON.stringify({ message: 'A body may have 10 MiB.' }));
      }
    });
    request.on('end', () => {
      if (size <= MAX_BODY) void respond(request, response, content.end());
    });
  });
}
