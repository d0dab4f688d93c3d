/** Reads the address of a process that was started with `--inspect` from its stderr, which only this process reads. */
import type { Readable } from 'node:stream';

/** Limit of the output before the address, which is short. */
const MAX_READ = 64 * 1024;

/** Resolves to an address `ws://127.0.0.1:…`; rejects when the process ends without one. Later output is dropped. */
export function inspectorAddress(stderr: Readable): Promise<string> {
  const printedAddress = Promise.withResolvers<string>();
  printedAddress.promise.catch(() => undefined);
  let text = '';
  stderr.on('data', (chunk: Buffer) => {
    if (text.length > MAX_READ) return;
    text += chunk.toString('latin1');
    const [, address] = /^Debugger listening on (ws:\/\/127\.0\.0\.1:\d+\/[\da-f-]+)$/m.exec(text) ?? [];
    if (address === undefined) return;
    printedAddress.resolve(address);
    text = ' '.repeat(MAX_READ + 1);
  });
  stderr.on('error', () => undefined);
  stderr.on('close', () => printedAddress.reject(new Error('The process does not offer an inspector.')));
  return printedAddress.promise;
}
