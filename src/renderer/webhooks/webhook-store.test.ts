import { expect, test } from 'vitest';
import { hostContract, type HostApi } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/memory-port.ts';
import { connect, serve } from '../../contract/rpc.ts';
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
  serve(hostContract, ports.server, api as unknown as HostApi, () => () => undefined);
  return { state: createWebhookStore(connect(hostContract, ports.client)).getState, asked };
}

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
