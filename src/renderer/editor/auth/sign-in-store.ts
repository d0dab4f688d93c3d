/** The page of an OAuth provider on which the person is asked to sign in. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../../contract/host-contract.ts';

export interface SignInStore {
  /** The requests that wait for a person who signs in; the first is shown. */
  questions: readonly { id: string; url: string; runId: string }[];
}

export function createSignInStore(client: HostClient): StoreApi<SignInStore> {
  const store = createStore<SignInStore>()(() => ({ questions: [] }));
  client.on('signIn.asked', (question) => store.setState(({ questions }) => ({ questions: [...questions, question] })));
  client.on('signIn.closed', ({ id }) =>
    store.setState(({ questions }) => ({ questions: questions.filter((question) => question.id !== id) })),
  );
  return store;
}
