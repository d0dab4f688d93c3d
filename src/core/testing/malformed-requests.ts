/** Requests that no correct client sends and that a server has to survive. Sent over raw sockets. */
import net from 'node:net';

const targets = [
  '//',
  '///',
  '//[',
  '//@:',
  'http://[',
  'http://%',
  'http://127.0.0.1:99999/',
  'http:',
  '*',
  '?',
  '#',
  'x:y',
  '\\',
  '/\\',
  '/\0',
  '/%',
  '/%zz',
  '/%c0%ae',
  '/..%2f..%2fetc/passwd',
  '/a b',
  '/?',
  '/?%',
  '/?a=%&%=b',
  '//user:pass@[::',
  '/\u00ff\u00fe',
  `/${'a'.repeat(9000)}`,
  `/${'a'.repeat(70_000)}`,
  `/?${'&'.repeat(5000)}`,
];
const methods = ['GET', 'POST', 'OPTIONS', 'CONNECT', 'TRACE', 'PUT', 'NOPE'];
const WEBSOCKET = ['Upgrade: websocket', 'Connection: Upgrade'];
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';

/** @param headers sent with each request, such as Host and Cookie */
function malformedRequests(headers: readonly string[]): Buffer[] {
  const request = (line: string, more: readonly string[], body = '') =>
    Buffer.from(`${[line, ...headers, ...more].join('\r\n')}\r\n\r\n${body}`, 'latin1');
  const byTarget = methods.flatMap((method) =>
    targets.flatMap((target) => [
      request(`${method} ${target} HTTP/1.1`, []),
      request(`${method} ${target} HTTP/1.1`, [...WEBSOCKET, KEY, 'Sec-WebSocket-Version: 13']),
    ]),
  );
  const bodies = ['[', '{"a":', '['.repeat(50_000), '\0', '%', '\u00ff'.repeat(1000)];
  const posts = bodies.flatMap((body) => [
    request('POST / HTTP/1.1', [`Content-Length: ${body.length}`], body),
    request('POST / HTTP/1.1', [`Content-Length: ${body.length + 1}`], body),
    request('POST / HTTP/1.1', ['Content-Encoding: gzip', `Content-Length: ${body.length}`], body),
    request('POST / HTTP/1.1', ['Content-Type: text/plain; charset=nothing', `Content-Length: ${body.length}`], body),
  ]);
  const framing = [
    'Content-Length: -1',
    'Content-Length: 1, 2',
    'Content-Length: 99999999999999999999',
    'Host: twice',
    'Transfer-Encoding: chunked\r\nContent-Length: 3',
    'Transfer-Encoding: nothing',
    'Expect: nothing',
    ': no name',
    'No colon',
    `Long: ${'x'.repeat(100_000)}`,
    'Cookie: =;=;;',
    'Upgrade: h2c\r\nConnection: Upgrade',
  ].flatMap((header) => [
    request('POST / HTTP/1.1', [header], 'zz\r\n'),
    request('GET / HTTP/1.1', [header], 'GET // HTTP/1.1\r\n'),
  ]);
  const keys = ['', 'Sec-WebSocket-Key:', 'Sec-WebSocket-Key: x', `Sec-WebSocket-Key: ${'='.repeat(5000)}`, KEY];
  const versions = ['', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Version: -1', 'Sec-WebSocket-Version: 8'];
  const extras = [
    'X: y',
    'Sec-WebSocket-Protocol: ,,',
    'Sec-WebSocket-Extensions: permessage-deflate; =',
    'Sec-Fetch-Site: x',
  ];
  const upgrades = keys.flatMap((key) =>
    versions.flatMap((version) =>
      extras.map((extra) => request('GET /host HTTP/1.1', [...WEBSOCKET, key, version, extra].filter(Boolean))),
    ),
  );
  const frames = [
    Buffer.from('garbage after the upgrade'),
    Buffer.from([0x81, 0x05, 1, 2, 3, 4, 5]), // without the mask that is required of clients
    Buffer.from([0xf1, 0x80, 0, 0, 0, 0]), // reserved bits
    Buffer.from([0x81, 0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0]), // 2^63 bytes
    Buffer.from([0x82, 0xff, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]), // 8 GiB
    Buffer.from([0x89, 0xfe, 0x10, 0x00, 0, 0, 0, 0]), // a ping of 4 KiB
    Buffer.from([0x81, 0x84, 0, 0, 0, 0, 0xff, 0xfe, 0xff, 0xfe]), // a text that is not UTF-8
    Buffer.from([0x80, 0x80, 0, 0, 0, 0]), // a continuation of a message that has not begun
    Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0, 1]), // a close with a wrong status
    Buffer.from([0x81, 0x85, 0, 0, 0, 0, 0x5b, 0x5b, 0x5b, 0x5b, 0x5b]), // "[[[[[", which is not a message
  ].map((frame) =>
    Buffer.concat([request('GET /host HTTP/1.1', [...WEBSOCKET, KEY, 'Sec-WebSocket-Version: 13']), frame]),
  );
  const pipelined = [
    Buffer.concat(targets.slice(0, 20).map((target) => request(`GET ${target} HTTP/1.1`, []))),
    Buffer.concat(Array.from({ length: 200 }, () => request('GET // HTTP/1.1', []))),
    Buffer.concat([request('GET / HTTP/1.1', []), Buffer.alloc(1000, 0xff)]),
  ];
  const unfinished = [
    '',
    'G',
    'GET',
    'GET / HTTP/1.1\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    '\r\n\r\n',
    '\0\0\0',
    '\x16\x03\x01',
  ];
  const halfOpen = unfinished.map((text) => Buffer.from(text));
  return [...byTarget, ...posts, ...framing, ...upgrades, ...frames, ...pipelined, ...halfOpen];
}

const AT_ONCE = 25;

/**
 * Sends every malformed request on a connection of its own, which then ends its half and waits for the server to end
 * the other one. Rejects when a connection stays open.
 * @returns the number of requests
 */
export async function sendMalformedRequests(port: number, headers: readonly string[] = []): Promise<number> {
  const all = malformedRequests([`Host: 127.0.0.1:${port}`, ...headers]);
  for (let from = 0; from < all.length; from += AT_ONCE) {
    await Promise.all(all.slice(from, from + AT_ONCE).map((bytes) => sendAndClose(port, bytes)));
  }
  return all.length;
}

function sendAndClose(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.setTimeout(20_000, () => {
      reject(
        new Error(`The server leaves a connection open after: ${JSON.stringify(bytes.toString('latin1', 0, 200))}`),
      );
      socket.destroy();
    });
    // A server that closes at once resets the connection, which is accepted.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.resume();
  });
}

/** The open TCP connections and listening servers of this process. */
export const openSockets = (): number =>
  process.getActiveResourcesInfo().filter((name) => /^TCP(Socket|Server)Wrap$/.test(name)).length;
