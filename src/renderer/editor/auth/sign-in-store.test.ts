import { expect, test, vi } from 'vitest';
import { hostContract, type HostApi, type HostSubscribe } from '../../../contract/host-contract.ts';
import { memoryPorts } from '../../../contract/rpc/memory-port.ts';
import { serve } from '../../../contract/rpc/rpc.ts';
import { connect } from '../../../contract/rpc/rpc-client.ts';
import { createSignInStore } from './sign-in-store.ts';

test('each page is shown until its own request is done', async () => {
  const ports = memoryPorts();
  let emit: Parameters<HostSubscribe>[0] | undefined;
  serve(hostContract, ports.server, {} as HostApi, (send) => {
    emit = send;
    return () => undefined;
  });
  const store = createSignInStore(connect<typeof hostContract>(ports.client));
  const ids = () => store.getState().questions.map(({ id }) => id);
  emit?.('signIn.asked', { id: '1', url: 'https://sign-in.example/', runId: 'a' });
  emit?.('signIn.asked', { id: '2', url: 'https://sign-in.example/again', runId: 'b' });
  await vi.waitFor(() => expect(ids()).toEqual(['1', '2']));
  emit?.('signIn.closed', { id: 'another' });
  emit?.('signIn.closed', { id: '1' });
  await vi.waitFor(() => expect(ids()).toEqual(['2']));
  emit?.('signIn.closed', { id: '2' });
  await vi.waitFor(() => expect(ids()).toEqual([]));
});
