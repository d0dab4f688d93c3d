/** Reads a response body to its end: decompressed, within a limit, with the number of bytes before decompression. */
import { once } from 'node:events';
import { Readable, Writable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { codedError } from '../../../contract/errors.ts';
import { gatherBytes, type GatheredBytes } from '../../platform/gather-bytes.ts';
import type { HttpHop } from '../../../contract/http/http.ts';
import { headerValueOf, headerValuesOf } from '../../../contract/http/header-value.ts';
import type { ResponseBody } from './incoming-body.ts';

const MAX_BYTES = 512 * 1024 * 1024;
/** Each coding takes a decoder with its memory, and a header has room for tens of thousands. */
const MAX_CODINGS = 5;
const CORRECT_SERVER = 'Correct the server: its header Content-Encoding has to say how the body is encoded.';

export interface ReadOptions {
  /** Bytes of the body after decompression. Default 512 MiB. */
  maxBytes?: number;
  /** Called with each decompressed part as it arrives, for responses that never end. */
  onChunk?: (chunk: Buffer, hop: HttpHop) => void;
  /** Ends decompression, which can take hours for a small body. Aborting the request ends its arrival. */
  signal?: AbortSignal;
}

export interface ReadBody {
  body: Buffer;
  /** Bytes before decompression. */
  downloadedBytes: number;
  /** Whether the compressed data stopped before its end mark, so that a part of the body may be missing. */
  isIncomplete: boolean;
}

export async function readBody(
  body: ResponseBody,
  hop: HttpHop,
  { maxBytes = MAX_BYTES, onChunk, signal }: ReadOptions,
): Promise<ReadBody> {
  let keptBytes = 0;
  let downloadedBytes = 0;
  const encodings = headerValuesOf(hop.headers, 'content-encoding');
  const codings = encodings.flatMap((value) => value.toLowerCase().split(',')).map((coding) => coding.trim());
  if (codings.length > MAX_CODINGS) {
    throw codedError(
      'RequestFailed',
      `The body is encoded ${codings.length} times, according to its header.`,
      CORRECT_SERVER,
    );
  }
  const decoded = hasNoBody(hop) ? [] : codings.reverse().filter((coding) => decoders.has(coding));
  const isEncoded = decoded.length > 0;
  const whole = gather(isEncoded ? 0 : Math.min(expectedLength(hop), maxBytes));
  const take = (bytes: Buffer) => {
    keptBytes += bytes.length;
    if (keptBytes > maxBytes) {
      const message = `The response is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`;
      throw codedError('RequestFailed', message, 'Request a part of it, for example a page or a range.');
    }
    onChunk?.(bytes, hop);
    whole.add(bytes);
  };
  try {
    // Without decoders no stream pipeline is used, because setting one up takes as long as a small response.
    if (!isEncoded) {
      await readPlain(body, take);
      downloadedBytes = keptBytes;
    } else {
      const stream = toStream(body, (bytes) => (downloadedBytes += bytes));
      if (decoded[0] === 'deflate' && (await isPlainDeflate(stream))) decoded[0] = PLAIN_DEFLATE;
      const transforms = decoded.flatMap((coding) => decoders.get(coding)?.() ?? []);
      await pipeline([stream, ...transforms, takeAtOnce(take)], signal ? { signal } : {});
    }
  } catch (error) {
    // Some responses without a body have a Content-Encoding header.
    if (isEncoded && isDecoderError(error) && downloadedBytes === 0)
      return { body: Buffer.alloc(0), downloadedBytes, isIncomplete: false };
    // Some servers end a compressed stream early; the data up to there is shown.
    if (stoppedEarly(error)) return { body: whole.end(), downloadedBytes, isIncomplete: true };
    if (isEncoded && isDecoderError(error)) {
      const message = `The body is not ${codings.join(', ')}, although its header says so.`;
      throw codedError('RequestFailed', message, CORRECT_SERVER);
    }
    throw error;
  }
  return { body: whole.end(), downloadedBytes, isIncomplete: false };
}

/** A body of an authentication challenge up to this size is read, so that its connection can be used again. */
const MAX_DISCARDED_BYTES = 1024 * 1024;

/** Reads a body that nobody needs; a larger one ends its connection. Never rejects. */
export function discardBody(body: ResponseBody): Promise<void> {
  let bytes = 0;
  return new Promise((resolve) =>
    body.read({
      data(chunk) {
        bytes += chunk.length;
        if (bytes > MAX_DISCARDED_BYTES) body.cancel();
        return true;
      },
      end: resolve,
      error: () => resolve(),
    }),
  );
}

/** Responses whose headers describe a body that is not sent (RFC 9110, 6.4.1). */
const hasNoBody = ({ method, status }: HttpHop): boolean => method === 'HEAD' || [204, 205, 304].includes(status);

/** The Content-Length, where it can be relied on. */
function expectedLength(hop: HttpHop): number {
  if (hasNoBody(hop)) return 0;
  const length = Number(headerValueOf(hop.headers, 'content-length'));
  return length > 1024 * 1024 && length <= MAX_BYTES ? length : 0;
}

/** Room that is taken for a body of a known length before it arrives. */
const FIRST_ROOM_BYTES = 8 * 1024 * 1024;
/** How much larger the room becomes when it is full: the content is copied, all in all a third of it. */
const ROOM_GROWTH = 4;

/**
 * Collects the parts of a body. @param size of the whole body if it is known: each part is then copied to its place
 * when it arrives, instead of all at the end. The room grows with what arrives, because a server can announce any size.
 */
function gather(size: number): Pick<GatheredBytes, 'add' | 'end'> {
  if (size === 0) return gatherBytes();
  let room = Buffer.allocUnsafe(Math.min(size, FIRST_ROOM_BYTES));
  let filledBytes = 0;
  const growTo = (neededBytes: number) => {
    // Some servers send more than they have announced.
    const largestBytes = neededBytes <= size ? size : neededBytes * 2;
    const larger = Buffer.allocUnsafe(Math.min(largestBytes, Math.max(neededBytes, room.length * ROOM_GROWTH)));
    room.copy(larger, 0, 0, filledBytes);
    room = larger;
  };
  return {
    add(bytes) {
      if (filledBytes + bytes.length > room.length) growTo(filledBytes + bytes.length);
      filledBytes += bytes.copy(room, filledBytes);
    },
    end: () => room.subarray(0, filledBytes),
  };
}

const isDecoderError = (error: unknown): boolean =>
  /^(Z_|ERR__ERROR_FORMAT|ZSTD)/.test((error as { code?: string }).code ?? '');

const stoppedEarly = (error: unknown): boolean => (error as { code?: string }).code === 'Z_BUF_ERROR';

function readPlain(body: ResponseBody, take: (bytes: Buffer) => void): Promise<void> {
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

/** Holds nothing back: what was decoded is not lost when the data stops early, which ends all streams. */
function takeAtOnce(take: (bytes: Buffer) => void): Writable {
  return new Writable({
    write(bytes: Buffer, _encoding, done) {
      try {
        take(bytes);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

/** A stream of the body for the decoders. */
function toStream(body: ResponseBody, count: (bytes: number) => void): Readable {
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

const PLAIN_DEFLATE = 'deflate without zlib';
/** Each part is decoded as far as possible when it arrives, and not only when more of the data is there. */
const atOnce = { flush: zlib.constants.Z_SYNC_FLUSH };
const decoders = new Map<string, () => Transform>([
  ['gzip', () => zlib.createGunzip(atOnce)],
  ['x-gzip', () => zlib.createGunzip(atOnce)],
  ['deflate', () => zlib.createInflate(atOnce)],
  [PLAIN_DEFLATE, () => zlib.createInflateRaw(atOnce)],
  ['br', () => zlib.createBrotliDecompress()],
  ['zstd', () => zlib.createZstdDecompress()],
]);

/**
 * Whether a body of the coding deflate lacks the frame of zlib that the standard requires (RFC 9110, 8.4.1.2), as from
 * some servers. The lower half of its first byte is the number of the method, 8.
 */
async function isPlainDeflate(stream: Readable): Promise<boolean> {
  await once(stream, 'readable');
  const start = stream.read() as Buffer | null;
  if (!start) return false;
  stream.unshift(start);
  return ((start[0] ?? 0) & 0x0f) !== 8;
}
