import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';
import { requireWritable } from './output-file.ts';

// As for /dev/tty where there is no terminal, the system's error is that of a pipe without a reader.
test.skipIf(process.platform === 'win32')('a socket cannot be written, and is not called a pipe', async () => {
  const file = path.join(temporaryFolder('output'), 'socket');
  const server = createServer().listen(file);
  await once(server, 'listening');
  expect(() => requireWritable(file)).toThrow(/socket cannot be written: ENXIO/);
  server.close();
});
