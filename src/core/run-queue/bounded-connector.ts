/**
 * Connects to the queue's server and bounds its replies: the client would collect one of any length in memory, and
 * whoever can write to the server can store values of 512 MB.
 */
import net from 'node:net';
import tls from 'node:tls';
import type { AbstractConnector } from 'ioredis';

/** A part's compressed result is the largest legitimate reply. */
const MAX_REPLY_BYTES = 128 * 1024 * 1024;
/** Values of one reply, such as the names of a set. */
const MAX_REPLY_VALUES = 5_000_000;
/** Bytes of a line that is no text of its own: a length or a number. */
const MAX_LINE_BYTES = 64 * 1024;

interface ConnectorOptions {
  host?: string;
  port?: number;
  /** Of a socket of the system. */
  path?: string | null;
  family?: number;
  tls?: tls.ConnectionOptions;
  disconnectTimeout: number;
}

/**
 * @param Base the class of the package, which is loaded lazily
 * @param sockets receives the open sockets, also those of connections that are made as copies of the first one
 */
export const boundedConnector = (Base: typeof AbstractConnector, sockets: Set<net.Socket>) =>
  class extends Base {
    readonly #options: ConnectorOptions;
    constructor(options: unknown) {
      super((options as ConnectorOptions).disconnectTimeout);
      this.#options = options as ConnectorOptions;
    }
    connect(): Promise<net.Socket> {
      this.connecting = true;
      const { host, port, path, family, tls: security } = this.#options;
      const address = path ? { path } : { host, port, ...(family ? { family } : {}) };
      const stream = security ? tls.connect({ ...address, ...security }) : net.connect(address as net.NetConnectOpts);
      const measure = createReplyMeasure();
      stream.prependListener('data', (chunk: Buffer) => {
        const excess = measure(chunk);
        if (excess !== undefined) stream.destroy(new Error(`the server sent ${excess}`));
      });
      stream.once('error', (error: Error) => void (this.firstError = error));
      sockets.add(stream);
      stream.once('close', () => sockets.delete(stream));
      this.stream = stream;
      return Promise.resolve(stream);
    }
  };

/**
 * Measures the replies in a stream of the protocol RESP, of which only the lengths are read.
 * @returns a function that receives each chunk, and returns what is too large; undefined: nothing
 */
export function createReplyMeasure(): (chunk: Buffer) => string | undefined {
  /** Bytes of a text that are still to come, with its line end. */
  let textBytes = 0;
  /** The beginning of a line whose end has not arrived. */
  let line = '';
  /** Values of the present reply that are still to come. */
  let expected = 1;
  let [bytes, values] = [0, 0];

  function endLine(): void {
    const count = Number(line.slice(1, -1));
    if ('$=!'.includes(line.charAt(0))) {
      if (count >= 0) textBytes = count + 2;
    } else if ('*~>%'.includes(line.charAt(0)) && count > 0) {
      const members = line.startsWith('%') ? 2 * count : count;
      expected += members;
      values += members;
    }
    line = '';
    expected -= 1;
  }
  return (chunk) => {
    for (let index = 0; index < chunk.length;) {
      const start = index;
      if (textBytes > 0) {
        index += Math.min(textBytes, chunk.length - index);
        textBytes -= index - start;
      } else {
        const end = chunk.indexOf('\n', index);
        index = end < 0 ? chunk.length : end + 1;
        line += chunk.toString('latin1', start, index);
        if (line.length > MAX_LINE_BYTES) return 'a line that is too long';
        if (end >= 0) endLine();
      }
      bytes += index - start;
      if (bytes + textBytes > MAX_REPLY_BYTES) return `more than ${MAX_REPLY_BYTES / 1024 / 1024} MB at once`;
      if (values > MAX_REPLY_VALUES) return `more than ${MAX_REPLY_VALUES} values at once`;
      if (expected === 0 && textBytes === 0) [expected, bytes, values] = [1, 0, 0];
    }
    return undefined;
  };
}
