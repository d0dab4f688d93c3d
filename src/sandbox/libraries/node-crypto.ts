/**
 * `require('crypto')`: the commonly used parts of Node's module, implemented with the sandbox's libraries and random
 * bytes.
 */
import type { Libraries } from './libraries.ts';
import { PlainError, toText } from '../primordials.ts';

type Bytes = Uint8Array & { toString(encoding?: string): string };
interface BufferLike {
  from(value: unknown, encoding?: string): Bytes;
  concat(list: readonly Uint8Array[]): Bytes;
  alloc(size: number): Bytes;
}
interface Words {
  toString(): string;
}
interface CryptoJs {
  enc: { Hex: { parse(hex: string): Words } };
  [name: string]: unknown;
}
interface WebCrypto {
  getRandomValues<T>(target: T): T;
  randomUUID(): string;
  subtle: unknown;
}

/** Node's names of algorithms, with those of crypto-js. */
const algorithms: Record<string, string | undefined> = {
  md5: 'MD5',
  sha1: 'SHA1',
  sha224: 'SHA224',
  sha256: 'SHA256',
  sha384: 'SHA384',
  sha512: 'SHA512',
  ripemd160: 'RIPEMD160',
};

/**
 * Functions that do not exist here. Packages written for Node pass them to `util.promisify` while they are loaded, so
 * each of them is a function, which names itself when it is called.
 */
const unsupported = [
  'createCipheriv',
  'createDecipheriv',
  'createSign',
  'createVerify',
  'sign',
  'verify',
  'createPublicKey',
  'createPrivateKey',
  'generateKey',
  'generateKeyPair',
  'generateKeyPairSync',
  'publicEncrypt',
  'publicDecrypt',
  'privateEncrypt',
  'privateDecrypt',
  'createDiffieHellman',
  'createECDH',
  'diffieHellman',
  'hkdf',
  'hkdfSync',
  'pbkdf2',
  'pbkdf2Sync',
  'scrypt',
  'scryptSync',
];

function refuse(name: string): () => never {
  return () => {
    throw new PlainError(`crypto.${name} is not supported. crypto.subtle and the library jsrsasign do the same.`);
  };
}

/** A secret key, like Node's class. Other kinds of keys do not exist here. */
class KeyObject {
  readonly type = 'secret';
  readonly #bytes: Bytes;
  constructor(bytes: Bytes) {
    this.#bytes = bytes;
  }
  get symmetricKeySize(): number {
    return this.#bytes.length;
  }
  export(): Bytes {
    return this.#bytes;
  }
}

interface DigestTools {
  libraries: Libraries;
  buffer: () => BufferLike;
  bytesOf: (value: unknown, encoding?: string) => Bytes;
}

/** A hash or an HMAC, computed when its digest is requested. */
function createDigest(
  { libraries, buffer, bytesOf }: DigestTools,
  { name, prefix, key }: { name: unknown; prefix: '' | 'Hmac'; key?: Bytes },
) {
  const algorithm = algorithms[toText(name).toLowerCase().replace('-', '')];
  if (algorithm === undefined) {
    throw new PlainError(
      `crypto: "${toText(name)}" is not supported. There are: ${Object.keys(algorithms).join(', ')}.`,
    );
  }
  const parts: Bytes[] = [];
  let isDone = false;
  const digest = {
    update(data: unknown, encoding?: string) {
      if (isDone) throw new PlainError('Digest already called');
      parts.push(bytesOf(data, encoding));
      return digest;
    },
    digest(encoding?: string): Bytes | string {
      if (isDone) throw new PlainError('Digest already called');
      isDone = true;
      const cryptoJs = libraries.load<CryptoJs>('crypto-js');
      const words = (bytes: Bytes) => cryptoJs.enc.Hex.parse(bytes.toString('hex'));
      const compute = cryptoJs[`${prefix}${algorithm}`] as (data: Words, key?: Words) => Words;
      const hex = compute(words(buffer().concat(parts)), key && words(key)).toString();
      const bytes = buffer().from(hex, 'hex');
      return encoding === undefined || encoding === 'buffer' ? bytes : bytes.toString(encoding);
    },
  };
  return digest;
}

/** @param web the web's `crypto` */
export function createNodeCrypto(libraries: Libraries, web: () => WebCrypto): object {
  const buffer = () => libraries.load<{ Buffer: BufferLike }>('buffer').Buffer;
  const bytesOf = (value: unknown, encoding?: string): Bytes => {
    if (typeof value === 'string') return buffer().from(value, encoding ?? 'utf8');
    if (value instanceof KeyObject) return value.export();
    if (value instanceof ArrayBuffer) return buffer().from(new Uint8Array(value));
    if (ArrayBuffer.isView(value)) {
      return buffer().from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    }
    throw new TypeError('crypto: the data must be a text or bytes.');
  };
  const tools = { libraries, buffer, bytesOf };
  const randomBytes = (size: number): Bytes => {
    const bytes = buffer().alloc(size);
    // The limit of one call of the host.
    for (let offset = 0; offset < size; offset += 65_536)
      web().getRandomValues(bytes.subarray(offset, offset + 65_536));
    return bytes;
  };

  return {
    ...Object.fromEntries(unsupported.map((name) => [name, refuse(name)])),
    constants: {},
    getCiphers: () => [],
    getCurves: () => [],
    KeyObject,
    createSecretKey: (key: unknown, encoding?: string) => new KeyObject(buffer().from(bytesOf(key, encoding))),
    createHash: (name: unknown) => createDigest(tools, { name, prefix: '' }),
    createHmac: (name: unknown, key: unknown) => createDigest(tools, { name, prefix: 'Hmac', key: bytesOf(key) }),
    getHashes: () => Object.keys(algorithms),
    randomBytes(size: number, callback?: (error: null, bytes: Bytes) => void): Bytes | undefined {
      if (!callback) return randomBytes(size);
      callback(null, randomBytes(size));
      return undefined;
    },
    randomInt(from: number, to?: number): number {
      const [low, high] = to === undefined ? [0, from] : [from, to];
      const [number = 0] = web().getRandomValues(new Uint32Array(1));
      return low + Math.floor((number / 2 ** 32) * (high - low));
    },
    randomUUID: () => web().randomUUID(),
    getRandomValues: <T>(target: T): T => web().getRandomValues(target),
    timingSafeEqual(a: unknown, b: unknown): boolean {
      const [first, second] = [bytesOf(a), bytesOf(b)];
      if (first.length !== second.length) throw new RangeError('Input buffers must have the same byte length');
      return first.every((byte, index) => byte === second[index]);
    },
    get subtle() {
      return web().subtle;
    },
    get webcrypto() {
      return web();
    },
  };
}
