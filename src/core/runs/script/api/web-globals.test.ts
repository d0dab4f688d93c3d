/** Web globals in scripts beyond ECMAScript, and the Node modules that Postman's scripts require. */
import {
  createHash,
  createHmac,
  createPublicKey,
  createVerify,
  generateKeyPairSync,
  hkdfSync,
  pbkdf2Sync,
} from 'node:crypto';
import { expect, test } from 'vitest';
import { sharedRunner } from '../../../testing/fixtures.ts';

const runner = sharedRunner();

async function logs(source: string): Promise<string[]> {
  const { error, logged } = await runner.runWithContext(source, {});
  expect(error).toBeUndefined();
  return logged;
}
const hex =
  "const hex = (bytes) => Buffer.from(bytes).toString('hex'), bytes = (text) => new TextEncoder().encode(text);";

test('crypto.subtle computes digests and HMAC', async () => {
  const [digests, signature, verified] = await logs(`${hex}
    console.log((await Promise.all(['SHA-1', 'SHA-256', { name: 'SHA-512' }].map((name) => crypto.subtle.digest(name, bytes('abc'))))).map(hex).join());
    const key = await crypto.subtle.importKey('raw', bytes('secret'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
    const signed = await crypto.subtle.sign('HMAC', key, bytes('text'));
    console.log(hex(signed));
    console.log(await crypto.subtle.verify('HMAC', key, signed, bytes('text')), await crypto.subtle.verify('HMAC', key, signed, bytes('other')));
  `);
  expect(digests).toBe(['sha1', 'sha256', 'sha512'].map((name) => createHash(name).update('abc').digest('hex')).join());
  expect(signature).toBe(createHmac('sha256', 'secret').update('text').digest('hex'));
  expect(verified).toBe('true false');
});

test('crypto.subtle: AES, and generating, exporting, deriving and wrapping keys', async () => {
  expect(
    await logs(`${hex}
      for (const name of ['AES-GCM', 'AES-CBC', 'AES-CTR']) {
        const key = await crypto.subtle.generateKey({ name, length: 256 }, true, ['encrypt', 'decrypt']);
        const iv = crypto.getRandomValues(new Uint8Array(16));
        const algorithm = name === 'AES-CTR' ? { name, counter: iv, length: 64 } : { name, iv };
        const sealed = await crypto.subtle.encrypt(algorithm, key, bytes('äöü'));
        const again = await crypto.subtle.importKey('jwk', await crypto.subtle.exportKey('jwk', key), name, false, ['decrypt']);
        console.log(key.type, key.algorithm.length, new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, again, sealed)));
      }
      const pass = await crypto.subtle.importKey('raw', bytes('pass'), 'PBKDF2', false, ['deriveBits', 'deriveKey']);
      const slow = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes('salt'), iterations: 1000 };
      console.log(hex(await crypto.subtle.deriveBits(slow, pass, 256)));
      const derived = await crypto.subtle.deriveKey(slow, pass, { name: 'AES-KW', length: 128 }, true, ['wrapKey', 'unwrapKey']);
      const source = await crypto.subtle.importKey('raw', bytes('pass'), 'HKDF', false, ['deriveBits']);
      console.log(hex(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: bytes('salt'), info: bytes('info') }, source, 256)));
      const inner = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign']);
      const wrapped = await crypto.subtle.wrapKey('raw', inner, derived, 'AES-KW');
      const unwrapped = await crypto.subtle.unwrapKey('raw', wrapped, derived, 'AES-KW', { name: 'HMAC', hash: 'SHA-256' }, true, ['sign']);
      console.log(hex(await crypto.subtle.exportKey('raw', unwrapped)) === hex(await crypto.subtle.exportKey('raw', inner)));
    `),
  ).toEqual([
    ...Array.from({ length: 3 }, () => 'secret 256 äöü'),
    pbkdf2Sync('pass', 'salt', 1000, 32, 'sha256').toString('hex'),
    Buffer.from(hkdfSync('sha256', 'pass', 'salt', 'info', 32)).toString('hex'),
    'true',
  ]);
});

test('crypto.subtle: RSA and ECDSA, with imported and exported keys', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  const [rsa, ecdsa, spki, oaep, sharedSecret] = await logs(`${hex}
    const key = await crypto.subtle.importKey('pkcs8', Buffer.from('${pem}', 'base64'), { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, ['sign']);
    console.log(hex(await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key, bytes('text'))));
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
    console.log(hex(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, bytes('text'))));
    console.log(Buffer.from(await crypto.subtle.exportKey('spki', pair.publicKey)).toString('base64'));
    const oaep = await crypto.subtle.generateKey({ name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, true, ['encrypt', 'decrypt']);
    const sealed = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, oaep.publicKey, bytes('secret'));
    console.log(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'RSA-OAEP' }, oaep.privateKey, sealed)), [...oaep.publicKey.algorithm.publicExponent].join());
    const [a, b] = await Promise.all([1, 2].map(() => crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])));
    const agree = async (mine, other) => hex(await crypto.subtle.deriveBits({ name: 'ECDH', public: other.publicKey }, mine.privateKey, 256));
    console.log(await agree(a, b) === await agree(b, a));
  `);
  expect(
    createVerify('sha256')
      .update('text')
      .verify(createPublicKey(privateKey), Buffer.from(rsa ?? '', 'hex')),
  ).toBe(true);
  const publicKey = createPublicKey({ key: Buffer.from(spki ?? '', 'base64'), format: 'der', type: 'spki' });
  const verify = createVerify('sha256').update('text');
  expect(verify.verify({ key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(ecdsa ?? '', 'hex'))).toBe(true);
  expect([oaep, sharedSecret]).toEqual(['secret 1,0,1', 'true']);
});

test('crypto.subtle: errors are those of the standard, limits apply, and a key without permission is not exported', async () => {
  expect(
    await logs(`${hex}
      const tell = async (work) => { try { await work(); console.log('worked'); } catch (error) { console.log(error.name, error instanceof Error, error.constructor === DOMException); } };
      const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt']);
      await tell(() => crypto.subtle.exportKey('raw', key));
      await tell(() => crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes('123456789012') }, key, bytes('x')));
      await tell(() => crypto.subtle.digest('MD4', bytes('x')));
      await tell(() => crypto.subtle.digest('SHA-256', 'text'));
      await tell(() => crypto.subtle.sign('HMAC', { type: 'secret' }, bytes('x')));
      const pass = await crypto.subtle.importKey('raw', bytes('pass'), 'PBKDF2', false, ['deriveBits']);
      await tell(() => crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: bytes('s'), iterations: 1e9 }, pass, 256));
      await tell(() => crypto.subtle.generateKey({ name: 'RSA-OAEP', modulusLength: 65536, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, true, ['encrypt']));
      await tell(() => new CryptoKey());
      console.log(Object.prototype.toString.call(crypto), crypto.subtle instanceof SubtleCrypto, key instanceof CryptoKey, crypto.randomUUID().length);
    `),
  ).toEqual([
    'InvalidAccessError true true',
    'InvalidAccessError true true',
    'NotSupportedError true true',
    'TypeError true false',
    'TypeError true false',
    'OperationError true true',
    'OperationError true true',
    'TypeError true false',
    '[object Crypto] true true 36',
  ]);
});

test('TextEncoder and TextDecoder convert between texts and bytes', async () => {
  expect(
    await logs(`
      const tell = (work) => { try { console.log(work()); } catch (error) { console.log(error.name, error.code); } };
      const bytes = new TextEncoder().encode('ü\\ud800');
      console.log(bytes.constructor.name, [...bytes].join(), JSON.stringify(new TextEncoder().encodeInto('aü€', new Uint8Array(4))));
      tell(() => new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255])));
      tell(() => new TextDecoder('nope'));
      tell(() => new TextDecoder().decode('text'));
      tell(() => new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 65])).length);
      tell(() => new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf, 65])).length);
      tell(() => new TextDecoder('latin1').encoding + new TextDecoder('shift_jis').decode(new Uint8Array([0x82, 0xa0])));
      const parts = new TextDecoder();
      console.log(parts.decode(new Uint8Array([0xe2, 0x82]), { stream: true }) + parts.decode(new Uint8Array([0xac]), { stream: true }) + parts.decode());
    `),
  ).toEqual([
    'Uint8Array 195,188,239,191,189 {"read":2,"written":3}',
    'TypeError ERR_ENCODING_INVALID_ENCODED_DATA',
    'RangeError ERR_ENCODING_NOT_SUPPORTED',
    'TypeError undefined',
    '1',
    '2',
    'windows-1252あ',
    '€',
  ]);
});

test('TextDecoder continues a character of any encoding in the next piece, and begins again after the last', async () => {
  expect(
    await logs(`
      const decoded = (name, options, ...pieces) => {
        const decoder = new TextDecoder(name, options);
        const texts = pieces.map((piece) => decoder.decode(new Uint8Array(piece), { stream: true }));
        return JSON.stringify([...texts, decoder.decode(), decoder.decode(new Uint8Array(pieces.flat()))]);
      };
      console.log(decoded('shift_jis', {}, [0x82], [0xa0, 0x41]));
      console.log(decoded('gb18030', {}, [0xc4, 0xe3, 0xba], [0xc3]));
      console.log(decoded('utf-16le', {}, [0xff, 0xfe, 0x3d, 0xd8], [0x00], [0xde]));
      console.log(decoded('utf-16le', { ignoreBOM: true }, [0xff, 0xfe, 0x41, 0]));
    `),
  ).toEqual(['["","あA","","あA"]', '["你","好","","你好"]', '["","","😀","","😀"]', '["\uFEFFA","","\uFEFFA"]']);
});

test('AbortController and AbortSignal abort with a reason', async () => {
  expect(
    await logs(`
      const controller = new AbortController();
      const joint = AbortSignal.any([controller.signal, AbortSignal.timeout(100000)]);
      controller.signal.onabort = (event) => console.log('first', event.type);
      joint.addEventListener('abort', () => console.log('second', joint.reason === controller.signal.reason));
      controller.abort(); controller.abort('again');
      console.log(controller.signal.reason.name, controller.signal.reason instanceof DOMException, AbortSignal.abort(5).reason);
      try { joint.throwIfAborted(); } catch (error) { console.log(error.message); }
      try { new AbortSignal(); } catch (error) { console.log(error.name); }
      setTimeout(() => {}, 50);
      await new Promise((ended) => AbortSignal.timeout(1).addEventListener('abort', (event) => { console.log(event.target.reason.name); ended(); }));
    `),
  ).toEqual([
    'first abort',
    'second true',
    'AbortError true 5',
    'This operation was aborted',
    'TypeError',
    'TimeoutError',
  ]);
});

test('a script waits for a crypto.subtle call that is not awaited, and a call after its end reaches nobody', async () => {
  const call = "crypto.subtle.digest('SHA-256', new Uint8Array(1)).then((bytes) => console.log(bytes.byteLength));";
  expect(await logs(call)).toEqual(['32']);
  const skips = `pm.execution.skipRequest();`;
  await runner.runWithContext(`${call} ${skips}`, { info: { eventName: 'prerequest' } });
  expect(await logs("console.log('next');")).toEqual(['next']);
});

test('Blob, File and streams are read in parts and as a whole', async () => {
  expect(
    await logs(`
      const blob = new Blob(['aä', new Uint8Array([66]), new Blob(['c'])], { type: 'Text/Plain' });
      console.log(blob.size, blob.type, await blob.text(), await blob.slice(0, 1).text(), (await blob.arrayBuffer()).byteLength, String(blob));
      const file = new File(['x'], 'n.txt', { lastModified: 5 });
      console.log(file.name, file.lastModified, file.size, file instanceof Blob, require('buffer').File === File);
      const read = async (stream) => { let text = ''; for (const reader = stream.getReader(); ; ) { const { done, value } = await reader.read(); if (done) return text; text += value; } };
      console.log(await read(new Blob(['äö', '狐']).stream().pipeThrough(new TransformStream({ transform(chunk, controller) { for (const byte of chunk) controller.enqueue(new Uint8Array([byte])); } })).pipeThrough(new TextDecoderStream())));
      const { readable, writable } = new TextEncoderStream();
      const writer = writable.getWriter(); void writer.write('\\ud83e'); void writer.write('\\udd8a'); void writer.close();
      console.log(await read(readable.pipeThrough(new TextDecoderStream())), typeof WritableStream, new CountQueuingStrategy({ highWaterMark: 2 }).highWaterMark);
    `),
  ).toEqual(['5 text/plain aäBc a 5 [object Blob]', 'n.txt 5 1 true true', 'äö狐', '🦊 function 2']);
});

test('structuredClone copies data of every kind, and reports what it cannot copy', async () => {
  expect(
    await logs(`
      const original = { date: new Date(0), map: new Map([[{ a: 1 }, new Set([1])]]), bytes: new Uint8Array([1, 2]).subarray(1), re: /x/gi, big: 1n, none: undefined, list: [1, , 3], ['__proto__x']: 1 };
      original.self = original;
      const copy = structuredClone(original);
      console.log(copy !== original, copy.self === copy, copy.date.getTime(), [...copy.map.keys()][0].a, [...copy.map.values()][0].has(1), copy.bytes[0], String(copy.re), copy.big === 1n, 'none' in copy, 1 in copy.list, copy instanceof Object);
      const error = structuredClone(new TypeError('bad', { cause: { a: 1 } }));
      console.log(error instanceof TypeError, error.message, error.cause.a);
      for (const value of [() => 1, Symbol('s'), { deep: [Promise.resolve()] }]) { try { structuredClone(value); } catch (thrown) { console.log(thrown.name, thrown.code, thrown instanceof DOMException); } }
    `),
  ).toEqual([
    'true true 0 1 true 2 /x/gi true true false true',
    'true bad 1',
    ...Array.from({ length: 3 }, () => 'DataCloneError 25 true'),
  ]);
});

test('atob is strict, DOMException has its codes', async () => {
  expect(
    await logs(`
      for (const text of ['a', 'ä', '****', 'aGk===', 'a=Gk']) { try { console.log(atob(text)); } catch (error) { console.log(error.name, error.code); } }
      console.log(atob(' a G k = '), atob('aGk'), btoa('\\xff'), atob('') === '');
      try { btoa('狐'); } catch (error) { console.log(error.name); }
      const aborted = new DOMException('m', 'AbortError');
      console.log(aborted.code, DOMException.ABORT_ERR, aborted.message, aborted instanceof Error, new DOMException('x', { name: 'DataCloneError', cause: 1 }).cause, String(new DOMException('m')));
    `),
  ).toEqual([
    ...Array.from({ length: 5 }, () => 'InvalidCharacterError 5'),
    'hi hi /w== true',
    'InvalidCharacterError',
    '20 20 m true 1 Error: m',
  ]);
});

test('Node modules as in Postman; a missing one is refused with an alternative', async () => {
  expect(
    await logs(`
      console.log(Object.keys(require('fs')).length, require('os').EOL === '\\n', require('os').platform(), require('json').parse('{"a":1}').a);
      const { Buffer: own, constants, kStringMaxLength } = require('buffer');
      console.log(own === Buffer, typeof constants.MAX_LENGTH, kStringMaxLength > 1e6, require('node:buffer') === require('buffer'));
      for (const name of ['backbone', 'sugar', 'http']) { try { require(name); } catch (error) { console.log(error.message, error.remedy.slice(0, 27), Object.keys(error).join()); } }
      try { pm.datasets('x'); } catch (error) { console.log(error.message.slice(0, 62)); }
    `),
  ).toEqual([
    '0 true browser 1',
    'true number true true',
    "Cannot find module 'backbone' Backbone is not available.  code",
    "Cannot find module 'sugar' SugarJS is not a module: it code",
    "Cannot find module 'http' Scripts can require: ajv, a code",
    'pm.datasets: the datasets of Postman are in its cloud, and are',
  ]);
});

test.each([
  ['npm:ms@2.1.3', /no workspace/],
  ['jsr:@std/assert', /packages of JSR cannot be used.*npm:<name>/],
  ['@team/package', /packages of a Postman team are in its cloud/],
  ['@team/package@1.0.0', /packages of a Postman team are in its cloud/],
  ['@folder/file.js', /no workspace/],
])('the error about pm.require of %s names the alternative', async (name, message) => {
  const { error } = await runner.runWithContext(`pm.require(${JSON.stringify(name)});`);
  expect(error?.message).toMatch(message);
});
