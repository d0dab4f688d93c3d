/**
 * Decisions that wait for the person: equal ones share one question, and an answer that covers other questions ends
 * these, too.
 */
import { abortable } from '../../platform/abortable.ts';
import type { TrustStore, TrustSubject } from './trust-store.ts';

/** `once`: allowed for this call. `trusted`: allowed for all calls that the stored trust covers. */
export type Decision = 'denied' | 'once' | 'trusted';

export interface PendingDecisions {
  /**
   * Waits for the decision on `key`, and asks if it is not pending yet. The question is withdrawn when all waiting
   * calls have been aborted.
   * @param decide asks; rejects when its signal aborts
   * @throws AbortError when `signal` aborts
   */
  decide(
    key: string,
    subject: TrustSubject,
    decide: (signal: AbortSignal) => Promise<Decision>,
    signal: AbortSignal,
  ): Promise<Decision>;
  /** Ends, with `trusted`, the pending decisions that stored trust covers by now. */
  releaseTrusted(): Promise<void>;
}

interface PendingDecision {
  subject: TrustSubject;
  decision: Promise<Decision>;
  waiting: number;
  allow(): void;
  withdraw(): void;
}

export function createPendingDecisions(trust: TrustStore): PendingDecisions {
  const all = new Map<string, PendingDecision>();

  function begin(
    key: string,
    subject: TrustSubject,
    decide: (signal: AbortSignal) => Promise<Decision>,
  ): PendingDecision {
    const question = new AbortController();
    const trusted = Promise.withResolvers<Decision>();
    const decision = Promise.race([trusted.promise, decide(question.signal)]).finally(() => {
      if (all.get(key) === pending) all.delete(key);
    });
    // All waiting calls may have been aborted, so a rejection must not count as unhandled.
    decision.catch(() => undefined);
    const withdraw = () => question.abort();
    const allow = () => {
      trusted.resolve('trusted');
      withdraw();
    };
    const pending: PendingDecision = { subject, decision, waiting: 0, allow, withdraw };
    all.set(key, pending);
    return pending;
  }

  return {
    async decide(key, subject, decide, signal) {
      const pending = all.get(key) ?? begin(key, subject, decide);
      pending.waiting += 1;
      try {
        return await abortable(pending.decision, signal);
      } finally {
        pending.waiting -= 1;
        if (pending.waiting === 0) {
          // Later calls with the same key ask again.
          if (all.get(key) === pending) all.delete(key);
          pending.withdraw();
        }
      }
    },
    async releaseTrusted() {
      for (const pending of [...all.values()]) if (await trust.covers(pending.subject)) pending.allow();
    },
  };
}
