import type { IpcMain, WebContents } from 'electron';
import { describe, expect, test } from 'vitest';
import type { Message } from '../contract/rpc/rpc.ts';
import { testPort, type PortPair } from '../contract/rpc/testing/port-tests.ts';
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

test('a closed window removes its listener', () => {
  const { ipc, contents, pair } = open();
  expect(ipc.listeners()).toBe(1);
  contents.destroy();
  expect(ipc.listeners()).toBe(0);
  expect(() => pair.server.send('nobody is there')).not.toThrow();
});
