/**
 * Replaces the packages `crypto` and `jws` in the library jsonwebtoken, which needs them from Node: keys and signatures
 * are made by jsrsasign, which the sandbox already contains.
 */
import { KEYUTIL, KJUR, b64utoutf8, type EcKey, type RsaKey } from 'jsrsasign';

interface JwtHeader {
  alg: string;
  typ?: string;
}
interface SignOptions {
  header: JwtHeader;
  payload: unknown;
  secret?: KeyObject;
  privateKey?: KeyObject;
}
type Bytes = Uint8Array;

/** The members of Node's KeyObject that jsonwebtoken reads. */
export class KeyObject {
  readonly type: 'secret' | 'private' | 'public';
  readonly asymmetricKeyType?: 'rsa' | 'ec';
  readonly asymmetricKeyDetails?: { modulusLength: number };
  /** The key in the form of jsrsasign. */
  readonly material: object;

  constructor(type: KeyObject['type'], material: object) {
    this.type = type;
    this.material = material;
    if (type === 'secret') return;
    const isRsa = 'n' in material;
    this.asymmetricKeyType = isRsa ? 'rsa' : 'ec';
    if (isRsa) this.asymmetricKeyDetails = { modulusLength: (material as RsaKey).n.bitLength() };
  }
}

interface KeyInput {
  key: unknown;
  passphrase?: string;
}
const isKeyInput = (input: unknown): input is KeyInput =>
  typeof input === 'object' && input !== null && 'key' in input && !(input instanceof Uint8Array);

const textOf = (input: unknown): unknown => (input instanceof Uint8Array ? String.fromCharCode(...input) : input);

/** @throws for a value that is neither a key in PEM form nor a JSON Web Key */
function readKey(input: unknown): RsaKey | EcKey {
  const { key, passphrase } = isKeyInput(input) ? input : { key: input };
  const source = textOf(key);
  if (typeof source === 'string' && !source.includes('-----BEGIN')) throw new TypeError('Invalid key');
  return KEYUTIL.getKey(source, passphrase);
}

export function createSecretKey(bytes: Bytes): KeyObject {
  return new KeyObject('secret', { hex: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') });
}
export function createPrivateKey(input: unknown): KeyObject {
  const key = readKey(input);
  if (!key.isPrivate) throw new TypeError('Invalid private key');
  return new KeyObject('private', key);
}
/** As in Node, a private key is converted to its public part. */
export function createPublicKey(input: unknown): KeyObject {
  const key = readKey(input);
  return new KeyObject('public', key.isPrivate ? publicPartOf(key) : key);
}
const publicPartOf = (key: RsaKey | EcKey): object =>
  'n' in key
    ? KEYUTIL.getKey({ n: key.n.toString(16), e: key.e.toString(16) })
    : KEYUTIL.getKey({ xy: key.generatePublicKeyHex(), curve: key.curveName });

const { JWS } = KJUR.jws;

export function sign({ header, payload, secret, privateKey = secret }: SignOptions): string {
  const content = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return JWS.sign(header.alg, JSON.stringify(header), content, privateKey?.material ?? '');
}

/** The two events of jws's stream that jsonwebtoken uses. */
export function createSign(options: SignOptions) {
  const signing = {
    once(event: 'error' | 'done', callback: (result: unknown) => void) {
      const isError = event === 'error';
      void Promise.resolve()
        .then(() => sign(options))
        .then(
          (token) => (isError ? undefined : callback(token)),
          (error: unknown) => (isError ? callback(error) : undefined),
        );
      return signing;
    },
  };
  return signing;
}

export const verify = (token: string, algorithm: string, { material }: KeyObject): boolean =>
  JWS.verify(token, material, [algorithm]);

const form = /^[\w-]+?\.[\w-]+?\.[\w-]*$/;

/** @returns null for an invalid token */
export function decode(token: unknown, options: { json?: boolean } = {}) {
  const text = String(token);
  const [first = '', second = '', signature = ''] = text.split('.');
  if (!form.test(text)) return null;
  let header: JwtHeader;
  try {
    header = JSON.parse(b64utoutf8(first)) as JwtHeader;
  } catch {
    return null;
  }
  const content = b64utoutf8(second);
  const isJson = header.typ === 'JWT' || options.json === true;
  return { header, payload: isJson ? (JSON.parse(content) as unknown) : content, signature };
}
