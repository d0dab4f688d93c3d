import { describe, expect, test } from 'vitest';
import { randomNumbers } from '../../testing/random-numbers.ts';
import { timeGrowth } from '../../testing/time-growth.ts';
import { createMask, maskBytes } from './mask.ts';

const SECRET = `pa$$ w/ör"d\\+'&<x>`;
const mask = createMask([SECRET, 'top-secret', 'k', 'line one of the key\nline two of the key']);
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const upper = (text: string) => text.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
const lower = (text: string) => text.replace(/%[0-9a-f]{2}/gi, (code) => code.toLowerCase());
const url = encodeURIComponent(SECRET);

describe.each([
  ['plain', SECRET],
  ['JSON', json(SECRET)],
  ['JSON in JSON', json(json(SECRET))],
  ['JSON in JSON in JSON', json(json(json(SECRET)))],
  [
    'JSON with escapes of every sign',
    SECRET.split('')
      .map((sign) => (/\w/.test(sign) ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`))
      .join(''),
  ],
  ['an address', upper(url)],
  ['an address in small letters', lower(url)],
  [
    'an address, every sign',
    [...Buffer.from(SECRET)]
      .map((byte) =>
        /\w/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`,
      )
      .join(''),
  ],
  ['a form', new URLSearchParams({ v: SECRET }).toString().slice(2)],
  ['an address in an address', encodeURIComponent(url)],
  ['markup', SECRET.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')],
  ['a shell', `'${SECRET.replaceAll("'", `'\\''`)}'`],
  ...['', 'u', 'us'].flatMap((before) => [
    [`base64 after ${before.length} bytes`, Buffer.from(`${before}${SECRET}!`).toString('base64')] as const,
    [`base64url after ${before.length} bytes`, Buffer.from(`${before}${SECRET}!`).toString('base64url')] as const,
    [
      `base64 in an address after ${before.length} bytes`,
      encodeURIComponent(Buffer.from(`${before}${SECRET}!`).toString('base64')),
    ] as const,
  ]),
] as [string, string][])('written for %s', (_form, written) => {
  test.each([
    ['alone', written],
    ['among others', `key=${written}&more, ${written}.`],
  ])('%s', (_where, text) => {
    const masked = mask(text);
    expect(masked).toContain('(secret)');
    // In base64 within a URL, the characters for the bytes before and after the secret stay.
    expect(masked.replaceAll('(secret)', '').length).toBeLessThanOrEqual(
      text.length - 2 * written.length + written.length + 12,
    );
    expect(masked).not.toContain(written.slice(3, -3));
  });
});

test('texts, keys and nested values are masked; other values stay', () => {
  expect(mask({ 'x top-secret': [{ a: 'top-secret', b: 1, c: null, d: undefined }], e: true })).toEqual({
    'x (secret)': [{ a: '(secret)', b: 1, c: null, d: undefined }],
    e: true,
  });
  expect(mask('k is too short to be a secret')).toBe('k is too short to be a secret');
});

test('credentials of Basic auth are masked as a whole', () => {
  const credentials = Buffer.from('somebody:top-secret').toString('base64');
  expect(mask(`Authorization: Basic ${credentials}, basic ${credentials}`)).toBe(
    'Authorization: Basic (secret), basic (secret)',
  );
  const others = Buffer.from('somebody:else').toString('base64');
  expect(mask(`Basic ${others}`)).toBe(`Basic ${others}`);
});

test('each line of a secret with several lines', () => {
  expect(mask('line two of the key')).toBe('(secret)');
  expect(mask('line one of the key\r\nline two of the key')).toBe('(secret)');
  expect(mask(JSON.stringify('line one of the key\nline two of the key'))).toBe('"(secret)"');
});

test.each(['Hunter2secret ', ' Hunter2secret', '\t Hunter2secret\r\n'])(
  'a secret is masked without the blanks at its ends, which headers lose: %j',
  (secret) => {
    const text = createMask([secret])(`"Hunter2secret", "${encodeURIComponent(secret)}", ${JSON.stringify(secret)}`);
    expect(text).toMatch(/^"\(secret\)", "\(secret\)", "\(secret\)"$/);
  },
);
test.each([
  ['Top-Secret_Key1', 'https://{{}}.example.com:8080/a'],
  ['Top-Secret_Key1', 'https://eu-{{}}-1.example.com/'],
  ['schl\u00fcssel', 'https://{{}}.example.com/'],
])('a secret within a host name is masked: %s in %s', (secret, template) => {
  const { href, hostname } = new URL(template.replace('{{}}', secret));
  expect(createMask([secret])(`${href}, host ${hostname}, ${hostname.slice(0, 10)}\u2026`)).not.toMatch(
    /secret_key|xn--|top-s/,
  );
});
test('a secret in lower case is masked only where it is long enough', () => {
  expect(createMask(['Admin'])('the admin')).toBe('the admin');
});

const serviceAccount = { type: 'service', key: 'ab/"c\u00e9d', list: [1, true, { deep: 'x'.repeat(1500) }] };
test.each([
  ['none', JSON.stringify(serviceAccount)],
  ['two blanks', JSON.stringify(serviceAccount, null, 2)],
  ['tabs and carriage returns', JSON.stringify(serviceAccount, null, '\t').replaceAll('\n', '\r\n')],
  ['a blank behind each sign', JSON.stringify(serviceAccount).replace(/[{[,:](?=["\[{1t])/g, '$& ')],
])('a secret that is JSON is masked with other white space: %s', (_name, written) => {
  const mask = createMask([JSON.stringify(serviceAccount, null, 4)]);
  for (const text of [written, JSON.stringify({ body: written }), encodeURIComponent(written)])
    expect(mask(text)).not.toMatch(/service|ab|deep|xx/);
});

test('a text of very much white space inside of JSON is searched', () => {
  const mask = createMask(['{ "a": { "token": "abcdefgh" } }']);
  expect(mask(`token {${' \n'.repeat(8_000_000)}"a"`)).toContain('token {');
});

test('if a secret is a part of another one, the longer one is masked', () => {
  expect(createMask(['abcd', 'abcd-efgh'])('abcd-efgh abcd')).toBe('(secret) (secret)');
});

test('of two long secrets, one of which contains the other, nothing stays readable', () => {
  const outer = Array.from({ length: 1500 }, (_, at) => at).join('-');
  const inner = outer.slice(321, 321 + 2345);
  for (const secrets of [
    [outer, inner],
    [inner, outer],
  ])
    for (const secret of secrets) expect(createMask(secrets)(`<${secret}>`)).toMatch(/^<(\(secret\))+>$/);
});

test('every character of every secret is masked, however secrets overlap', () => {
  const below = randomNumbers(7);
  const randomText = (length: number) => Array.from({ length }, () => 'ghijklmnopqrst'.charAt(below(14))).join('');
  for (let round = 0; round < 60; round += 1) {
    const source = randomText(7000);
    // Parts of one text overlap and contain each other.
    const secrets = Array.from({ length: 6 }, () => {
      const start = below(source.length - 4);
      return source.slice(start, start + 4 + below(round % 2 ? 3000 : 12));
    });
    const cut = below(source.length);
    const text = `${source.slice(cut)}|${secrets.join('')}|${source.slice(0, cut + 50)}`;
    const covered = Array.from(text, () => false);
    for (const secret of secrets) {
      for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
        covered.fill(true, at, at + secret.length);
      }
    }
    const visible = Array.from(text, (sign, at) => (covered[at] ? ' ' : sign))
      .join('')
      .split(/ +/);
    const left = createMask(secrets)(text).split('(secret)');
    // Of a long secret, single parts are masked, too.
    if (round % 2) expect(left.filter((part) => !visible.some((known) => known.includes(part)))).toEqual([]);
    else expect(left).toEqual(visible);
  }
});

test('a text that holds a secret a million times is masked', () => {
  expect(createMask(['abcd'])('abcd '.repeat(1_000_000)).length).toBe('(secret) '.length * 1_000_000);
});

test('unmasked bytes stay unchanged', () => {
  const bytes = Buffer.from([0xff, 0x00, 0xfe]);
  expect(maskBytes(bytes, mask)).toBe(bytes);
  expect(maskBytes(Buffer.from('a top-secret b'), mask).toString()).toBe('a (secret) b');
});

test.each([
  ['plain text', 'the quick brown fox '],
  ['backslashes', '\\'],
  ['the beginning of a secret', 'pa$$ w/'],
  ['Basic', 'basic basic  '],
  ['base64', 'QUJD'],
  ['percent signs', '%25'],
  ['JSON', '{ "a" : '],
  ['white space', '{\n  \\n  '],
])('the time is linear in the length of the text: %s', async (_name, piece) => {
  const many = createMask([
    SECRET,
    '\\\\"quoted"\\\\',
    '{ "a": { "a": { "a": 1234, "b": [] } } }',
    ...Array.from({ length: 20 }, (_, at) => `${at}-very/secret value`),
  ]);
  const mask = (length: number) => many(piece.repeat(Math.ceil(length / piece.length)));
  expect(await timeGrowth(mask, { small: 25_000, large: 100_000 })).toBeLessThan(10);
});

test('any number of secrets of any length is masked', () => {
  const many = Array.from({ length: 5000 }, (_, index) => `secret ${index} "x"/${'y'.repeat(index % 50)}z`);
  const long = 'long/'.repeat(100_000);
  const mask = createMask([...many, long]);
  for (const secret of [many[0], many[999], many[4999], long] as string[]) {
    const forms = [secret, JSON.stringify(secret), encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
    for (const form of forms) expect(mask(`<${form}>`).length, form.slice(0, 40)).toBeLessThan(20);
  }
  expect(mask(`Basic ${Buffer.from(`user:${many[4998]}`).toString('base64')}`)).toBe('Basic (secret)');
  expect(mask('nothing secret')).toBe('nothing secret');
});

test.each([1001, 2001, 10_001])('no part of a secret of %i characters is so short that other text has it', (length) => {
  const numbers = Array.from({ length }, (_, at) => at).join();
  const secret = `${numbers.slice(0, length - 1)}b`;
  for (const known of [secret, JSON.stringify({ key: secret })]) {
    const mask = createMask([known]);
    expect(mask('a bad label')).toBe('a bad label');
    expect(mask(`<${known}>`)).toMatch(/^<(\(secret\))+>$/);
  }
});

test('each of very many secrets is masked in every form, also one that does not begin with letters or digits', () => {
  const many = Array.from({ length: 5000 }, (_, at) => `${at % 2 ? 'sk-' : ''}Key${at}/é"${at * 7919}z`);
  const mask = createMask(many);
  expect(mask(`${many[4998]?.slice(0, 7)}…`)).toBe('(secret)…');
  for (const secret of [many[997], many[4998]] as string[]) {
    const bytes = Buffer.from(secret);
    const hex = bytes.toString('hex');
    for (const form of [
      json(json(json(secret))),
      encodeURIComponent(encodeURIComponent(secret)),
      hex,
      hex.replace(/[a-f](?=.*[a-f])/g, (digit) => digit.toUpperCase()),
      Buffer.concat([Buffer.from('a:'), bytes]).toString('base64url'),
      Buffer.from(secret, 'latin1').toString('base64'),
    ]) {
      expect(mask(`<${form}>`).replace('(secret)', '').length, form).toBeLessThan(8);
    }
  }
});

test('a secret is masked in each encoding of a text that holds several', () => {
  const octal = (text: string) =>
    [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  const markup = (text: string) => Array.from(text, (sign) => `&#${sign.codePointAt(0)};`).join('');
  const mask = createMask(['ключ ü']);
  const forms = [
    'ключ ü',
    encodeURIComponent('ключ ü'),
    '\\u043a\\u043b\\u044e\\u0447 \\u00fc',
    octal('ключ ü'),
    markup('ключ ü'),
  ];
  for (const form of forms) expect(mask(form)).toBe('(secret)');
  expect(mask(forms.join(', '))).toBe(forms.map(() => '(secret)').join(', '));
  expect(mask('a&b=%5C\\1')).toBe('a&b=%5C\\1');
});

test('a text that holds very many secrets, and secrets of other letters, is masked', () => {
  const many = Array.from({ length: 600 }, (_, at) => `пароль-${at.toString(36)}-${'é'.repeat(20)}`);
  const mask = createMask(many);
  expect(mask(many.join(' ')).replaceAll('(secret)', '').trim()).toBe('');
  expect(mask(json(many.join('"')))).not.toContain('пароль');
});
