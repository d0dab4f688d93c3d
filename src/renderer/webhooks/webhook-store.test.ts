import { expect, test, vi } from 'vitest';
import { hostContract, type HostApi } from '../../contract/host-contract.ts';
import { KEEP_ALL, NO_TLS, type ListenerStatus } from '../../contract/notification.ts';
import { memoryPorts } from '../../contract/memory-port.ts';
import { serve } from '../../contract/rpc.ts';
import { connect } from '../../contract/rpc-client.ts';
import { createWebhookStore } from './webhook-store.ts';

/** A host with these answers; the store that asks it, and what it was asked. */
function open(answers: Record<string, (params: never) => unknown>) {
  const asked: [string, unknown][] = [];
  const api = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      (params: never) => {
        asked.push([name, params]);
        return answer(params);
      },
    ]),
  );
  const ports = memoryPorts();
  let emit: Emit = () => undefined;
  serve(hostContract, ports.server, api as unknown as HostApi, (listener) => {
    emit = listener as Emit;
    return () => undefined;
  });
  const state = createWebhookStore(connect<typeof hostContract>(ports.client)).getState;
  return { state, asked, emit: ((name, payload) => emit(name, payload)) as Emit };
}
type Emit = (name: string, payload: unknown) => void;

test('the export has what passes the filter', async () => {
  const { state, asked } = open({ 'notifications.export': () => ({ text: 'lines' }) });
  expect(await state().exportText('ndjson')).toBe('lines');
  expect(asked).toEqual([['notifications.export', { filter: {}, format: 'ndjson' }]]);
});

test('a sample is made with its values; an error of the host reaches who asked', async () => {
  const { state } = open({
    'notifications.sample': ({ kind, values }: { kind: string; values: object }) => ({
      text: `${kind} ${JSON.stringify(values)}`,
    }),
    'account.ask': () => {
      throw new Error('The service does not answer.');
    },
  });
  expect(await state().sample('order', { id: '7' })).toBe('order {"id":"7"}');
  await expect(state().askAccount('getSettings')).rejects.toThrow('The service does not answer.');
});

test('what is deleted or brought back in another application is listed again', async () => {
  let total = 2;
  const status: ListenerStatus = {
    ...{ listening: true, host: '127.0.0.1', port: 1, url: '', notice: null, hasToken: false, allowBrowsers: false },
    ...{ tls: NO_TLS, rules: [], keep: KEEP_ALL, received: 0, refused: 0, visits: 0 },
  };
  const queue = { state: 'off', problem: null, received: 0 };
  const { state, emit } = open({
    'notifications.status': () => status,
    'account.get': () => ({ apiUrl: '', mediaUrl: '', idInstance: '', hasToken: false, queue, switches: {} }),
    'notifications.kinds': () => [],
    'notifications.list': () => ({ items: [], total }),
  });
  await state().load();
  expect(state().total).toBe(2);
  total = 1;
  emit('notifications.removed', { ids: [2] });
  await vi.waitFor(() => expect(state().total).toBe(1));
  total = 2;
  emit('notifications.restored', { ids: [2] });
  await vi.waitFor(() => expect(state().total).toBe(2));
});
