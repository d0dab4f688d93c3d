/** Web globals that the sandbox implements. Evaluated late, because few scripts use one. */
import type { Timers } from '../timers.ts';
import { createAbort, type AbortParts } from './abort.ts';
import { createBlobClasses } from './blob.ts';
import type { Channel } from '../channel.ts';
import { domException } from './dom-exception.ts';
import type { Libraries } from '../libraries/libraries.ts';
import { once } from '../once.ts';
import { toText } from '../primordials.ts';
import { createCompressionStreams } from './compression-streams.ts';
import { createTextCodecs, type CodecParts } from './text-codecs.ts';
import { createTextStreams } from './text-streams.ts';
import { createWebCrypto } from './web-crypto.ts';

type Bytes = Uint8Array & { toString(encoding: string): string };
interface BufferLike {
  Buffer: {
    from(value: unknown, encoding?: string | number, length?: number): Bytes;
    concat(parts: readonly Uint8Array[]): Bytes;
  };
}
const bufferOf = (libraries: Libraries) => libraries.load<BufferLike>('buffer').Buffer;
const bytesToText = (libraries: Libraries, { buffer, byteOffset, byteLength }: Uint8Array, encoding: string) =>
  bufferOf(libraries).from(buffer, byteOffset, byteLength).toString(encoding);

export interface WebParts {
  /** The functions for scripts; always the same objects. */
  codecs(): ReturnType<typeof createCodecs>;
  blobs(): ReturnType<typeof createBlobClasses>;
  abort(): ReturnType<typeof createAbort>;
  textCodecs(): ReturnType<typeof createTextCodecs>;
  textStreams(): ReturnType<typeof createTextStreams>;
  compressionStreams(): ReturnType<typeof createCompressionStreams>;
  webCrypto(): ReturnType<typeof createWebCrypto>;
}

export function createWebParts(channel: Channel, libraries: Libraries, timers: Timers): WebParts {
  const streams = () => libraries.load<Record<string, never>>('web-streams-polyfill');
  const codecs = once(() => createCodecs(libraries));
  const utf8 = {
    encode: (text: string) => Uint8Array.from(bufferOf(libraries).from(text, 'utf8')),
    decode: (bytes: Uint8Array) => bytesToText(libraries, bytes, 'utf8'),
  };
  const iconv = () => libraries.load<ReturnType<CodecParts['iconv']>>('iconv-lite');
  const textCodecs = once(() => createTextCodecs({ ...utf8, iconv }));
  const textStreams = once(() => createTextStreams(streams() as never, textCodecs()));
  const abort = once(() => {
    const events = libraries.load<Pick<AbortParts, 'Event' | 'EventTarget'>>('event-target-shim');
    return createAbort({ ...events, setTimer: timers.inBackground });
  });
  const blobs = once(() =>
    createBlobClasses({
      ...utf8,
      ReadableStream: () => streams()['ReadableStream'] as never,
    }),
  );
  const base64 = {
    toBase64: (bytes: Uint8Array) => bytesToText(libraries, bytes, 'base64'),
    fromBase64: (text: string) => Uint8Array.from(bufferOf(libraries).from(text, 'base64')),
  };
  const webCrypto = once(() => createWebCrypto({ channel, ...base64 }));
  const compressionStreams = once(() =>
    createCompressionStreams({
      channel,
      ...base64,
      TransformStream: () => streams()['TransformStream'] as never,
      joined: (parts) => bufferOf(libraries).concat(parts),
    }),
  );
  return { abort, codecs, blobs, textCodecs, textStreams, compressionStreams, webCrypto };
}

function createCodecs(libraries: Libraries) {
  const invalid = (message: string) => new (domException())(message, 'InvalidCharacterError');
  return {
    atob(text: unknown): string {
      let source = toText(text).replace(/[\t\n\f\r ]/g, '');
      if (source.length % 4 === 0) source = source.replace(/={1,2}$/, '');
      if (/[^A-Za-z0-9+/]/.test(source)) throw invalid('Invalid character');
      if (source.length % 4 === 1) throw invalid('The string to be decoded is not correctly encoded.');
      return bufferOf(libraries).from(source, 'base64').toString('latin1');
    },
    btoa(text: unknown): string {
      const source = toText(text);
      if (/[^\0-\xff]/.test(source)) throw invalid('Invalid character');
      return bufferOf(libraries).from(source, 'latin1').toString('base64');
    },
  };
}
