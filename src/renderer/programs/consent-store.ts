import { createStore } from 'zustand';
import type { ConsentAnswer, ConsentQuestion, HostClient } from '../../contract/host-contract.ts';

export interface ConsentStore {
  /** Asked and not answered; the first is shown. */
  questions: ConsentQuestion[];
  answer(id: string, answer: ConsentAnswer): Promise<void>;
}

export function createConsentStore(client: HostClient) {
  const without = (id: string) => (state: ConsentStore) => ({
    questions: state.questions.filter((question) => question.id !== id),
  });
  const store = createStore<ConsentStore>()(() => ({
    questions: [],
    answer: async (id, answer) => void (await client.call('consent.answer', { id, answer })),
  }));
  client.on('consent.asked', (question) => store.setState((state) => ({ questions: [...state.questions, question] })));
  client.on('consent.closed', ({ id }) => store.setState(without(id)));
  return store;
}
