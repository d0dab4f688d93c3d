import { expect, test } from 'vitest';
import { isBinaryType, mediaType } from './media-type.ts';

test.each([
  ['image/svg+xml;pdf', 'image/svg+xml', false],
  ['text/html; x=application/pdf', 'text/html', false],
  ['text/plain;name="a.zip"', 'text/plain', false],
  [' Application/PDF ; a=b', 'application/pdf', true],
  ['image/png', 'image/png', true],
  ['application/zip', 'application/zip', true],
  ['application/octet-stream', 'application/octet-stream', true],
  ['application/epub+zip', 'application/epub+zip', true],
  ['application/json', 'application/json', false],
  ['nonsense pdf', '', false],
  ['', '', false],
])('%s is %s', (contentType, essence, binary) => {
  expect(mediaType(contentType)).toBe(essence);
  expect(isBinaryType(contentType)).toBe(binary);
});
