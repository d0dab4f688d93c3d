/** The simulator and requests that no correct client sends. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSockets, sendMalformedRequests } from '../../../testing/malformed-requests.ts';
import { startSimulator, type Simulator } from './simulator.ts';

let simulator: Simulator;
beforeEach(async () => {
  simulator = await startSimulator({ speed: 1000 });
});
afterEach(() => simulator.close());
const operation = (name: string, suffix = '') =>
  `${simulator.url}/waInstance${simulator.idInstance}/${name}/${simulator.apiTokenInstance}${suffix}`;

test('500 malformed requests end nothing, and leave no connection open', async () => {
  const before = openSockets();
  expect(await sendMalformedRequests(Number(new URL(simulator.url).port))).toBeGreaterThanOrEqual(500);
  await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(before), 5000);
  expect((await fetch(operation('getStateInstance'))).status).toBe(200);
});

test('a body that is too large, or too deep to be serialised, is refused', async () => {
  const post = (body: string) =>
    fetch(`${simulator.url}/simulator/notify`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
  expect((await post('x'.repeat(10 * 1024 * 1024 + 1))).status).toBe(413);
  const deep = await post(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
  expect([deep.status, await deep.text()]).toEqual([400, expect.stringContaining('nested more than 200 levels')]);
  expect((await post('{"a":1}')).status).toBe(200);
});

test('a waiting time that is not a number ends as well', async () => {
  const response = await fetch(operation('receiveNotification', '?receiveTimeout=soon'));
  expect([response.status, await response.json()]).toEqual([200, null]);
});
