/** The bodies that a script can read: those of the responses it has received, discarded with the run, and its request's file. */
import { codedError } from '../../contract/errors.ts';
import type { ResponseHead } from '../../contract/scripts/script-context.ts';
import { headerValueOf } from '../../contract/http/header-value.ts';
import { bodyText, bodyTextBytes } from '../http/body/body-text.ts';
import type { HttpExchange } from '../http/http-client.ts';
import { lastHop } from '../http/send-options.ts';

export interface Bodies {
  /** Stores the body and returns the description of the response. */
  add(exchange: HttpExchange): ResponseHead;
  /** Its text, in UTF-8. */
  text(id: number): Uint8Array;
  bytes(id: number): string;
  /** Reads the file that the request of the script sends; undefined: it cannot be read. Absent: it sends no file. */
  file?(): Promise<Buffer | undefined>;
}

/** A body up to this size is sent along with the head, because asking for it later costs more. */
const MAX_INLINE_BYTES = 16 * 1024;

/** Limit for all bodies together, in bytes: a script can ask for large responses in a loop. */
const MAX_KEPT_BYTES = 512 * 1024 * 1024;

/** @param maxBytes limit for the stored bodies; the latest one is kept whatever its size */
export function createBodies(maxBytes = MAX_KEPT_BYTES): Bodies {
  const storedBodies = new Map<number, { body: Buffer; contentType: string | undefined }>();
  let count = 0;
  let keptBytes = 0;
  const find = (id: number) => {
    const body = storedBodies.get(id);
    if (body) return body;
    if (!Number.isInteger(id) || id < 0 || id >= count) throw new Error(`There is no body ${id}.`);
    throw codedError(
      'ScriptLimit',
      'The body of this response is no longer in memory: larger ones came after it.',
      'Read a body before you send the next requests.',
    );
  };
  const store = (body: Buffer, contentType: string | undefined): number => {
    storedBodies.set(count, { body, contentType });
    keptBytes += body.length;
    for (const [id, earlier] of storedBodies) {
      if (keptBytes <= maxBytes || id === count) break;
      storedBodies.delete(id);
      keptBytes -= earlier.body.length;
    }
    return count++;
  };
  return {
    add(exchange) {
      const last = lastHop(exchange);
      const contentType = headerValueOf(last.headers, 'content-type');
      const id = store(exchange.body, contentType);
      return {
        code: last.status,
        status: last.statusText,
        headers: last.headers.map(({ name, value }) => ({ key: name, value })),
        responseTime: Math.round(exchange.hops.reduce((sum, hop) => sum + hop.timings.total, 0)),
        responseSize: exchange.body.length,
        downloadedBytes: exchange.downloadedBytes,
        body: id,
        ...(exchange.hops.length > 1 ? { url: last.url } : {}),
        ...(exchange.body.length > MAX_INLINE_BYTES ? {} : { text: bodyText(exchange.body, contentType) }),
      };
    },
    text: (id) => bodyTextBytes(find(id).body, find(id).contentType),
    bytes: (id) => find(id).body.toString('base64'),
  };
}
