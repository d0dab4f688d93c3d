/** `crypto` of the web. Random bytes come from the host; `crypto.subtle` is that of the process. */
import type { Channel } from '../channel.ts';
import { bytesOf, createCryptoKeys, notFromScript, type CryptoBytes } from './crypto-key.ts';
import { domException } from './dom-exception.ts';
import { apply, PlainError, toText } from '../primordials.ts';
import { createSubtleCrypto } from './subtle-crypto.ts';

export interface CryptoTools extends CryptoBytes {
  channel: Channel;
}

export function createWebCrypto(tools: CryptoTools) {
  const { channel, fromBase64 } = tools;
  const keys = createCryptoKeys(tools);
  const SubtleCrypto = createSubtleCrypto({ ...tools, keys });

  const randomBytes = (count: number): Uint8Array => {
    const reply = channel.callSync('random.bytes', { count });
    if (!reply.ok) throw new PlainError(toText(reply.error['message']));
    return fromBase64(reply.value);
  };
  class Crypto {
    readonly #subtle = new SubtleCrypto(notFromScript);

    constructor(secret: unknown) {
      if (secret !== notFromScript) throw new TypeError('Illegal constructor');
    }
    get subtle(): InstanceType<typeof SubtleCrypto> {
      return this.#subtle;
    }
    getRandomValues<T>(target: T): T {
      const bytes = bytesOf(target);
      if (!bytes || !ArrayBuffer.isView(target)) throw new TypeError('crypto.getRandomValues needs a typed array.');
      if (bytes.length > 65_536) {
        throw new (domException())('crypto.getRandomValues gives at most 65536 bytes at once.', 'QuotaExceededError');
      }
      apply(Uint8Array.prototype.set, bytes, [randomBytes(bytes.length)]);
      return target;
    }
    randomUUID(): string {
      const bytes = randomBytes(16);
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    }
    get [Symbol.toStringTag](): string {
      return 'Crypto';
    }
  }
  return { crypto: new Crypto(notFromScript), Crypto, SubtleCrypto, CryptoKey: keys.CryptoKey };
}
