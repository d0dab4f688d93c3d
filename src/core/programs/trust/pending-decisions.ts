/** Decisions that wait for the person: equal ones are one, and an answer that covers others ends them too. */
import { abortable } from '../../platform/abortable.ts';
import type { TrustStore, TrustSubject } from './trust-store.ts';

/** `once`: allowed as it was asked about. `trusted`: allowed as far as what is trusted covers it. */
export type Decision = 'denied' | 'once' | 'trusted';

export interface PendingDecisions {
  /**
   * The decision on `key`, begun if it is not pending yet. Its question is withdrawn when all who wait for it are gone.
   * @param decide asks; rejects when its signal aborts
   * @throws AbortError when `signal` aborts
   */
  decide(
    key: string,
    subject: TrustSubject,
    decide: (signal: AbortSignal) => Promise<Decision>,
    signal: AbortSignal,
  ): Promise<Decision>;
  /** Ends, with `trusted`, what is trusted by now. */
  releaseTrusted(): Promise<void>;
}

interface Pending {
  subject: TrustSubject;
  decision: Promise<Decision>;
  waiting: number;
  allow(): void;
  withdraw(): void;
}

export function createPendingDecisions(trust: TrustStore): PendingDecisions {
  const all = new Map<string, Pending>();

  function begin(key: string, subject: TrustSubject, decide: (signal: AbortSignal) => Promise<Decision>): Pending {
    const question = new AbortController();
    const trusted = Promise.withResolvers<Decision>();
    const decision = Promise.race([trusted.promise, decide(question.signal)]).finally(() => {
      if (all.get(key) === pending) all.delete(key);
    });
    // All who wait for it may be gone.
    decision.catch(() => undefined);
    const withdraw = () => question.abort();
    const allow = () => {
      trusted.resolve('trusted');
      withdraw();
    };
    const pending: Pending = { subject, decision, waiting: 0, allow, withdraw };
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
          // Who asks the same from now on is asked anew.
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
