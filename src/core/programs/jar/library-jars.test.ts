/**
 * Methods of widely used libraries, as Debian packages them. The expected values are computed by Node, or taken from
 * the definition of the method.
 */
import { createHash, createHmac, scryptSync } from 'node:crypto';
import { copyFileSync, existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasInterpreter } from '../../testing/interpreters.ts';
import { callMethod, jarFolder } from '../../testing/jars.ts';
import { createRunner } from '../../testing/run.ts';

type Case = [method: string, args: unknown[], expected: string, ...paramTypes: string[]];

const folder = jarFolder();
let runner: ReturnType<typeof createRunner>;
beforeAll(() => {
  runner = createRunner();
});
afterAll(async () => {
  await runner.warmJava.close();
  await runner.sandboxes.close();
});

const hash = (name: string, text: string) => createHash(name).update(text).digest('hex');
const hmac = (name: string, key: string, text: string) => createHmac(name, key).update(text).digest('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');
/** Java's bytes are signed. */
const signed = (bytes: Uint8Array) => JSON.stringify([...new Int8Array(bytes)]);
const factorial = (n: bigint): bigint => (n < 2n ? 1n : n * factorial(n - 1n));
const text = 'Grüße, 世界';

function describeLibrary(name: string, classPrefix: string, cases: Case[]) {
  const file = `/usr/share/java/${name}.jar`;
  if (process.env['CI'] && !existsSync(file))
    throw new Error(`${file} is missing; run: node scripts/install-test-tools.mjs`);
  describe.runIf(hasInterpreter('java') && existsSync(file))(name, () => {
    const jar = path.join(folder, `${name}.jar`);
    beforeAll(() => copyFileSync(realpathSync(file), jar));
    test.each(cases)('%s %j', async (method, args, expected, ...paramTypes) => {
      const options = { warm: true, ...(paramTypes.length > 0 ? { paramTypes } : {}) };
      const { value, message } = await callMethod(runner, { jar, method: `${classPrefix}.${method}`, args, options });
      expect(message).toBe('');
      expect(value).toBe(expected);
    });
  });
}

describeLibrary('commons-lang3', 'org.apache.commons.lang3', [
  ['StringUtils.reverse', [text], Array.from(text).reverse().join('')],
  ['StringUtils.repeat', ['ab', 3], 'ab'.repeat(3)],
  ['StringUtils.leftPad', ['7', 3, '0'], '7'.padStart(3, '0'), 'String', 'int', 'char'],
  ['StringUtils.capitalize', ['éa'], 'Éa'],
  ['StringUtils.countMatches', ['abcabc', 'bc'], '2', 'CharSequence', 'CharSequence'],
  ['StringUtils.join', [['a', 1, true], '-'], ['a', 1, true].join('-')],
  ['StringUtils.isNumeric', ['12'], 'true'],
  ['StringUtils.split', ['a b c'], JSON.stringify('a b c'.split(' '))],
  ['StringUtils.containsAny', ['abc', 'x', 'c'], 'true', 'CharSequence', 'CharSequence...'],
  ['StringUtils.toEncodedString', [base64(text), 'UTF-8'], text, 'byte[]:base64', 'Charset'],
  ['math.NumberUtils.max', [[3, 9, 4]], String(Math.max(3, 9, 4))],
  ['math.NumberUtils.max', [3, 9, 3_000_000_000], '3000000000', 'long', 'long', 'long'],
  ['math.NumberUtils.toInt', ['x', 5], '5'],
  ['ArrayUtils.contains', [[1, 2, 3], 2], 'true'],
  ['ArrayUtils.addAll', [[1, 2], [3]], '[1,2,3]'],
  ['ArrayUtils.toObject', [[1.5, 2.5]], '[1.5,2.5]'],
  ['math.Fraction.getFraction', ['6/8'], '6/8'],
  ['tuple.Pair.of', ['a', 1], '(a,1)'],
  ['LocaleUtils.toLocale', ['de_AT'], 'de_AT'],
  ['EnumUtils.getEnumList', ['org.apache.commons.lang3.ClassUtils.Interfaces'], '["INCLUDE","EXCLUDE"]'],
]);

describeLibrary('commons-codec', 'org.apache.commons.codec', [
  ['digest.DigestUtils.md5Hex', [text], hash('md5', text)],
  ['digest.DigestUtils.sha1Hex', [text], hash('sha1', text)],
  ['digest.DigestUtils.sha256Hex', [text], hash('sha256', text)],
  ['digest.DigestUtils.sha256Hex', [base64(text)], hash('sha256', text), 'byte[]:base64'],
  ['digest.DigestUtils.sha512Hex', [text], hash('sha512', text)],
  ['digest.DigestUtils.sha3_256Hex', [text], hash('sha3-256', text)],
  ['digest.DigestUtils.sha256', [text], signed(createHash('sha256').update(text).digest())],
  ['digest.HmacUtils.hmacSha256Hex', ['key', text], hmac('sha256', 'key', text)],
  ['digest.HmacUtils.hmacSha1Hex', ['key', text], hmac('sha1', 'key', text)],
  ['binary.Hex.encodeHexString', [text], Buffer.from(text).toString('hex'), 'byte[]:text'],
  ['binary.Hex.decodeHex', ['00ff10'], signed(Buffer.from('00ff10', 'hex'))],
  ['binary.Base64.encodeBase64String', [text], base64(text), 'byte[]:text'],
  ['binary.Base64.encodeBase64URLSafeString', ['fbff'], Buffer.from('fbff', 'hex').toString('base64url'), 'byte[]:hex'],
  ['binary.Base64.decodeBase64', [base64(text)], signed(Buffer.from(text))],
  ['binary.StringUtils.newStringUtf8', [[...new Int8Array(Buffer.from(text))]], text, 'byte[]'],
  ['net.URLCodec.encode', ['a&b=ü'], encodeURIComponent('a&b=ü')],
]);

describeLibrary('gson', 'com.google.gson', [
  ['Gson.toJson', [{ a: [1, 'x', null] }], '{"a":[1,"x",null]}'],
  ['Gson.toJson', [[1, 2, 3]], '[1,2,3]'],
  ['Gson.toJson', ['é"'], JSON.stringify('é"'), 'Object'],
  ['Gson.toJson', [true], 'true', 'Object'],
  ['Gson.toJsonTree', [{ a: { b: 1 } }], '{"a":{"b":1}}'],
  ['Gson.fromJson', ['{"a":[1.5]}', 'java.util.Map'], '{"a":[1.5]}', 'String', 'Class'],
  ['Gson.fromJson', ['[3,4]', '[I'], '[3,4]', 'String', 'Class'],
  ['Gson.fromJson', ['7', 'java.lang.Integer'], '7', 'String', 'Class'],
  ['JsonParser.parseString', ['{"a":1,"b":[true,null,"x"]}'], '{"a":1,"b":[true,null,"x"]}'],
  ['JsonParser.parseString', ['[1,[2]]'], '[1,[2]]'],
  ['JsonParser.parseString', ['"text"'], '"text"'],
  ['JsonObject.size', [], '0'],
]);

describeLibrary('guava', 'com.google.common', [
  ['base.Strings.padStart', ['7', 3, '0'], '7'.padStart(3, '0')],
  ['base.Strings.repeat', ['ab', 2], 'abab'],
  ['base.Strings.commonPrefix', ['abcd', 'abxy'], 'ab'],
  ['base.Ascii.toUpperCase', ['abc'], 'ABC'],
  ['math.IntMath.gcd', [12, 18], '6'],
  ['math.IntMath.pow', [3, 5], String(3 ** 5)],
  ['math.LongMath.factorial', [20], String(factorial(20n))],
  ['math.BigIntegerMath.factorial', [30], String(factorial(30n))],
  ['math.IntMath.divide', [7, 2, 'CEILING'], String(Math.ceil(7 / 2))],
  ['math.Stats.meanOf', [[1, 2, 6]], '3.0', 'double[]'],
  ['primitives.Ints.max', [4, 9, 2], '9'],
  ['primitives.Ints.join', ['-', 1, 2, 3], [1, 2, 3].join('-')],
  ['primitives.Ints.asList', [1, 2], '[1,2]'],
  ['primitives.Longs.tryParse', ['9007199254740993'], '9007199254740993'],
  ['collect.Lists.reverse', [[1, 2, 3]], '[3,2,1]'],
  ['collect.Lists.partition', [[1, 2, 3], 2], '[[1,2],[3]]'],
  ['net.InetAddresses.isInetAddress', ['::1'], 'true'],
  ['io.Files.getFileExtension', ['a/b.tar.gz'], 'gz'],
  ['primitives.Ints.toByteArray', [258], '[0,0,1,2]'],
]);

describeLibrary('jackson-databind', 'com.fasterxml.jackson.databind', [
  ['ObjectMapper.readTree', ['{"a":1}'], '{"a":1}'],
  ['ObjectMapper.readTree', ['[1,{"b":[]}]'], '[1,{"b":[]}]'],
  ['ObjectMapper.readTree', ['{"a":"ü"}'], '{"a":"ü"}', 'byte[]:text'],
  ['ObjectMapper.writeValueAsString', [{ a: [1, 2.5, null, 'x'] }], '{"a":[1,2.5,null,"x"]}'],
  ['ObjectMapper.writeValueAsString', [[true, 'é']], '[true,"é"]'],
  ['ObjectMapper.writeValueAsBytes', ['é'], signed(Buffer.from('"é"'))],
  ['ObjectMapper.readValue', ['{"a":[1,2]}', 'java.util.Map'], '{"a":[1,2]}', 'String', 'Class'],
  ['ObjectMapper.readValue', ['[1,"x"]', 'java.util.List'], '[1,"x"]', 'String', 'Class'],
  ['ObjectMapper.convertValue', [{ a: 1 }, 'com.fasterxml.jackson.databind.JsonNode'], '{"a":1}', 'Object', 'Class'],
  ['ObjectMapper.valueToTree', [{ a: { b: [1] } }], '{"a":{"b":[1]}}'],
  ['ObjectMapper.createObjectNode', [], '{}'],
  ['node.TextNode.valueOf', ['x"y'], JSON.stringify('x"y')],
  ['node.BinaryNode.valueOf', [text], JSON.stringify(base64(text)), 'byte[]:text'],
  ['node.DecimalNode.valueOf', ['1.10'], '1.10', 'BigDecimal'],
  ['PropertyNamingStrategies.SnakeCaseStrategy.translate', ['someName'], 'some_name'],
  ['PropertyNamingStrategies.KebabCaseStrategy.translate', ['someName'], 'some-name'],
]);

describeLibrary('bcprov', 'org.bouncycastle', [
  ['util.encoders.Hex.toHexString', [text], Buffer.from(text).toString('hex'), 'byte[]:text'],
  ['util.encoders.Hex.decode', ['00ff'], signed(Buffer.from('00ff', 'hex'))],
  ['util.encoders.Base64.toBase64String', [text], base64(text), 'byte[]:text'],
  ['util.encoders.Base64.decode', [base64(text)], signed(Buffer.from(text))],
  ['util.Arrays.concatenate', ['01', 'ff'], '[1,-1]', 'byte[]:hex', 'byte[]:hex'],
  ['util.Arrays.areEqual', ['aGk=', 'hi'], 'true', 'byte[]:base64', 'byte[]:text'],
  ['util.Strings.fromUTF8ByteArray', [base64(text)], text, 'byte[]:base64'],
  ['util.Strings.toUTF8ByteArray', [text], signed(Buffer.from(text))],
  ['util.BigIntegers.asUnsignedByteArray', ['65535'], '[-1,-1]', 'BigInteger'],
  ['util.Pack.intToBigEndian', [258], '[0,0,1,2]'],
  ['util.IPAddress.isValidIPv4', ['256.1.1.1'], 'false'],
  [
    'jcajce.provider.digest.SHA3.Digest256.digest',
    [text],
    signed(createHash('sha3-256').update(text).digest()),
    'byte[]:text',
  ],
  [
    'jcajce.provider.digest.Blake2b.Blake2b512.digest',
    [text],
    signed(createHash('blake2b512').update(text).digest()),
    'byte[]:text',
  ],
  [
    'jcajce.provider.digest.RIPEMD160.Digest.digest',
    ['abc'],
    signed(Buffer.from('8eb208f7e05d987a9b044a8e98c6b087f15a0bfc', 'hex')),
    'byte[]:text',
  ],
  [
    'crypto.generators.SCrypt.generate',
    ['password', 'NaCl', 1024, 8, 2, 32],
    signed(scryptSync('password', 'NaCl', 32, { N: 1024, r: 8, p: 2 })),
    'byte[]:text',
    'byte[]:text',
    'int',
    'int',
    'int',
    'int',
  ],
]);
