import { expect, test } from 'vitest';
import { readMultipartForm } from './multipart-form.ts';

const head = '--x\r\nContent-Disposition: form-data; name="a"';
const read = (body: string) =>
  readMultipartForm({ body: Buffer.from(body), contentType: 'multipart/form-data; boundary=x', maxParts: 10 });

test('a body that ends within a file has the parts before, and does not end the process', async () => {
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  process.on('uncaughtExceptionMonitor', note);
  const file = { name: 'b', mediaType: 'text/plain', bytes: 3 };
  expect(await read(`${head}; filename="b"\r\n\r\nabc`)).toEqual({
    parts: [{ name: 'a', text: '', file }],
    count: 1,
    isWellFormed: false,
  });
  // The parser reports the error in a later turn.
  await new Promise((later) => setImmediate(() => setImmediate(later)));
  process.off('uncaughtExceptionMonitor', note);
  expect(errors).toEqual([]);
});
