/** Web globals that scripts expect beside ECMAScript: each is created when first read. */
import type { Channel } from '../channel.ts';
import { createConsole } from '../console/console.ts';
import { domException } from './dom-exception.ts';
import type { FindGlobal } from '../late-globals.ts';
import type { Libraries } from '../libraries/libraries.ts';
import { afterMicrotasks } from '../primordials.ts';
import { structuredClone } from './structured-clone.ts';
import type { Timers } from '../timers.ts';
import { createWebParts, type WebParts } from './web-parts.ts';

export interface WebGlobals {
  find: FindGlobal;
  parts(): WebParts;
}

/** The library that exports the global under the same name. */
function libraryOfGlobal(name: PropertyKey): string | undefined {
  switch (name) {
    case 'Buffer':
      return 'buffer';
    case 'URL':
    case 'URLSearchParams':
      return 'whatwg-url';
    case 'Event':
    case 'EventTarget':
      return 'event-target-shim';
    case 'ReadableStream':
    case 'ReadableStreamDefaultReader':
    case 'ReadableStreamBYOBReader':
    case 'ReadableStreamBYOBRequest':
    case 'ReadableStreamDefaultController':
    case 'ReadableByteStreamController':
    case 'WritableStream':
    case 'WritableStreamDefaultWriter':
    case 'WritableStreamDefaultController':
    case 'TransformStream':
    case 'TransformStreamDefaultController':
    case 'ByteLengthQueuingStrategy':
    case 'CountQueuingStrategy':
      return 'web-streams-polyfill';
    default:
      return undefined;
  }
}

export function createWebGlobals(channel: Channel, libraries: Libraries, timers: Timers): WebGlobals {
  let createdParts: WebParts | undefined;
  const parts = () => (createdParts ??= createWebParts(channel, libraries, timers));
  const from = (library: string, name: string) =>
    libraries.loading(library) ? undefined : () => libraries.load<Record<string, unknown>>(library)[name];
  const find: FindGlobal = (name) => {
    const library = libraryOfGlobal(name);
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
        return () => afterMicrotasks;
      case 'CompressionStream':
      case 'DecompressionStream':
        return () => parts().compressionStreams()[name];
      case 'TextEncoder':
      case 'TextDecoder':
        return () => parts().textCodecs()[name];
      case 'AbortController':
      case 'AbortSignal':
        return () => parts().abort()[name];
      case 'TextEncoderStream':
      case 'TextDecoderStream':
        return () => parts().textStreams()[name];
      case 'Blob':
      case 'File':
        return () => parts().blobs()[name];
      case 'DOMException':
        return libraries.loading('web-streams-polyfill') ? undefined : domException;
      case 'structuredClone':
        return () => structuredClone;
      case 'crypto':
      case 'Crypto':
      case 'CryptoKey':
      case 'SubtleCrypto':
        return () => parts().webCrypto()[name];
      case 'atob':
      case 'btoa':
        return () => parts().codecs()[name];
      default:
        return undefined;
    }
  };
  return { find, parts };
}
