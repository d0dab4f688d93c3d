import { expect, test } from 'vitest';
import type { HttpBody } from '../../../contract/http/http.ts';
import { encodeBody } from './encode-body.ts';

test('a form of texts is complete as soon as other bodies, so that requests sent together keep their order', async () => {
  const bodies: HttpBody[] = [
    { mode: 'formdata', parts: [{ name: 'a', value: '1' }] },
    { mode: 'urlencoded', fields: [{ name: 'a', value: '1' }] },
    { mode: 'raw', text: 'a' },
  ];
  const order: string[] = [];
  await Promise.all(bodies.map(async (body) => (await encodeBody(body, {}), order.push(body.mode))));
  expect(order).toEqual(['formdata', 'urlencoded', 'raw']);
});

test('a form without files is not streamed', async () => {
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
