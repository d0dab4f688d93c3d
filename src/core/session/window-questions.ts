/** The questions of a session, shown by its window and answered by calls of the window. */
import { randomUUID } from 'node:crypto';
import type { HostApi, VaultQuestion } from '../../contract/host-contract.ts';
import type { ConsentAnswer, ConsentQuestion } from '../../contract/scripts/programs.ts';
import type { Events } from '../platform/events.ts';
import { createQuestions } from '../platform/questions.ts';
import type { Questions } from './session-options.ts';

export interface WindowQuestions {
  questions: Questions;
  api: Pick<HostApi, 'consent.answer' | 'vault.answer'>;
}

/** @param openExternal opens a page in the user's browser, where the host can */
export function createWindowQuestions(
  events: Pick<Events, 'emit'>,
  openExternal: ((url: string) => void) | undefined,
): WindowQuestions {
  const consent = createQuestions<ConsentQuestion, ConsentAnswer>(
    (question) => events.emit('consent.asked', question),
    (id) => events.emit('consent.closed', { id }),
  );
  const vault = createQuestions<VaultQuestion, boolean>(
    (question) => events.emit('vault.asked', question),
    (id) => events.emit('vault.closed', { id }),
  );
  function signIn(url: string, signal: AbortSignal, runId: string): void {
    const id = randomUUID();
    events.emit('signIn.asked', { id, url, runId });
    openExternal?.(url);
    signal.addEventListener('abort', () => events.emit('signIn.closed', { id }), { once: true });
  }
  return {
    questions: { consent: consent.ask, vault: vault.ask, signIn },
    api: {
      'consent.answer'({ id, answer }) {
        consent.answer(id, answer);
        return {};
      },
      'vault.answer'({ id, allow }) {
        vault.answer(id, allow);
        return {};
      },
    },
  };
}
