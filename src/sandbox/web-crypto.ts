/**
 * `crypto` of the web. Random bytes come from the host; `crypto.subtle` is that of the process (process/subtle.ts), which
 * is given each key with its material: nothing of a key stays there between two calls.
 */
import type { Channel } from './channel.ts';
import { domException } from './dom-exception.ts';
import { apply, isArray, keysOf, parseJson, PlainError, toJson, toText } from './primordials.ts';

export interface CryptoTools {
  channel: Channel;
  toBase64(bytes: Uint8Array): string;
  fromBase64(text: string): Uint8Array;
}
type Fields = Record<string, unknown>;

/** A key with all that is needed to use it. */
interface KeyMaterial {
  type: string;
  algorithm: Fields;
  usages: string[];
  format: string;
  /** Base64, or a JSON Web Key. */
  data: unknown;
}
type Answer =
  | { bytes: string }
  | { value: unknown }
  | { key: KeyMaterial }
  | { publicKey: KeyMaterial; privateKey: KeyMaterial }
  | { error: { name: string; message: string } };

const notFromScript = Symbol('not from a script');

function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined;
}

export function createWebCrypto({ channel, toBase64, fromBase64 }: CryptoTools) {
  class CryptoKey {
    readonly #material: KeyMaterial;
    readonly #extractable: boolean;

    constructor(secret: unknown, material: KeyMaterial, extractable: boolean) {
      if (secret !== notFromScript) throw new TypeError('Illegal constructor');
      this.#material = material;
      this.#extractable = extractable;
    }
    static materialOf(value: unknown): KeyMaterial {
      if (!(value instanceof CryptoKey)) throw new TypeError('crypto.subtle: the key is not a CryptoKey.');
      return value.#material;
    }
    get type(): string {
      return this.#material.type;
    }
    get extractable(): boolean {
      return this.#extractable;
    }
    get algorithm(): Fields {
      return decoded(this.#material.algorithm) as Fields;
    }
    get usages(): string[] {
      return [...this.#material.usages];
    }
    get [Symbol.toStringTag](): string {
      return 'CryptoKey';
    }
  }

  /** Bytes and keys inside of an algorithm as JSON; a name alone is an algorithm too. */
  const encoded = (value: unknown, depth = 0): unknown => {
    const bytes = bytesOf(value);
    if (bytes) return { $bytes: toBase64(bytes) };
    if (value instanceof CryptoKey) return { $key: CryptoKey.materialOf(value) };
    if (typeof value !== 'object' || value === null || depth > 3) return value;
    if (isArray(value)) return value;
    const fields: Fields = {};
    for (const key of keysOf(value)) fields[key] = encoded((value as Fields)[key], depth + 1);
    return fields;
  };
  const decoded = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if ('$bytes' in value) return fromBase64(toText(value.$bytes));
    return Object.fromEntries(keysOf(value).map((key) => [key, decoded((value as Fields)[key])]));
  };
  const data = (value: unknown): string => {
    const bytes = bytesOf(value);
    if (!bytes) throw new TypeError('crypto.subtle: the data is an ArrayBuffer or a view of one.');
    return toBase64(bytes);
  };
  const ask = async (call: Fields): Promise<Exclude<Answer, { error: unknown }>> => {
    const answer = parseJson(await channel.askProcess(toJson(call))) as Answer;
    if (!('error' in answer)) return answer;
    const { name, message } = answer.error;
    if (name === 'TypeError') throw new TypeError(message);
    throw new (domException())(message, name);
  };
  const askBytes = async (call: Fields): Promise<ArrayBuffer> =>
    Uint8Array.from(fromBase64(((await ask(call)) as { bytes: string }).bytes)).buffer;
  const newKey = (material: KeyMaterial, extractable: boolean) => new CryptoKey(notFromScript, material, extractable);
  const keyData = (format: unknown, value: unknown) => (format === 'jwk' ? value : data(value));
  const exportable = (key: unknown) => {
    const material = CryptoKey.materialOf(key);
    if (!(key as CryptoKey).extractable) {
      throw new (domException())('The key is not extractable.', 'InvalidAccessError');
    }
    return material;
  };
  const newKeys = (answer: object, extractable: boolean) => {
    if ('key' in answer) return newKey(answer.key as KeyMaterial, extractable);
    const { publicKey, privateKey } = answer as { publicKey: KeyMaterial; privateKey: KeyMaterial };
    return { publicKey: newKey(publicKey, true), privateKey: newKey(privateKey, extractable) };
  };

  class SubtleCrypto {
    constructor(secret: unknown) {
      if (secret !== notFromScript) throw new TypeError('Illegal constructor');
    }
    async digest(algorithm: unknown, value: unknown) {
      return askBytes({ op: 'digest', algorithm: encoded(algorithm), data: data(value) });
    }
    async encrypt(algorithm: unknown, key: unknown, value: unknown) {
      return askBytes({ ...cipher('encrypt', algorithm, key), data: data(value) });
    }
    async decrypt(algorithm: unknown, key: unknown, value: unknown) {
      return askBytes({ ...cipher('decrypt', algorithm, key), data: data(value) });
    }
    async sign(algorithm: unknown, key: unknown, value: unknown) {
      return askBytes({ ...cipher('sign', algorithm, key), data: data(value) });
    }
    async verify(algorithm: unknown, key: unknown, signature: unknown, value: unknown) {
      const call = { ...cipher('verify', algorithm, key), signature: data(signature), data: data(value) };
      return ((await ask(call)) as { value: boolean }).value;
    }
    async deriveBits(algorithm: unknown, key: unknown, length?: unknown) {
      return askBytes({ ...cipher('deriveBits', algorithm, key), length: length ?? null });
    }
    async deriveKey(algorithm: unknown, key: unknown, derived: unknown, extractable: unknown, usages: unknown) {
      const call = { ...cipher('deriveKey', algorithm, key), derived: encoded(derived), usages };
      return newKeys(await ask(call), Boolean(extractable));
    }
    async generateKey(algorithm: unknown, extractable: unknown, usages: unknown) {
      return newKeys(await ask({ op: 'generateKey', algorithm: encoded(algorithm), usages }), Boolean(extractable));
    }
    async importKey(format: unknown, value: unknown, algorithm: unknown, extractable: unknown, usages: unknown) {
      const call = { op: 'importKey', format, data: keyData(format, value), algorithm: encoded(algorithm), usages };
      return newKeys(await ask(call), Boolean(extractable));
    }
    async exportKey(format: unknown, key: unknown) {
      const answer = await ask({ op: 'exportKey', format, key: exportable(key) });
      return 'bytes' in answer
        ? Uint8Array.from(fromBase64(answer.bytes)).buffer
        : (answer as { value: unknown }).value;
    }
    async wrapKey(format: unknown, key: unknown, wrapping: unknown, algorithm: unknown) {
      return askBytes({ ...cipher('wrapKey', algorithm, wrapping), format, wrapped: exportable(key) });
    }
    async unwrapKey(...values: unknown[]) {
      const [format, wrapped, key, algorithm, ofKey, extractable, usages] = values;
      const call = {
        ...cipher('unwrapKey', algorithm, key),
        format,
        data: data(wrapped),
        derived: encoded(ofKey),
        usages,
      };
      return newKeys(await ask(call), Boolean(extractable));
    }
    get [Symbol.toStringTag](): string {
      return 'SubtleCrypto';
    }
  }
  function cipher(op: string, algorithm: unknown, key: unknown): Fields {
    return { op, algorithm: encoded(algorithm), key: CryptoKey.materialOf(key) };
  }

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
    get subtle(): SubtleCrypto {
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
  return { crypto: new Crypto(notFromScript), Crypto, SubtleCrypto, CryptoKey };
}
