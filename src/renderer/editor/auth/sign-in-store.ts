/** The page of an OAuth provider on which the person is asked to sign in. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../../contract/host-contract.ts';

export interface SignInStore {
  /** Undefined while no request waits for a person who signs in. */
  asked: { id: string; url: string } | undefined;
}

export function createSignInStore(client: HostClient): StoreApi<SignInStore> {
  const store = createStore<SignInStore>()(() => ({ asked: undefined }));
  client.on('signIn.asked', (asked) => store.setState({ asked }));
  client.on('signIn.closed', ({ id }) => store.setState(({ asked }) => (asked?.id === id ? { asked: undefined } : {})));
  return store;
}
