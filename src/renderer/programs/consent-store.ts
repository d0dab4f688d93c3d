import { createStore } from 'zustand';
import type { HostClient, VaultQuestion } from '../../contract/host-contract.ts';
import type { ConsentAnswer, ConsentQuestion } from '../../contract/scripts/programs.ts';

export interface ConsentStore {
  /** The unanswered questions; the first is shown. */
  questions: ConsentQuestion[];
  answer(id: string, answer: ConsentAnswer): Promise<void>;
  /** Questions whether scripts may use the secrets of their workspace. */
  vaultQuestions: VaultQuestion[];
  answerVault(id: string, allow: boolean): Promise<void>;
}

export function createConsentStore(client: HostClient) {
  const store = createStore<ConsentStore>()(() => ({
    questions: [],
    answer: async (id, answer) => void (await client.call('consent.answer', { id, answer })),
    vaultQuestions: [],
    answerVault: async (id, allow) => void (await client.call('vault.answer', { id, allow })),
  }));
  client.on('consent.asked', (question) => store.setState((state) => ({ questions: [...state.questions, question] })));
  client.on('consent.closed', ({ id }) => store.setState((state) => ({ questions: without(state.questions, id) })));
  client.on('vault.asked', (question) =>
    store.setState((state) => ({ vaultQuestions: [...state.vaultQuestions, question] })),
  );
  client.on('vault.closed', ({ id }) =>
    store.setState((state) => ({ vaultQuestions: without(state.vaultQuestions, id) })),
  );
  return store;
}

const without = <T extends { id: string }>(questions: readonly T[], id: string): T[] =>
  questions.filter((question) => question.id !== id);
