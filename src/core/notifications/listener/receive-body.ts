/** Receives the bodies of requests in memory, within limits for each body and for all together. */
import type { IncomingMessage } from 'node:http';
import { gatherBytes, type GatheredBytes } from '../../platform/gather-bytes.ts';

export const MAX_BODY_BYTES = 10 * 1024 * 1024;

const EMPTY = Buffer.alloc(0);

export type BodyExcess = 'too large' | 'busy';

export interface BodyReceiver {
  /** Calls exactly one of the callbacks, unless the sender disconnects before. */
  receive(
    request: IncomingMessage,
    handlers: {
      /** @param release frees the memory; to be called when the body is stored */
      onBody: (body: Buffer, release: () => void) => void;
      /** @param first the beginning of the body */
      onExcess: (excess: BodyExcess, first: Buffer) => void;
    },
  ): void;
}

/** @param maxHeldBytes limit for all bodies that are not released yet: slow senders must not fill the memory */
export function createBodyReceiver(maxHeldBytes: number): BodyReceiver {
  let heldBytes = 0;
  return {
    receive(request, { onBody, onExcess }) {
      /** Most bodies arrive in one part. */
      let first: Buffer | undefined;
      let parts: GatheredBytes | undefined;
      const endBody = () => parts?.end() ?? first ?? EMPTY;
      let size = 0;
      let isRefused = false;
      const release = () => {
        heldBytes -= size;
        size = 0;
        first = parts = undefined;
      };
      const releaseIncomplete = () => {
        if (!request.complete) release();
      };
      request.on('data', (chunk: Buffer) => {
        if (isRefused) return;
        size += chunk.length;
        heldBytes += chunk.length;
        if (first === undefined) {
          first = chunk;
          // Most bodies are complete with their first part, so that nothing more can happen to them.
          if (size < Number(request.headers['content-length'] ?? Infinity)) request.on('close', releaseIncomplete);
        } else {
          if (!parts) {
            parts = gatherBytes();
            parts.add(first);
          }
          parts.add(chunk);
        }
        const excess = size > MAX_BODY_BYTES ? 'too large' : heldBytes > maxHeldBytes ? 'busy' : undefined;
        if (!excess) return;
        isRefused = true;
        const beginning = endBody();
        release();
        onExcess(excess, beginning);
      });
      request.on('end', () => {
        if (isRefused) return;
        onBody(endBody(), release);
      });
    },
  };
}
