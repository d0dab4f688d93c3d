/**
 * Implements `crypto.subtle` and the compression of streams for scripts: calls and answers are text. Each call contains its keys, so that no key of a
 * script stays here. Slow operations that use little memory are bounded by their parameters; others are ended with the
 * process.
 */
import { Buffer } from 'node:buffer';
import type { webcrypto } from 'node:crypto';
import { compressed } from './compression.ts';

// `scrub` removes it from the process before the first script.
const getBuiltinModule = process.getBuiltinModule.bind(process);
let subtleApi: webcrypto.SubtleCrypto | undefined;
/** Lazy: few scripts use it, and loading node:crypto takes a tenth of the process's start. */
const subtleCrypto = (): webcrypto.SubtleCrypto => (subtleApi ??= getBuiltinModule('node:crypto').webcrypto.subtle);
const fromBase64 = (text: unknown): Buffer => Buffer.from(String(text), 'base64');
const toBase64 = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64');
const parse = JSON.parse;
const stringify = JSON.stringify;
const { entries, fromEntries } = Object;

const MAX_ITERATIONS = 10_000_000;
const MAX_MODULUS_BITS = 8192;
const MAX_DERIVED_BITS = 8 * 1024 * 1024;
/** The number of calls of one script that may be under way. */
const MAX_CALLS = 64;

type Fields = Record<string, unknown>;
interface Material {
  type: string;
  algorithm: Fields;
  usages: string[];
  format: string;
  data: unknown;
}
interface Call extends Fields {
  op: string;
}
type Key = webcrypto.CryptoKey;
type Algorithm = Parameters<webcrypto.SubtleCrypto['encrypt']>[0];

export interface Subtle {
  /** @returns the answer as JSON; never rejects */
  answer(text: string): Promise<string>;
}

export function createSubtle(): Subtle {
  let underWay = 0;
  return {
    async answer(text) {
      if (underWay >= MAX_CALLS) return failure('OperationError', `More than ${MAX_CALLS} calls are under way.`);
      underWay += 1;
      try {
        return stringify(await run(parse(text) as Call));
      } catch (error) {
        const { name, message } = error as Error;
        return failure(name, message);
      } finally {
        underWay -= 1;
      }
    },
  };
}

const failure = (name: string, message: string): string => stringify({ error: { name, message } });

async function run(call: Call): Promise<object> {
  const algorithm = (await algorithmOf(call['algorithm'])) as never;
  const data = () => fromBase64(call['data']);
  const key = () => keyOf(call['key'] as Material);
  const usages = call['usages'] as never;
  const format = call['format'] as never;
  switch (call.op) {
    case 'digest':
      return { bytes: toBase64(await subtleCrypto().digest(algorithm, data())) };
    case 'encrypt':
    case 'decrypt':
    case 'sign':
      return { bytes: toBase64(await subtleCrypto()[call.op](algorithm, await key(), data())) };
    case 'verify':
      return { value: await subtleCrypto().verify(algorithm, await key(), fromBase64(call['signature']), data()) };
    case 'deriveBits': {
      const length = call['length'] as number;
      if (length > MAX_DERIVED_BITS) throw tooLarge(`length ${length}`, MAX_DERIVED_BITS);
      return { bytes: toBase64(await subtleCrypto().deriveBits(algorithm, await key(), length)) };
    }
    case 'deriveKey': {
      const keyType = (await algorithmOf(call['derived'])) as never;
      return {
        key: await materialOf(await subtleCrypto().deriveKey(algorithm, await key(), keyType, true, usages)),
      };
    }
    case 'generateKey': {
      const generated = (await subtleCrypto().generateKey(algorithm, true, usages)) as Key | webcrypto.CryptoKeyPair;
      if (!('publicKey' in generated)) return { key: await materialOf(generated) };
      return { publicKey: await materialOf(generated.publicKey), privateKey: await materialOf(generated.privateKey) };
    }
    case 'importKey': {
      const bytes = call['format'] === 'jwk' ? importable(call['data']) : data();
      // Keys for key derivation can never be exported, so their imported material is returned.
      const derivesOnly = ['HKDF', 'PBKDF2'].includes(nameOf(algorithm));
      const imported = await subtleCrypto().importKey(format, bytes as never, algorithm, !derivesOnly, usages);
      return {
        key: derivesOnly ? { ...described(imported), format: 'raw', data: call['data'] } : await materialOf(imported),
      };
    }
    case 'exportKey': {
      const exported: unknown = await subtleCrypto().exportKey(format, await key());
      return exported instanceof ArrayBuffer ? { bytes: toBase64(exported) } : { value: exported };
    }
    case 'wrapKey': {
      const wrapped = await keyOf(call['wrapped'] as Material);
      return { bytes: toBase64(await subtleCrypto().wrapKey(format, wrapped, await key(), algorithm)) };
    }
    case 'unwrapKey': {
      const keyType = (await algorithmOf(call['derived'])) as never;
      const unwrapped = await subtleCrypto().unwrapKey(format, data(), await key(), algorithm, keyType, true, usages);
      return { key: await materialOf(unwrapped) };
    }
    case 'compress':
    case 'decompress':
      return { bytes: compressed(call.op, call['format'], data()).toString('base64') };
    default:
      throw new TypeError(`crypto.subtle has no function ${call.op}.`);
  }
}

/** `ext: false` of a JSON Web Key applies to the script's key, which checks it itself. */
const importable = (jwk: unknown): object => ({ ...(jwk as object), ext: true });

/** An algorithm whose bytes and keys come as `{ $bytes }` and `{ $key }`. */
async function algorithmOf(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  const fields: Fields = {};
  for (const [name, field] of entries(value as Fields)) {
    const { $bytes, $key } = (field ?? {}) as { $bytes?: string; $key?: Material };
    if ($bytes !== undefined) fields[name] = fromBase64($bytes);
    else if ($key !== undefined) fields[name] = await keyOf($key);
    else fields[name] = await algorithmOf(field);
  }
  if (Number(fields['iterations']) > MAX_ITERATIONS) throw tooLarge('iterations', MAX_ITERATIONS);
  if (Number(fields['modulusLength']) > MAX_MODULUS_BITS) throw tooLarge('modulusLength', MAX_MODULUS_BITS);
  return fields;
}

const nameOf = (algorithm: unknown): string =>
  String(typeof algorithm === 'string' ? algorithm : (algorithm as Fields)['name']).toUpperCase();

async function keyOf({ format, data, algorithm, usages }: Material): Promise<Key> {
  const bytes = format === 'jwk' ? data : fromBase64(data);
  const parameters = (await algorithmOf(algorithm)) as Algorithm;
  const derivesOnly = ['HKDF', 'PBKDF2'].includes(nameOf(parameters));
  return subtleCrypto().importKey(format as never, bytes as never, parameters, !derivesOnly, usages as never);
}

const described = ({ type, algorithm, usages }: Key) => ({ type, algorithm: plain(algorithm), usages });

async function materialOf(key: Key): Promise<Material> {
  const format = key.type === 'secret' ? 'raw' : key.type === 'public' ? 'spki' : 'pkcs8';
  const data = toBase64(await subtleCrypto().exportKey(format as 'raw', key));
  return { ...described(key), format, data };
}

/** A key's algorithm as JSON; the exponent of RSA is its only member with bytes. */
function plain(algorithm: object): Fields {
  return fromEntries(
    entries(algorithm).map(([name, value]: [string, unknown]) =>
      value instanceof Uint8Array ? [name, { $bytes: Buffer.from(value).toString('base64') }] : [name, value],
    ),
  );
}

/** A class field, because the process's prototypes are frozen: assigning to `name` would fail. */
class LimitError extends Error {
  override readonly name = 'OperationError';
}
const tooLarge = (description: string, limit: number): Error =>
  new LimitError(`crypto.subtle: ${description} is more than ${limit}, the limit for scripts.`);
