/** What scripts expect of the web beside ECMAScript: each is made when it is first read. */
import type { Channel } from './channel.ts';
import { createConsole } from './console.ts';
import type { FindGlobal } from './late-globals.ts';
import type { Libraries } from './libraries.ts';
import { toText, whenSettled } from './primordials.ts';
import type { Timers } from './timers.ts';

interface BufferLike {
  Buffer: { from(text: string, encoding: string): { toString(encoding: string): string } & ArrayLike<number> };
}
const bufferOf = (libraries: Libraries) => libraries.load<BufferLike>('buffer').Buffer;

type Codecs = ReturnType<typeof createCodecs>;

export interface WebGlobals {
  find: FindGlobal;
  /** The functions for scripts, always the same. */
  codecs(): Codecs;
}

export function createWebGlobals(channel: Channel, libraries: Libraries, timers: Timers): WebGlobals {
  let made: Codecs | undefined;
  const codecs = () => (made ??= createCodecs(libraries));
  const from = (library: string, name: string) =>
    libraries.loading(library) ? undefined : () => libraries.load<Record<string, unknown>>(library)[name];
  const find: FindGlobal = (name) => {
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
      case 'Buffer':
        return from('buffer', name);
      case 'URL':
      case 'URLSearchParams':
        return from('whatwg-url', name);
      case 'TextEncoder':
      case 'TextDecoder':
        return from('fast-text-encoding', name);
      case 'AbortController':
      case 'AbortSignal':
        return from('abort-controller', name);
      case 'Event':
      case 'EventTarget':
        return from('event-target-shim', name);
      case 'crypto':
        return () => createCrypto(channel, libraries);
      case 'atob':
      case 'btoa':
        return () => codecs()[name];
      default:
        return undefined;
    }
  };
  return { find, codecs };
}

function createCrypto(channel: Channel, libraries: Libraries) {
  const randomBytes = (count: number) => {
    const reply = channel.callSync('random.bytes', { count });
    return bufferOf(libraries).from(reply.ok ? reply.value : '', 'base64');
  };
  return {
    getRandomValues<T extends Uint8Array>(target: T): T {
      if (!ArrayBuffer.isView(target)) throw new TypeError('crypto.getRandomValues needs a typed array.');
      if (target.byteLength > 65_536) throw new RangeError('crypto.getRandomValues gives at most 65536 bytes at once.');
      new Uint8Array(target.buffer, target.byteOffset, target.byteLength).set(randomBytes(target.byteLength));
      return target;
    },
    randomUUID(): string {
      const bytes = new Uint8Array(16);
      bytes.set(randomBytes(16));
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    },
  };
}

function createCodecs(libraries: Libraries) {
  return {
    atob: (text: unknown): string => bufferOf(libraries).from(toText(text), 'base64').toString('latin1'),
    btoa(text: unknown): string {
      const source = toText(text);
      if (/[^\0-\xff]/.test(source)) throw new RangeError('btoa takes characters up to U+00FF; encode the text first.');
      return bufferOf(libraries).from(source, 'latin1').toString('base64');
    },
  };
}
