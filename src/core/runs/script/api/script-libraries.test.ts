/**
 * Libraries whose parts are evaluated when a script first uses them behave like the whole library in every other
 * respect.
 */
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { sharedRunner } from '../../../testing/fixtures.ts';

const runner = sharedRunner();

async function logs(source: string): Promise<string[]> {
  const { error, logged } = await runner.runWithContext(source, {});
  expect(error).toBeUndefined();
  return logged;
}

test('lodash: each function alone returns the same as in the whole library', async () => {
  const [missing, different] = await logs(`
    const lazy = require('lodash');
    const calls = {
      map: [[{ a: 1 }, { a: 2 }], 'a'], sortBy: [[3, 1, 2]], get: [{ a: { b: [1] } }, 'a.b[0]'], groupBy: [['aa', 'b'], 'length'],
      cloneDeep: [{ a: [1, { b: 2 }] }], isEqual: [{ a: [1] }, { a: [1] }], camelCase: ['some words here'], merge: [{ a: 1 }, { b: { c: 2 } }],
      uniqBy: [[1.2, 1.4, 2], Math.floor], orderBy: [[{ n: 1 }, { n: 2 }], ['n'], ['desc']], zipObject: [['a', 'b'], [1, 2]],
      pick: [{ a: 1, b: 2 }, ['a']], omit: [{ a: 1, b: 2 }, 'a'], range: [0, 10, 3], padStart: ['7', 3, '0'], toString: [[1, 2]],
    };
    const results = Object.entries(calls).map(([name, values]) => [name, JSON.stringify(lazy[name](...values))]);
    const whole = lazy.runInContext();
    console.log(Object.keys(whole).filter((name) => typeof lazy[name] !== typeof whole[name]).join() || 'nothing');
    console.log(results.filter(([name, text]) => text !== JSON.stringify(whole[name](...calls[name]))).join() || 'nothing');
  `);
  expect([missing, different]).toEqual(['nothing', 'nothing']);
});

test('lodash: wrappers, chains, settings, placeholders and changes of the script use one library', async () => {
  expect(
    await logs(`
      const _ = require('lodash');
      const before = _.map;
      console.log(_([1, 2, 3]).map((n) => n * 2).sum(), _.chain([3, 1]).sort().first().value());
      console.log(typeof _, _.VERSION, _ instanceof Function, _([]) instanceof _, _.noConflict() === _, before === _.map);
      _.templateSettings.interpolate = /{{([\\s\\S]+?)}}/g;
      console.log(_.template('hello {{ name }}')({ name: 'a' }), _.partial((a, b) => a + b, _, 'b')('a'));
      _.mixin({ shout: (text) => text.toUpperCase() });
      console.log(_.shout('a'), _('b').shout().value());
      _.map = () => 'mine';
      console.log(_.map([1]), 'map' in _, delete _.map, _.map, Object.keys(_).includes('filter'), { ..._ }.size([1, 2]));
      console.log([_.uniqueId(), _.uniqueId()].join());
    `),
  ).toEqual([
    '12 1',
    'function 4.18.1 true true true true',
    'hello a ab',
    'A B',
    'mine true true undefined true 2',
    '1,2',
  ]);
});

test('lodash: a Buffer is recognised and cloned, and no value that only resembles one', async () => {
  expect(
    await logs(`
      const _ = require('lodash');
      const like = { _isBuffer: true };
      console.log(_.isBuffer(like), _.isBuffer(null), _.isBuffer(new Uint8Array(1)), _.isEqual(like, { _isBuffer: true }));
      const buffer = Buffer.from('text');
      const [shallow, deep] = [_.clone(buffer), _.cloneDeep({ buffer }).buffer];
      console.log(_.isBuffer(buffer), _.isBuffer(shallow), shallow !== buffer, String(shallow), String(deep));
      console.log(_.isEqual(buffer, Buffer.from('text')), _.isEqual(buffer, Buffer.from('texts')), _.isBuffer(Buffer.prototype));
    `),
  ).toEqual(['true false false true', 'true true true text text', 'true false false']);
});

test('lodash: a script may fill its stack while a function is evaluated, and call the function afterwards', async () => {
  expect(
    await logs(`
      const _ = require('lodash');
      const fill = () => { try { fill(); } catch { _.sortBy([{ a: 1 }], 'a'); } };
      try { fill(); } catch {}
      console.log(_.map(_.sortBy([{ a: 2 }, { a: 1 }], 'a'), 'a').join());
    `),
  ).toEqual(['1,2']);
});

test('the global _ is the version of Postman, separate from that of require', async () => {
  expect(
    await logs(`
      console.log(_.VERSION, require('lodash').VERSION, _.pluck([{ a: 1 }], 'a')[0], _.contains([1], 1));
      console.log(_([1, 2]).map((n) => n + 1).first(), _.chain([{ a: 2 }]).findWhere({ a: 2 }).value().a, _.noConflict() === _);
    `),
  ).toEqual(['3.10.2 4.18.1 1 true', '2 2 true']);
});

const digests = ['MD5', 'SHA1', 'SHA224', 'SHA256', 'SHA384', 'SHA512', 'RIPEMD160'];

test.each(digests)('crypto-js: %s and its HMAC, each used first', async (name) => {
  const text = 'The quick brown fox äöü 狐'.repeat(9);
  const [hash, algo, hmac] = await logs(`
    const text = 'The quick brown fox äöü 狐'.repeat(9);
    const CryptoJS = require('crypto-js');
    console.log(CryptoJS.${name}(text).toString());
    console.log(CryptoJS.algo.${name}.create().update(text).finalize().toString(CryptoJS.enc.Base64));
    console.log(CryptoJS.Hmac${name}(text, 'key').toString(CryptoJS.enc.Hex));
  `);
  expect(hash).toBe(createHash(name).update(text).digest('hex'));
  expect(algo).toBe(createHash(name).update(text).digest('base64'));
  expect(hmac).toBe(createHmac(name, 'key').update(text).digest('hex'));
});

test('crypto-js: ciphers, modes, padding, formats and key derivation, each used first', async () => {
  const ciphers = ['AES', 'DES', 'TripleDES', 'RC4', 'RC4Drop', 'Rabbit', 'RabbitLegacy'];
  for (const name of ciphers) {
    expect(
      await logs(
        `console.log(CryptoJS.${name}.decrypt(CryptoJS.${name}.encrypt('secret', 'pass'), 'pass').toString(CryptoJS.enc.Utf8));`,
      ),
    ).toEqual(['secret']);
  }
  const sealed = (mode: string, padding: string) =>
    logs(`const key = CryptoJS.enc.Hex.parse('000102030405060708090a0b0c0d0e0f');
      console.log(CryptoJS.AES.encrypt('0123456789abcdef', key, { iv: key, mode: CryptoJS.mode.${mode}, padding: CryptoJS.pad.${padding} }).ciphertext.toString());`);
  const { createCipheriv } = await import('node:crypto');
  const key = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
  const expected = (algorithm: string, iv: Buffer | null) => {
    const cipher = createCipheriv(algorithm, key, iv).setAutoPadding(false);
    return cipher.update('0123456789abcdef', 'utf8', 'hex') + cipher.final('hex');
  };
  expect(await sealed('ECB', 'NoPadding')).toEqual([expected('aes-128-ecb', null)]);
  expect(await sealed('CTR', 'NoPadding')).toEqual([expected('aes-128-ctr', key)]);
  expect(await sealed('CBC', 'ZeroPadding')).toEqual([expected('aes-128-cbc', key)]);
  expect(await sealed('OFB', 'NoPadding')).toEqual([expected('aes-128-ofb', key)]);
  expect(
    await logs(`console.log(CryptoJS.PBKDF2('pass', 'salt', { keySize: 8, iterations: 3 }).toString(), CryptoJS.enc.Utf16.stringify(CryptoJS.enc.Utf16.parse('ä')));
      console.log(CryptoJS.SHA3('').toString().slice(0, 8), CryptoJS.format.Hex.stringify(CryptoJS.lib.CipherParams.create({ ciphertext: CryptoJS.enc.Hex.parse('ff') })));
      console.log(Object.keys(CryptoJS).includes('AES'), 'SHA512' in CryptoJS.algo, { ...CryptoJS.algo }.SHA256 === CryptoJS.algo.SHA256);
      CryptoJS.MD5 = 'mine'; console.log(CryptoJS.MD5);`),
  ).toEqual([
    `${pbkdf2Sync('pass', 'salt', 3, 32, 'sha1').toString('hex')} ä`,
    '0eab42de ff',
    'true true true',
    'mine',
  ]);
});

test('changes of a script in a library are gone for the next script, also if it was loaded ahead', async () => {
  const change = `require('lodash').map = () => 'changed'; require('crypto-js').MD5 = 'changed'; _.pluck = 1; require('moment').locale = 2;`;
  const look = `console.log(require('lodash').map([1], String).join(), typeof require('crypto-js').MD5, typeof _.pluck, typeof require('moment').locale);`;
  for (let turn = 0; turn < 4; turn += 1) {
    await logs(change);
    expect(await logs(look)).toEqual(['1 function function function']);
  }
});
