/** What scripts expect of the web beside ECMAScript: each is made when it is first read. */
import { createBlobClasses } from './blob.ts';
import type { Channel } from '../channel.ts';
import { createConsole } from '../console/console.ts';
import { domException } from './dom-exception.ts';
import type { FindGlobal } from '../late-globals.ts';
import type { Libraries } from '../libraries/libraries.ts';
import { toText, whenSettled } from '../primordials.ts';
import { structuredClone } from './structured-clone.ts';
import { createTextStreams } from './text-streams.ts';
import type { Timers } from '../timers.ts';
import { createWebCrypto } from './web-crypto.ts';

type Bytes = Uint8Array & { toString(encoding: string): string };
interface BufferLike {
  Buffer: { from(value: unknown, encoding?: string | number, length?: number): Bytes };
}
const bufferOf = (libraries: Libraries) => libraries.load<BufferLike>('buffer').Buffer;
const bytesToText = (libraries: Libraries, { buffer, byteOffset, byteLength }: Uint8Array, encoding: string) =>
  bufferOf(libraries).from(buffer, byteOffset, byteLength).toString(encoding);

export interface WebGlobals {
  find: FindGlobal;
  /** The functions for scripts, always the same. */
  codecs(): ReturnType<typeof createCodecs>;
  blobs(): ReturnType<typeof createBlobClasses>;
  crypto(): ReturnType<typeof createWebCrypto>['crypto'];
}

/** The globals that a library exports under the same name. */
const libraryOfGlobal = {
  __proto__: null,
  Buffer: 'buffer',
  URL: 'whatwg-url',
  URLSearchParams: 'whatwg-url',
  TextEncoder: 'fast-text-encoding',
  TextDecoder: 'fast-text-encoding',
  AbortController: 'abort-controller',
  AbortSignal: 'abort-controller',
  Event: 'event-target-shim',
  EventTarget: 'event-target-shim',
  ReadableStream: 'web-streams-polyfill',
  ReadableStreamDefaultReader: 'web-streams-polyfill',
  ReadableStreamBYOBReader: 'web-streams-polyfill',
  WritableStream: 'web-streams-polyfill',
  WritableStreamDefaultWriter: 'web-streams-polyfill',
  TransformStream: 'web-streams-polyfill',
  ByteLengthQueuingStrategy: 'web-streams-polyfill',
  CountQueuingStrategy: 'web-streams-polyfill',
} satisfies Record<string, string | null> as unknown as Readonly<Record<string, string | undefined>>;

/** Computes the value with the first call. */
function once<T>(make: () => T): () => T {
  let created: { value: T } | undefined;
  return () => (created ??= { value: make() }).value;
}

export function createWebGlobals(channel: Channel, libraries: Libraries, timers: Timers): WebGlobals {
  const streams = () => libraries.load<Record<string, never>>('web-streams-polyfill');
  const codecs = once(() => createCodecs(libraries));
  const textStreams = once(() => createTextStreams(streams() as never, globalThis as never));
  const blobs = once(() =>
    createBlobClasses({
      encode: (text) => Uint8Array.from(bufferOf(libraries).from(text, 'utf8')),
      decode: (bytes) => bytesToText(libraries, bytes, 'utf8'),
      ReadableStream: () => streams()['ReadableStream'] as never,
    }),
  );
  const webCrypto = once(() =>
    createWebCrypto({
      channel,
      toBase64: (bytes) => bytesToText(libraries, bytes, 'base64'),
      fromBase64: (text) => Uint8Array.from(bufferOf(libraries).from(text, 'base64')),
    }),
  );
  const from = (library: string, name: string) =>
    libraries.loading(library) ? undefined : () => libraries.load<Record<string, unknown>>(library)[name];
  const find: FindGlobal = (name) => {
    const library = libraryOfGlobal[name as string];
    if (library !== undefined) return from(library, name as string);
    switch (name) {
      case 'console':
        return () => createConsole(channel);
      case 'setTimeout':
      case 'setInterval':
      case 'setImmediate':
      case 'clearTimeout':
      case 'clearInterval':
      case 'clearImmediate':
        return () => timers.globals()[name];
      case 'queueMicrotask':
        return () => (callback: () => void) => whenSettled(Promise.resolve(), callback, () => undefined);
      case 'TextEncoderStream':
      case 'TextDecoderStream':
        return () => textStreams()[name];
      case 'Blob':
      case 'File':
        return () => blobs()[name];
      case 'DOMException':
        return libraries.loading('web-streams-polyfill') ? undefined : domException;
      case 'structuredClone':
        return () => structuredClone;
      case 'crypto':
      case 'Crypto':
      case 'CryptoKey':
      case 'SubtleCrypto':
        return () => webCrypto()[name];
      case 'atob':
      case 'btoa':
        return () => codecs()[name];
      default:
        return undefined;
    }
  };
  return { find, codecs, blobs, crypto: () => webCrypto().crypto };
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
