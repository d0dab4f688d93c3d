import { expect, test, vi } from 'vitest';
import type { Delivery } from '../../../contract/webhooks/forwarding-calls.ts';
import { hostContract, type HostApi, type HostSubscribe } from '../../../contract/host-contract.ts';
import { memoryPorts } from '../../../contract/rpc/memory-port.ts';
import { rehearsalPlan } from '../../../contract/webhooks/rehearsal-calls.ts';
import { serve } from '../../../contract/rpc/rpc.ts';
import { connect } from '../../../contract/rpc/rpc-client.ts';
import { testWorkspace } from '../../host/testing/test-workspace.ts';
import { createForwardStore } from './forward-store.ts';

const delivery = (id: number, notification: number): Delivery => ({
  id,
  notification,
  at: '2026-01-02T03:04:05.000Z',
  kind: 'forward',
  method: 'POST',
  url: 'http://a/',
  signed: false,
  attempts: 1,
  status: 200,
  headers: [],
  text: '',
  size: 0,
  truncated: false,
  durationMs: 1,
  failure: null,
});

/** A host with these responses, whose events the test emits. */
function open(api: object) {
  const ports = memoryPorts();
  let emit: Parameters<HostSubscribe>[0] | undefined;
  serve(hostContract, ports.server, api as HostApi, (listener) => {
    emit = listener;
    return () => undefined;
  });
  const client = connect<typeof hostContract>(ports.client);
  const { getState } = createForwardStore(client, testWorkspace(client, '/shop'));
  const send: Parameters<HostSubscribe>[0] = (name, payload) => emit?.(name, payload);
  return { getState, send };
}

test('the deliveries of the shown notification are read again after it was forwarded, those of others are not', async () => {
  const calls: number[] = [];
  const { getState, send } = open({
    'forwarding.deliveries'({ notification }: { notification: number }) {
      calls.push(notification);
      return { deliveries: [delivery(calls.length, notification)] };
    },
  });
  await getState().showDeliveries(7);
  expect(getState().deliveries.map(({ id }) => id)).toEqual([1]);
  send('forwarding.delivered', { notifications: [3, 7] });
  await vi.waitFor(() => expect(getState().deliveries.map(({ id }) => id)).toEqual([2]));
  send('forwarding.delivered', { notifications: [8] });
  // An event arrives before the result of a later call.
  await getState().showDeliveries(7);
  expect(calls).toEqual([7, 7, 7]);
});

test('a rehearsal shows its progress, and is stopped, which is no error', async () => {
  const { getState, send } = open({
    'rehearsal.run': (_params: unknown, signal: AbortSignal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('The rehearsal was stopped.'))),
      ),
  });
  send('rehearsal.progress', { done: 5, total: 10 });
  const running = getState().rehearse(rehearsalPlan.parse({}), 'http://localhost:3000', null);
  expect(getState().progress).toEqual({ done: 0, total: 0 });
  send('rehearsal.progress', { done: 1, total: 4 });
  await vi.waitFor(() => expect(getState().progress).toEqual({ done: 1, total: 4 }));
  getState().stopRehearsal();
  expect(await running).toBeUndefined();
  expect(getState().progress).toBeUndefined();
});

test('a rehearsal that fails says why', async () => {
  const { getState } = open({ 'rehearsal.run': () => Promise.reject(new Error('There is nothing to rehearse.')) });
  const running = getState().rehearse(rehearsalPlan.parse({}), 'http://localhost:3000', null);
  await expect(running).rejects.toThrow('There is nothing to rehearse.');
});
