import { expect, test, vi } from 'vitest';
import { hostContract, type HostApi, type HostSubscribe } from '../../../contract/host-contract.ts';
import { memoryPorts } from '../../../contract/rpc/memory-port.ts';
import { serve } from '../../../contract/rpc/rpc.ts';
import { connect } from '../../../contract/rpc/rpc-client.ts';
import { createSignInStore } from './sign-in-store.ts';

test('the page is shown until its own request has ended', async () => {
  const ports = memoryPorts();
  let emit: Parameters<HostSubscribe>[0] | undefined;
  serve(hostContract, ports.server, {} as HostApi, (send) => {
    emit = send;
    return () => undefined;
  });
  const store = createSignInStore(connect<typeof hostContract>(ports.client));
  emit?.('signIn.asked', { id: '1', url: 'https://sign-in.example/' });
  await vi.waitFor(() => expect(store.getState().question?.id).toBe('1'));
  emit?.('signIn.closed', { id: 'another' });
  emit?.('signIn.asked', { id: '2', url: 'https://sign-in.example/again' });
  await vi.waitFor(() => expect(store.getState().question?.id).toBe('2'));
  emit?.('signIn.closed', { id: '2' });
  await vi.waitFor(() => expect(store.getState().question).toBeUndefined());
});
