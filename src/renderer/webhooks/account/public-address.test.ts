import { expect, test } from 'vitest';
import { canReach, isPublicAddress } from './public-address.ts';

test.each(['https://hooks.example.org/a', 'http://8.8.8.8:7788/', 'http://[2606:4700::1111]/', 'https://a.ngrok.app'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);
test.each([
  'http://127.0.0.1:7788/',
  'http://127.1/',
  'http://localhost:7788',
  'http://a.localhost',
  'http://0.0.0.0:1',
  'http://10.1.2.3',
  'http://172.16.0.1',
  'http://172.31.255.1',
  'http://192.168.1.5:7788',
  'http://169.254.1.1',
  'http://100.64.0.1',
  'http://[::1]:7788',
  'http://[fd00::1]',
  'http://[fe80::1]',
  'http://[::ffff:127.0.0.1]',
  'http://printer',
  'http://nas.local',
  'http://build.internal',
  'ftp://example.org',
  'nonsense',
  '',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

test('the cloud reaches public addresses only, the simulator local ones as well', () => {
  expect(canReach('https://api.green-api.com', 'http://127.0.0.1:7788/')).toBe(false);
  expect(canReach('https://api.green-api.com', 'https://hooks.example.org/')).toBe(true);
  expect(canReach('http://127.0.0.1:7799', 'http://127.0.0.1:7788/')).toBe(true);
  expect(canReach('http://127.0.0.1:7799', 'nonsense')).toBe(false);
});
