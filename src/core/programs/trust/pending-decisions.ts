/** Decisions that wait for the person: equal ones are one, and an answer that covers others ends them too. */
import { abortable } from '../../platform/abortable.ts';
import type { TrustStore, TrustSubject } from './trust-store.ts';

export interface PendingDecisions {
  /**
   * The decision on `key`, begun if it is not pending yet. Its question is withdrawn when all who wait for it are gone.
   * @param decide asks; rejects when its signal aborts
   * @throws AbortError when `signal` aborts
   */
  decide(
    key: string,
    subject: TrustSubject,
    decide: (signal: AbortSignal) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Ends, with a yes, what is trusted by now. */
  releaseTrusted(): Promise<void>;
}

interface Pending {
  subject: TrustSubject;
  allowed: Promise<boolean>;
  waiting: number;
  allow(): void;
  withdraw(): void;
}

export function createPendingDecisions(trust: TrustStore): PendingDecisions {
  const all = new Map<string, Pending>();

  function begin(key: string, subject: TrustSubject, decide: (signal: AbortSignal) => Promise<boolean>): Pending {
    const question = new AbortController();
    const trusted = Promise.withResolvers<boolean>();
    const allowed = Promise.race([trusted.promise, decide(question.signal)]).finally(() => {
      if (all.get(key) === pending) all.delete(key);
    });
    // All who wait for it may be gone.
    allowed.catch(() => undefined);
    const withdraw = () => question.abort();
    const allow = () => {
      trusted.resolve(true);
      withdraw();
    };
    const pending: Pending = { subject, allowed, waiting: 0, allow, withdraw };
    all.set(key, pending);
    return pending;
  }

  return {
    async decide(key, subject, decide, signal) {
      const pending = all.get(key) ?? begin(key, subject, decide);
      pending.waiting += 1;
      try {
        return await abortable(pending.allowed, signal);
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
