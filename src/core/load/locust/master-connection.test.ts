import { pack } from 'msgpackr';
import { expect, test, vi } from 'vitest';
import { Router } from 'zeromq';
import { freePort } from '../../testing/free-port.ts';
import { connectToMaster, hostOf } from './master-connection.ts';

test('a message that cannot be handled is reported, and the next one is read', async () => {
  const url = `tcp://127.0.0.1:${await freePort()}`;
  const master = new Router();
  await master.bind(url);
  const errors: string[] = [];
  let handled = 0;
  const connection = await connectToMaster({
    url,
    onMessage() {
      handled += 1;
      throw new Error(`number ${handled}`);
    },
    onConnected: () => void connection.send('client_ready'),
    onLost: () => undefined,
    onUnreadable: ({ message }) => errors.push(message),
  });
  try {
    const [id = ''] = await master.receive();
    for (const type of ['stop', 'quit']) await master.send([id, pack([type, null, id.toString()])]);
    await vi.waitFor(() => expect(errors).toEqual(['number 1', 'number 2']), 10_000);
  } finally {
    connection.close();
    master.close();
  }
});

test.each([
  'tcp://host',
  'tcp://host:0',
  'tcp://host:65536',
  'tcp://host:99999',
  'tcp://*:5557',
  'tcp://a;b:5557',
  'ws://a:1',
])('%s is no address of a master', (url) => {
  expect(() => hostOf(url)).toThrow(`${url} is not the address of a Locust master.`);
});
test.each([
  ['tcp://host-1.example.com:5557', 'host-1.example.com'],
  ['tcp://[::1]:65535', '::1'],
])('the host of %s is %s', (url, host) => {
  expect(hostOf(url)).toBe(host);
});
