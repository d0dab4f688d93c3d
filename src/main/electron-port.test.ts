import type { IpcMain, WebContents } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { serve, type Message } from '../contract/rpc/rpc.ts';
import { testContract, testPort, type PortPair } from '../contract/rpc/testing/port-tests.ts';
import { electronPort } from './electron-port.ts';
import { FakeContents, fakeIpcMain, type FakeFrame } from './testing/fake-electron.ts';

const ORIGIN = 'outrigger://app';

function open() {
  const ipc = fakeIpcMain();
  const contents = new FakeContents();
  contents.mainFrame = { origin: ORIGIN };
  const server = electronPort({
    ipcMain: ipc.ipcMain as unknown as IpcMain,
    contents: contents as unknown as WebContents,
    origin: ORIGIN,
  });
  const closers: (() => void)[] = [];
  const pair: PortPair = {
    server,
    // What the preload and the page expose of ipcRenderer.
    client: {
      send: (message) => ipc.sendFrom(contents, message),
      onMessage: (listener) => void contents.received.push(listener),
      onClose: (listener) => void closers.push(listener),
    },
    sendAsStranger: (message) => ipc.sendFrom(new FakeContents(), message),
    close() {
      contents.destroy();
      closers.forEach((close) => close());
    },
  };
  return { ipc, contents, pair };
}

describe('the contract over Electron’s IPC', () => {
  testPort(() => Promise.resolve(open().pair));
});

describe('accepted senders', () => {
  const sendFrom = async (choose: (contents: FakeContents) => [FakeContents, FakeFrame | null]) => {
    const { ipc, contents, pair } = open();
    const received: Message[] = [];
    pair.server.onMessage((message) => received.push(message));
    const [sender, frame] = choose(contents);
    ipc.sendFrom(sender, 'hello', frame);
    await Promise.resolve();
    return received.length;
  };
  test('the top frame of the window, showing our page', async () => {
    expect(await sendFrom((contents) => [contents, contents.mainFrame])).toBe(1);
  });
  test.each<[string, (contents: FakeContents) => [FakeContents, FakeFrame | null]]>([
    ['a frame inside it', (contents) => [contents, { origin: ORIGIN }]],
    ['a frame that is gone', (contents) => [contents, null]],
    ['another window', () => [new FakeContents(), { origin: ORIGIN }]],
    [
      'the same window, showing another page',
      (contents) => [contents, (contents.mainFrame = { origin: 'https://evil.example' })],
    ],
    [
      'the same window, showing a page without origin',
      (contents) => [contents, (contents.mainFrame = { origin: 'null' })],
    ],
  ])('not %s', async (_name, choose) => {
    expect(await sendFrom(choose)).toBe(0);
  });
});

test.each<[string, unknown]>([
  ['a map', new Map([['type', 'call']])],
  ['an object that contains itself', Object.assign([], { 0: [] })],
  ['params that contain themselves', { type: 'call', id: 1, method: 'add', params: cyclic() }],
  ['a date as a number', { type: 'call', id: 1, method: 'add', params: { a: new Date(), b: 1 } }],
  ['a big integer as an id', { type: 'call', id: 1n, method: 'add', params: {} }],
  ['bytes', new Uint8Array(8)],
  ['params of a prototype', JSON.parse('{"type":"call","id":1,"method":"add","params":{"__proto__":{"a":1},"b":1}}')],
])('what only Electron can send (%s) is answered with an error', async (_name, message) => {
  const { ipc, contents, pair } = open();
  const add = vi.fn(() => 0);
  serve({ calls: { add: testContract.calls.add }, events: {} }, pair.server, { add });
  const answer = new Promise((resolve) => contents.received.push(resolve));
  ipc.sendFrom(contents, message);
  await expect(answer).resolves.toMatchObject({
    type: 'error',
    error: { code: expect.stringMatching(/^(MalformedMessage|InvalidParams)$/) as string },
  });
  expect(add).not.toHaveBeenCalled();
});

function cyclic(): object {
  const value: Record<string, unknown> = { a: 1 };
  value['b'] = value;
  return value;
}

test('a closed window removes its listener', () => {
  const { ipc, contents, pair } = open();
  expect(ipc.listeners()).toBe(1);
  contents.destroy();
  expect(ipc.listeners()).toBe(0);
  expect(() => pair.server.send('nobody is there')).not.toThrow();
});
