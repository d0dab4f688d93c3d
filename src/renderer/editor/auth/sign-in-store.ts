/** The page of an OAuth provider on which the person is asked to sign in. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../../contract/host-contract.ts';

export interface SignInStore {
  /** Undefined while no request waits for a person who signs in. */
  question: { id: string; url: string } | undefined;
}

export function createSignInStore(client: HostClient): StoreApi<SignInStore> {
  const store = createStore<SignInStore>()(() => ({ question: undefined }));
  client.on('signIn.asked', (question) => store.setState({ question }));
  client.on('signIn.closed', ({ id }) =>
    store.setState(({ question }) => (question?.id === id ? { question: undefined } : {})),
  );
  return store;
}
