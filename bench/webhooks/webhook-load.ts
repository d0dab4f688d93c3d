/** Sends webhooks as fast as they are answered. */
import net from 'node:net';
import { exampleFor } from '../../src/core/providers/messaging/recognition/recognize.ts';
import { timed } from '../figure.ts';

const CONNECTIONS = 32;
const AT_ONCE = 8;

/** Notifications as the service sends them, serialised as HTTP requests, each with its own idMessage. */
export function requests(count: number): Buffer[] {
  const bodies = ['outgoing_status_sent', 'incoming_text', 'incoming_document'].map((kind) =>
    JSON.stringify(exampleFor(kind)),
  );
  return Array.from({ length: count }, (_, index) => {
    const body = (bodies[index % bodies.length] ?? '').replace(/"idMessage":"[^"]*"/, `"idMessage":"BENCH${index}"`);
    return Buffer.from(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

/**
 * Sends all requests over keep-alive connections, `AT_ONCE` in one write, so that the generator is not the bottleneck.
 * Returns the milliseconds from each write to its last response, and the total.
 */
export async function load(port: number, all: readonly Buffer[]): Promise<{ total: number; each: number[] }> {
  let next = 0;
  const each: number[] = [];
  const total = await timed(() =>
    Promise.all(
      Array.from(
        { length: CONNECTIONS },
        () =>
          new Promise<void>((resolve, reject) => {
            const socket = net.connect(port, '127.0.0.1').setNoDelay();
            let startMs = 0;
            let awaited = 0;
            const send = () => {
              const group = all.slice(next, next + AT_ONCE);
              next += group.length;
              awaited = group.length;
              if (awaited === 0) return socket.end(resolve);
              startMs = performance.now();
              socket.write(Buffer.concat(group));
            };
            socket.on('connect', send);
            socket.on('data', (chunk) => {
              // Responses are small, so none is split between two chunks.
              for (let at = chunk.indexOf('HTTP/1.1 '); at >= 0; at = chunk.indexOf('HTTP/1.1 ', at + 9)) {
                if (chunk.toString('latin1', at + 9, at + 12) !== '200') return reject(new Error(chunk.toString()));
                awaited -= 1;
              }
              if (awaited > 0) return;
              each.push(performance.now() - startMs);
              send();
            });
            socket.on('error', reject);
          }),
      ),
    ),
  );
  return { total, each };
}
