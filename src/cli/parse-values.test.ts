import { expect, test } from 'vitest';
import { collectServerFile } from './parse-values.ts';

test.each([
  ['client.pem', undefined, 'client.pem'],
  ['api.test=client.pem', 'api.test', 'client.pem'],
  ['api.test:8443=a=b.pem', 'api.test:8443', 'a=b.pem'],
  ['*.api.test=/x/client.pem', '*.api.test', '/x/client.pem'],
  ['*=client.pem', '*', 'client.pem'],
  ['[::1]:8443=client.pem', '[::1]:8443', 'client.pem'],
  ['./a=b.pem', undefined, './a=b.pem'],
])('%s is the server %s and the file %s', (value, server, file) => {
  expect(collectServerFile(value)).toEqual([{ server, file }]);
});
