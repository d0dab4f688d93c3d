/** The bodies of the responses that a script has seen or can see; they go with the run. */
import type { ResponseHead } from '../../contract/scripts/script-context.ts';
import { bodyText } from '../http/body/body-text.ts';
import type { HttpExchange } from '../http/http-client.ts';

export interface Bodies {
  /** Keeps the body and describes the rest. */
  add(exchange: HttpExchange): ResponseHead;
  text(id: number): string;
  bytes(id: number): string;
}

/** Sent along with the head: asking for it later would cost more. */
const MAX_INLINE_BYTES = 16 * 1024;

export function createBodies(): Bodies {
  const stored: { body: Buffer; contentType: string | undefined }[] = [];
  const find = (id: number) => {
    const body = stored[id];
    if (!body) throw new Error(`There is no body ${id}.`);
    return body;
  };
  return {
    add(exchange) {
      const last = exchange.hops.at(-1) ?? exchange.hops[0];
      const contentType = last.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
      const id = stored.push({ body: exchange.body, contentType }) - 1;
      return {
        code: last.status,
        status: last.statusText,
        headers: last.headers.map(({ name, value }) => ({ key: name, value })),
        responseTime: Math.round(exchange.hops.reduce((sum, hop) => sum + hop.timings.total, 0)),
        responseSize: exchange.body.length,
        downloadedBytes: exchange.downloadedBytes,
        body: id,
        ...(exchange.body.length > MAX_INLINE_BYTES ? {} : { text: bodyText(exchange.body, contentType) }),
      };
    },
    text: (id) => bodyText(find(id).body, find(id).contentType),
    bytes: (id) => find(id).body.toString('base64'),
  };
}
