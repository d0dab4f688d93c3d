/** Reads the bodies of responses from the host, by the run that received each. */
import { codedError } from '../../contract/errors.ts';
import type * as z from 'zod';
import type { bodyCalls } from '../../contract/http/body-calls.ts';
import type { SentResponse } from '../../contract/collection/collection.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import { mediaType } from '../../contract/http/media-type.ts';

type Form = 'pretty' | 'raw' | 'hex';
type Result<Name extends keyof typeof bodyCalls> = z.output<(typeof bodyCalls)[Name]['result']>;

export interface BodyReader {
  lines(runId: string, form: Form, from: number, count: number): Promise<Result<'body.lines'>>;
  /**
   * The first line, starting at `from`, that contains the text, else the first one of the whole body; null when there
   * is none.
   */
  findLine(runId: string, form: Form, text: string, from: number): Promise<number | null>;
  children(runId: string, path: string[], from: number, count: number): Promise<Result<'body.children'>>;
  /** The whole text, not only what is drawn. @throws FileTooLarge above 32 MiB */
  text(runId: string, form: 'pretty' | 'raw'): Promise<Result<'body.text'>>;
  query(runId: string, path: string, signal: AbortSignal): Promise<Result<'body.query'>>;
  /** @param options.onRead gets how many bytes are read so far, after each piece */
  bytes(
    response: Pick<SentResponse, 'runId' | 'size' | 'contentType'>,
    options?: { signal?: AbortSignal; onRead?: (count: number) => void },
  ): Promise<Blob>;
}

const PIECE = 4 * 1024 * 1024;

export function createBodyReader(client: HostClient): BodyReader {
  return {
    lines: (runId, form, from, count) => client.call('body.lines', { runId, form, from, count }),
    async findLine(runId, form, text, from) {
      const { line } = await client.call('body.find', { runId, form, text, from });
      if (line !== null || from === 0) return line;
      return (await client.call('body.find', { runId, form, text, from: 0 })).line;
    },
    children: (runId, path, from, count) => client.call('body.children', { runId, path, from, count }),
    text: (runId, form) => client.call('body.text', { runId, form }),
    query: (runId, path, signal) => client.call('body.query', { runId, path }, signal),
    async bytes({ runId, size, contentType }, { signal, onRead } = {}) {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for (let from = 0; from < size; from += PIECE) {
        if (signal?.aborted) throw codedError('Cancelled', 'The body was not read to its end.');
        const { base64 } = await client.call('body.bytes', { runId, from, count: PIECE }, signal);
        pieces.push(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)));
        onRead?.(Math.min(from + PIECE, size));
      }
      // Only pictures and PDFs keep their type, so that a received page never runs in the interface's origin.
      const named = mediaType(contentType);
      const type = /^image\/|^application\/pdf$/.test(named) ? named : 'application/octet-stream';
      return new Blob(pieces, { type });
    },
  };
}
