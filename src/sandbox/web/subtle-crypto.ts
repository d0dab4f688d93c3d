/**
 * `crypto.subtle` of the web: each call is executed by the process (process/subtle.ts), with the keys that it needs.
 */
import type { Channel, Fields } from '../channel.ts';
import { bytesOf, notFromScript, type CryptoBytes, type CryptoKeys, type KeyMaterial } from './crypto-key.ts';
import { domException } from './dom-exception.ts';
import { parseJson, toJson } from '../primordials.ts';

type Answer =
  | { bytes: string }
  | { value: unknown }
  | { key: KeyMaterial }
  | { publicKey: KeyMaterial; privateKey: KeyMaterial }
  | { error: { name: string; message: string } };

export interface SubtleTools extends CryptoBytes {
  channel: Channel;
  keys: CryptoKeys;
}

export function createSubtleCrypto(tools: SubtleTools) {
  const { encoded } = tools.keys;
  const { ask, askBytes, askExported } = createSubtleCalls(tools);
  const { data, keyData, exportable, newKeys, cipher } = createKeyParameters(tools);

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
      return askExported({ op: 'exportKey', format, key: exportable(key) });
    }
    async wrapKey(format: unknown, key: unknown, wrapping: unknown, algorithm: unknown) {
      return askBytes({ ...cipher('wrapKey', algorithm, wrapping), format, wrapped: exportable(key) });
    }
    async unwrapKey(...values: unknown[]) {
      const [format, wrapped, key, algorithm, ofKey, extractable, usages] = values;
      const wrappedKey = { format, data: data(wrapped), derived: encoded(ofKey), usages };
      const call = { ...cipher('unwrapKey', algorithm, key), ...wrappedKey };
      return newKeys(await ask(call), Boolean(extractable));
    }
    get [Symbol.toStringTag](): string {
      return 'SubtleCrypto';
    }
  }
  return SubtleCrypto;
}

/** The calls of the process. They reject with the errors of the web's `crypto.subtle`. */
function createSubtleCalls({ channel, fromBase64 }: SubtleTools) {
  const toBuffer = (text: string): ArrayBuffer => Uint8Array.from(fromBase64(text)).buffer;
  const ask = async (call: Fields): Promise<Exclude<Answer, { error: unknown }>> => {
    const answer = parseJson(await channel.askProcess(toJson(call))) as Answer;
    if (!('error' in answer)) return answer;
    const { name, message } = answer.error;
    if (name === 'TypeError') throw new TypeError(message);
    throw new (domException())(message, name);
  };
  return {
    ask,
    askBytes: async (call: Fields): Promise<ArrayBuffer> => toBuffer(((await ask(call)) as { bytes: string }).bytes),
    /** The bytes of a key, or its JSON Web Key. */
    async askExported(call: Fields): Promise<unknown> {
      const answer = await ask(call);
      return 'bytes' in answer ? toBuffer(answer.bytes) : (answer as { value: unknown }).value;
    },
  };
}

/** Converts keys and data to parameters of calls, and the keys in answers back. */
function createKeyParameters({ keys: { CryptoKey, encoded }, toBase64 }: SubtleTools) {
  const newKey = (material: KeyMaterial, extractable: boolean) => new CryptoKey(notFromScript, material, extractable);
  const data = (value: unknown): string => {
    const bytes = bytesOf(value);
    if (!bytes) throw new TypeError('crypto.subtle: the data is an ArrayBuffer or a view of one.');
    return toBase64(bytes);
  };
  return {
    data,
    keyData: (format: unknown, value: unknown) => (format === 'jwk' ? value : data(value)),
    exportable(key: unknown): KeyMaterial {
      const material = CryptoKey.materialOf(key);
      if ((key as { extractable: boolean }).extractable) return material;
      throw new (domException())('The key is not extractable.', 'InvalidAccessError');
    },
    newKeys(answer: object, extractable: boolean) {
      if ('key' in answer) return newKey(answer.key as KeyMaterial, extractable);
      const { publicKey, privateKey } = answer as { publicKey: KeyMaterial; privateKey: KeyMaterial };
      return { publicKey: newKey(publicKey, true), privateKey: newKey(privateKey, extractable) };
    },
    cipher: (op: string, algorithm: unknown, key: unknown): Fields => ({
      op,
      algorithm: encoded(algorithm),
      key: CryptoKey.materialOf(key),
    }),
  };
}
