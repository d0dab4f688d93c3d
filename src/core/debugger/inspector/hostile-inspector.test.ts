/** A process that is debugged runs a stranger's code: what it sends instead of the inspector's messages. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { attachDebugThread } from '../debug-thread.ts';

test.each([
  ['an event without its parameters', '{"method":"Debugger.scriptParsed"}'],
  [
    'a stop in a scope whose name is none',
    '{"method":"Debugger.paused","params":{"reason":"other","callFrames":[{"callFrameId":"1","functionName":"f",' +
      '"location":{"scriptId":"1","lineNumber":1},"scopeChain":[{"type":"local","name":5,"object":{"objectId":"2"}}]}]}}',
  ],
  ['a stop without a stack', '{"method":"Debugger.paused","params":{"reason":"other"}}'],
  ['an invalid context', '{"method":"Runtime.executionContextCreated","params":{"context":null}}'],
  ['an invalid breakpoint', '{"method":"Debugger.breakpointResolved","params":null}'],
])('%s breaks off the connection or is ignored, and the application goes on', async (_name, message) => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  server.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => {
      const { id } = JSON.parse(data.toString()) as { id: number };
      socket.send(JSON.stringify({ id, result: {} }));
    }),
  );
  const broken: string[] = [];
  const stopped: unknown[] = [];
  const thread = await attachDebugThread({
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    conditions: { breakpoints: [], exceptions: 'none' },
    onStopped: (stop) => stopped.push(stop),
    onResumed: () => undefined,
    onBreakpoints: () => undefined,
    onBroken: (reason) => broken.push(reason),
  });
  const [socket] = server.clients;
  socket?.send('{"method":"Debugger.scriptParsed","params":{"scriptId":"1","url":"my.js","endLine":9}}');
  socket?.send(message);
  // Another message of the same connection is either handled after it, or the connection has ended.
  socket?.send('null');
  const changeResult = await thread.change({ breakpoints: [], exceptions: 'all' }).then(
    () => 'answered',
    () => 'broken off',
  );
  expect(stopped).toEqual([]);
  if (changeResult === 'broken off') await expect.poll(() => broken.join()).toMatch(/cannot be read|its stop/);
  thread.close();
  server.close();
});
