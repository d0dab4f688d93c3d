/** The body of an answer to its end: counted as it came, decompressed, within a limit. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { codedError } from '../../../contract/errors.ts';
import type { HttpHop } from '../../../contract/http/http.ts';
import type { AnswerBody } from './incoming-body.ts';

const MAX_BYTES = 512 * 1024 * 1024;

export interface ReadOptions {
  /** Bytes of the body after decompression. Default 512 MiB. */
  maxBytes?: number;
  /** Hears the body as it arrives, decompressed: for answers that never end. */
  onChunk?: (chunk: Buffer, hop: HttpHop) => void;
}

export async function readBody(
  body: AnswerBody,
  hop: HttpHop,
  { maxBytes = MAX_BYTES, onChunk }: ReadOptions,
): Promise<{ body: Buffer; downloadedBytes: number }> {
  let keptBytes = 0;
  let downloadedBytes = 0;
  const codings = hop.headers
    .filter(({ name }) => name.toLowerCase() === 'content-encoding')
    .flatMap(({ value }) => value.toLowerCase().split(','))
    .map((coding) => coding.trim());
  const decoders = hasNoBody(hop) ? [] : codings.reverse().flatMap(decoderOf);
  const whole = gather(decoders.length === 0 ? Math.min(announced(hop), maxBytes) : 0);
  const take = (bytes: Buffer) => {
    keptBytes += bytes.length;
    if (keptBytes > maxBytes) {
      throw codedError('RequestFailed', `The answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`);
    }
    onChunk?.(bytes, hop);
    whole.add(bytes);
  };
  const collect = async (source: AsyncIterable<unknown>) => {
    for await (const chunk of source) take(chunk as Buffer);
  };
  try {
    // A pipeline takes as long as a small answer itself.
    if (decoders.length === 0) {
      await readPlain(body, take);
      downloadedBytes = keptBytes;
    } else {
      const stream = toStream(body, (bytes) => (downloadedBytes += bytes));
      await pipeline([stream, ...decoders, collect] as unknown as [Readable, NodeJS.WritableStream]);
    }
  } catch (error) {
    // A header that says how the body is encoded also stands in answers without one.
    if (decoders.length > 0 && isDecoderError(error) && downloadedBytes === 0)
      return { body: Buffer.alloc(0), downloadedBytes };
    if (decoders.length > 0 && isDecoderError(error)) {
      throw codedError('RequestFailed', `The body is not ${codings.join(', ')}, although its header says so.`);
    }
    throw error;
  }
  return { body: whole.end(), downloadedBytes };
}

/** Answers whose headers speak of a body that is not sent (RFC 9110, 6.4.1). */
const hasNoBody = ({ method, status }: HttpHop): boolean => method === 'HEAD' || [204, 205, 304].includes(status);

/** Bytes that the head says will come, where it is worth a look. */
function announced(hop: HttpHop): number {
  if (hasNoBody(hop)) return 0;
  const length = Number(hop.headers.find(({ name }) => name.toLowerCase() === 'content-length')?.value);
  return length > 1024 * 1024 && length <= MAX_BYTES ? length : 0;
}

/** @param size of the whole, if it is known: then each part is put in its place as it comes, and not at the end */
function gather(size: number): { add(bytes: Buffer): void; end(): Buffer } {
  const room = size > 0 ? Buffer.allocUnsafe(size) : undefined;
  const parts: Buffer[] = [];
  let filled = 0;
  return {
    add(bytes) {
      if (room && filled + bytes.length <= size) filled += bytes.copy(room, filled);
      else parts.push(bytes);
    },
    end() {
      const begun = room?.subarray(0, filled);
      if (begun && parts.length === 0) return begun;
      return Buffer.concat(begun ? [begun, ...parts] : parts);
    },
  };
}

const isDecoderError = (error: unknown): boolean =>
  /^(Z_|ERR__ERROR_FORMAT|ZSTD)/.test((error as { code?: string }).code ?? '');

function readPlain(body: AnswerBody, take: (bytes: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    body.read({
      data(bytes) {
        try {
          take(bytes);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          body.cancel();
        }
        return true;
      },
      end: resolve,
      error: reject,
    });
  });
}

/** What a decoder can read from. */
function toStream(body: AnswerBody, count: (bytes: number) => void): Readable {
  const stream = new Readable({
    read: () => body.resume(),
    destroy(error, done) {
      body.cancel();
      done(error);
    },
  });
  body.read({
    data(bytes) {
      count(bytes.length);
      return stream.push(bytes);
    },
    end: () => stream.push(null),
    error: (error) => stream.destroy(error),
  });
  return stream;
}

function decoderOf(coding: string): NodeJS.ReadWriteStream[] {
  // Servers end some streams early; what there is, is shown.
  const lenient = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return [zlib.createGunzip(lenient)];
    case 'deflate':
      return [zlib.createInflate(lenient)];
    case 'br':
      return [zlib.createBrotliDecompress()];
    case 'zstd':
      return [zlib.createZstdDecompress()];
    default:
      return [];
  }
}
