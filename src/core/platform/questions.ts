/** Questions to the person at the interface; each ends with its answer or with the run that asked. */
import { abortable } from './abortable.ts';

export interface Questions<Q extends { id: string }, A> {
  ask(question: Q, signal: AbortSignal): Promise<A>;
  answer(id: string, answer: A): void;
}

export function createQuestions<Q extends { id: string }, A>(
  onAsked: (question: Q) => void,
  onClosed: (id: string) => void,
): Questions<Q, A> {
  const open = new Map<string, (answer: A) => void>();
  return {
    async ask(question, signal) {
      const answer = Promise.withResolvers<A>();
      open.set(question.id, answer.resolve);
      onAsked(question);
      try {
        return await abortable(answer.promise, signal);
      } finally {
        open.delete(question.id);
        onClosed(question.id);
      }
    },
    answer: (id, answer) => open.get(id)?.(answer),
  };
}
