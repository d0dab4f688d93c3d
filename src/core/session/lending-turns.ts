/** While a run waits for a person, the script that asks does not keep the scripts of other runs waiting. */
import { once } from 'node:events';
import type { Questions } from './session-options.ts';

/** @param lendTurn lets one more script run until the returned function is called */
export function lendingTurns(questions: Questions, lendTurn: () => () => void): Questions {
  /** One turn for each run, however many questions it asks: usually one of its scripts holds one. */
  const waits = new Map<string, { open: number; takeBack: () => void }>();
  async function lending<T>(runId: string, ask: () => Promise<T>): Promise<T> {
    const wait = waits.get(runId) ?? { open: 0, takeBack: lendTurn() };
    waits.set(runId, wait);
    wait.open += 1;
    try {
      return await ask();
    } finally {
      wait.open -= 1;
      if (wait.open === 0) {
        waits.delete(runId);
        wait.takeBack();
      }
    }
  }
  const { signIn } = questions;
  return {
    consent: (question, signal) => lending(question.caller.runId, () => questions.consent(question, signal)),
    vault: (question, signal) => lending(question.runId, () => questions.vault(question, signal)),
    // A script waits for it where it has run the request.
    signIn:
      signIn &&
      ((url, signal, runId) => {
        if (!signal.aborted) void lending(runId, () => once(signal, 'abort'));
        signIn(url, signal, runId);
      }),
  };
}
