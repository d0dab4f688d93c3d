/**
 * Leaves out "100 Continue" before a response. A client has to take it at any time (RFC 9110, 15.2), and some servers
 * send it before every response to a POST; undici ends the connection.
 */
import type { Socket } from 'node:net';

const START = 'HTTP/1.1 100';
/** More than such a head needs. What is longer is passed on as it is. */
const MAX_HELD_BYTES = 64 * 1024;
/** Sockets of which the next bytes are the head of a response. */
const awaited = new WeakSet<Socket>();
const prepared = new WeakSet<Socket>();

/** Called when the headers of a request are about to be written to the socket, which undici reads by `read`. */
export function skipContinue(socket: Socket): void {
  awaited.add(socket);
  if (prepared.has(socket)) return;
  prepared.add(socket);
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  /** The beginning of a head that has not arrived whole. */
  let held: Buffer | undefined;
  socket.read = (size?: number): Buffer | null => {
    const bytes = read(size);
    if (bytes === null || !awaited.has(socket)) return bytes;
    const rest = afterContinue(held ? Buffer.concat([held, bytes]) : bytes);
    const isWhole = rest.length > 0 && !mayBeContinue(rest);
    held = isWhole ? undefined : rest;
    if (!isWhole) return null;
    awaited.delete(socket);
    return rest;
  };
}

/** The first digit of the status, which differs in almost every response: it is compared before a text is made. */
const STATUS_CLASS = START.indexOf('1', 'HTTP/1.1'.length);
const ONE = '1'.charCodeAt(0);

/** Whether the bytes are the beginning of such a head, or too few to say. */
const mayBeContinue = (bytes: Buffer): boolean =>
  (bytes[STATUS_CLASS] ?? ONE) === ONE &&
  bytes.length <= MAX_HELD_BYTES &&
  START.startsWith(bytes.toString('latin1', 0, START.length));

function afterContinue(bytes: Buffer): Buffer {
  let rest = bytes;
  while (rest.length > START.length && mayBeContinue(rest)) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    rest = rest.subarray(end + 4);
  }
  return rest;
}
