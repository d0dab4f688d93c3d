/** What scripts expect of the web beside ECMAScript: each is made when it is first read. */
import type { Channel } from './channel.ts';
import type { LateGlobals } from './late-globals.ts';
import type { Libraries } from './libraries.ts';
import { toText } from './primordials.ts';

interface BufferLike {
  Buffer: { from(text: string, encoding: string): { toString(encoding: string): string } & ArrayLike<number> };
}
type Exports = Record<string, unknown>;

export interface WebGlobals {
  atob(text: unknown): string;
  btoa(text: unknown): string;
}

export function defineWebGlobals(late: LateGlobals, channel: Channel, libraries: Libraries): WebGlobals {
  const from = (library: string, ...names: string[]) => late.several(names, () => libraries.load<Exports>(library));
  from('buffer', 'Buffer');
  from('whatwg-url', 'URL', 'URLSearchParams');
  from('fast-text-encoding', 'TextEncoder', 'TextDecoder');
  from('abort-controller', 'AbortController', 'AbortSignal');
  from('event-target-shim', 'Event', 'EventTarget');

  const buffer = () => libraries.load<BufferLike>('buffer').Buffer;
  const randomBytes = (count: number) => {
    const reply = channel.callSync('random.bytes', { count });
    return buffer().from(reply.ok ? reply.value : '', 'base64');
  };
  late.one('crypto', () => ({
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
  }));
  const codecs: WebGlobals = {
    atob: (text) => buffer().from(toText(text), 'base64').toString('latin1'),
    btoa(text) {
      const source = toText(text);
      if (/[^\0-\xff]/.test(source)) throw new RangeError('btoa takes characters up to U+00FF; encode the text first.');
      return buffer().from(source, 'latin1').toString('base64');
    },
  };
  late.several(['atob', 'btoa'], () => ({ ...codecs }));
  return codecs;
}
