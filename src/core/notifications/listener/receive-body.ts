/** Receives the bodies of requests in memory, within limits for each body and for all together. */
import type { IncomingMessage } from 'node:http';
import { gatherBytes } from '../../platform/gather-bytes.ts';

export const MAX_BODY_BYTES = 10 * 1024 * 1024;

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
      const body = gatherBytes();
      let size = 0;
      let isRefused = false;
      const release = () => {
        heldBytes -= size;
        size = 0;
        body.clear();
      };
      request.on('data', (chunk: Buffer) => {
        if (isRefused) return;
        size += chunk.length;
        heldBytes += chunk.length;
        body.add(chunk);
        const excess = size > MAX_BODY_BYTES ? 'too large' : heldBytes > maxHeldBytes ? 'busy' : undefined;
        if (!excess) return;
        isRefused = true;
        const first = body.end();
        release();
        onExcess(excess, first);
      });
      request.on('close', () => {
        if (!request.complete) release();
      });
      request.on('end', () => {
        if (isRefused) return;
        onBody(body.end(), release);
      });
    },
  };
}
