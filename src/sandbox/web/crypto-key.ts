/**
 * CryptoKey of the web, with the data that the host needs to use a key: the host keeps nothing of a key between two
 * calls.
 */
import type { Fields } from '../channel.ts';
import { isArray, keysOf, toText } from '../primordials.ts';

export interface CryptoBytes {
  toBase64(bytes: Uint8Array): string;
  fromBase64(text: string): Uint8Array;
}

/** A key with all data for using it. */
export interface KeyMaterial {
  type: string;
  algorithm: Fields;
  usages: string[];
  format: string;
  /** Base64, or a JSON Web Key. */
  data: unknown;
}

/** A value that the constructors of `crypto` require, so that scripts cannot call them. */
export const notFromScript = Symbol('not from a script');

export function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined;
}

export function createCryptoKeys({ toBase64, fromBase64 }: CryptoBytes) {
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

  /** Converts bytes and keys inside of an algorithm to JSON; a name alone is an algorithm, too. */
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
  return { CryptoKey, encoded };
}

export type CryptoKeys = ReturnType<typeof createCryptoKeys>;
