import { expect, test } from 'vitest';
import { encodeBody } from './encode-body.ts';

test('a form without files is ready at once, so that it is sent before the request after it', async () => {
  const parts = [
    { name: 'a', value: 'ü' },
    { name: 'b', value: '2', fileName: 'b.json' },
    { name: 'off', value: '', disabled: true },
  ];
  const { content, length, contentType = '' } = (await encodeBody({ mode: 'formdata', parts }, {})) ?? {};
  const bytes = content?.();
  if (!Buffer.isBuffer(bytes)) throw new Error('The form is streamed.');
  const boundary = contentType.replace('multipart/form-data; boundary=', '--');
  expect(bytes.toString().split(boundary)).toEqual([
    '',
    '\r\nContent-Disposition: form-data; name="a"\r\n\r\nü\r\n',
    '\r\nContent-Disposition: form-data; name="b"; filename="b.json"\r\nContent-Type: application/json\r\n\r\n2\r\n',
    '--\r\n',
  ]);
  expect(length).toBe(bytes.length);
});
