import { expect, test } from 'vitest';
import { addressAsSent, addressText, hostOf, parseAddress, parseUrl } from './address.ts';
import { maskAddress } from '../platform/secrets/mask-credentials.ts';

test.each([
  ['x', '/'],
  ['http://x?', '/?'],
  ['http://x/a/../b/./c//', '/a/../b/./c//'],
  ['http://x\\a\\b', '/a/b'],
  ['http://x/é{}"|^ #frag?x', '/%C3%A9%7B%7D%22|^%20'],
  [`http://x/?é{}"|'<#f`, `/?%C3%A9{}%22|%27%3C`],
  ['http://x/%2f%zz', '/%2f%zz'],
  ['http://x/\ud800', '/%EF%BF%BD'],
  ['http://x/a\tb\r\nc', '/a%09b%0D%0Ac'],
])('%s is sent as %s', (address, path) => {
  expect(parseAddress(address).path).toBe(path);
});
test('an address is sent as it is written, but never with characters that would end the request line', () => {
  expect(parseAddress('http://x/{a}?"b"', { encodeUrl: false }).path).toBe('/{a}?"b"');
  for (const invalidAddress of ['http://x/a b', 'http://x/a\r\nHost: y', 'http://x/é']) {
    expect(() => parseAddress(invalidAddress, { encodeUrl: false })).toThrow(/has to be percent-encoded/);
  }
});
test.each([
  ['http://LocalHost:80/a@b', 'localhost'],
  ['https://u:p%40@x.example:8080?a=@/b', 'x.example:8080'],
  ['http://o/u@[::1]:1/#@c', 'o'],
  ['http://a@b:c@[::1]:1', '[::1]:1'],
])('the server of %s is %s', (address, host) => {
  const parsed = parseAddress(address);
  expect(hostOf(addressText(parsed))).toBe(host);
  expect(parsed.url.host).toBe(host);
});
test('the text of an address has the path that is sent', () => {
  expect(addressText(parseAddress('http://u:p@x/a/../b?c#d'))).toBe('http://u:p@x/a/../b?c#d');
});
test.each([
  ['HttP://User@LocalHost:80/Path b?Q=ü x#B c', 'http://User@localhost:80/Path%20b?Q=%C3%BC%20x#B%20c'],
  ['http://邮差.example', 'http://xn--nstq34i.example/'],
  ['http://[0:0::FF]:80/A/../b', 'http://[::ff]:80/A/../b'],
  ['http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/'],
  ['http://ü@x:p:q@LocalHost:80/', 'http://%C3%BC%40x:p%3Aq@localhost:80/'],
  ['http://%C3%BC:@x/', 'http://%C3%BC:@x/'],
  ['LocalHost/A', 'http://localhost/A'],
  ['http://127.1 ', 'http://127.0.0.1/'],
])('%s is shown as it is sent: %s', (address, expected) => {
  expect(addressAsSent(address)).toBe(expected);
});
test.each([
  'http://x/',
  'https://u:p%3Aq@x.example:8080/a/../b//?c=%20#d',
  'http://[::1]/',
  'http://xn--nstq34i.example/',
])('%s, which is the text of the sent address, is shown unchanged', (address) => {
  expect(addressText(parseAddress(address))).toBe(address);
  expect(addressAsSent(address)).toBe(address);
});
test('an address that is sent as it is written is shown so', () => {
  expect(addressAsSent('http://LOCALHOST/{a}?"b"', { encodeUrl: false })).toBe('http://localhost/{a}?"b"');
});
test.each([
  ['http://', 'It has no host.'],
  ['/orders', 'It has no host.'],
  ['http:///orders', 'It has no host.'],
  ['http://user@/orders', 'It has no host.'],
  ['localhost:65536/a', 'The port 65536 is above 65535.'],
  ['http://[::1]:99999', 'The port 99999 is above 65535.'],
  ['http://user:word@host:80a/', 'The port "80a" is not a number.'],
  ['https://exa mple.com/a', 'There is a blank in the host "exa mple.com".'],
  ['http://a<b/', 'The host "a<b" contains the character <.'],
  ['http://::1/', 'The host "::1" contains several colons.'],
  ['http://[::g]/', '[::g] is not an IPv6 address.'],
  ['http://300.1.1.1/', '"300.1.1.1" is not an IPv4 address.'],
  ['http://xn--i\u00f1valid.com/', '"xn--i\u00f1valid.com" is not the name of a host.'],
  ['htp://a b/', 'Its scheme is "htp".'],
  ['{{base}}/orders', 'The variable {{base}} has no value.'],
  ['{{scheme}}://x/orders', 'The variable {{scheme}} has no value.'],
  ['http://x:99999/{{id}}', 'The port 99999 is above 65535.'],
])('%s is refused: %s', (address, mistake) => {
  expect(() => parseUrl(address)).toThrow(`"${maskAddress(address)}" is not a valid address. ${mistake}`);
});
test.each([
  `http://${'a'.repeat(200_000)} b/`,
  `http://x:${'9'.repeat(200_000)}/`,
  `http://x:${'a'.repeat(200_000)}/`,
  `http://[${'g'.repeat(200_000)}]/`,
  `http://${'a:'.repeat(100_000)}/`,
  `http://<${'a'.repeat(200_000)}/`,
  `http://${'1'.repeat(200_000)}.1/`,
  `{{${'a'.repeat(200_000)}}}`,
  `${'a'.repeat(200_000)}://x y`,
  `${'a'.repeat(200_000)}://x`,
  `http://x:99999/${'\x9b'.repeat(200_000)}`,
])('the error of a long address has its beginning, without control characters: %#', (address) => {
  let error: unknown;
  try {
    parseUrl(address);
  } catch (thrown) {
    error = thrown;
  }
  const { message, remedy } = error as { message: string; remedy: string };
  expect(message).toMatch(/^"[^"]*…"? ?/);
  expect(message).not.toMatch(/\x9b/);
  expect(message.length).toBeLessThan(600);
  expect(remedy.length).toBeLessThan(300);
});
test('an address to which a response redirects is checked in the same way', () => {
  expect(() => parseUrl('//host:99999/a', new URL('http://x/'))).toThrow('The port 99999 is above 65535.');
});

test.each(['http://user:pa/ss@host/', 'http://user:pa?s#s@host/'])(
  'an address with a password that is not percent-encoded is refused without showing it: %s',
  (address) => {
    expect(() => parseUrl(address)).toThrow(
      '"http://(masked)@host/" is not a valid address. Its user or password has a character that ends an address there.',
    );
    expect(() => parseUrl(address)).toThrow(
      expect.objectContaining({
        remedy: 'In the user and the password, write %2F for /, %3F for ?, %23 for # and %40 for @.',
      }),
    );
  },
);

test.each(['me:sec/ret@host/', 'me:sec ret/x@host', 'http://me:sec ret/x@host/'])(
  'the error of %s has no password',
  (address) => {
    let message = '';
    try {
      parseUrl(address);
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).toContain('is not a valid address');
    expect(message).not.toContain('sec');
  },
);
