/**
 * The rules of a listener that several processes share: each process can set them, and those that were set last apply
 * to all, even when processes join that have set rules before.
 */
import type { AnswerRule } from '../../../contract/webhooks/answer-rules.ts';
import type { CountedRules } from '../listener/responses/answer-rules.ts';

export interface DatedRules extends CountedRules {
  /** Milliseconds since 1970; below `FIRST_TIME` when nobody has set rules in this session. */
  setAt: number;
}

/** Restored rules are older than all rules that were set, and newer than no rules. */
const [NEVER_SET, RESTORED, FIRST_TIME] = [0, 1, 2];

export interface RuleRegister {
  current(): DatedRules;
  /** The counts of all rules begin at 0. */
  set(rules: readonly AnswerRule[]): void;
  /** The number of responses of each current rule. */
  count(used: readonly number[]): void;
  /** Restores rules of an earlier session; rules that were set in this one are newer. */
  restore(rules: readonly AnswerRule[]): void;
  /**
   * Takes over the rules of another process if they are newer, or equally old and `prefersReceived`. @returns whether
   * it did
   */
  merge(received: DatedRules, prefersReceived: boolean): boolean;
}

export function createRuleRegister(): RuleRegister {
  let current: DatedRules = { setAt: NEVER_SET, rules: [], used: [] };
  return {
    current: () => current,
    // Rules that are set later count as newer even when the clock was set back.
    set: (rules) => void (current = { setAt: Math.max(Date.now(), current.setAt + 1, FIRST_TIME), rules, used: [] }),
    count: (used) => void (current = { ...current, used }),
    restore: (rules) => void (current = { setAt: RESTORED, rules, used: [] }),
    merge(received, prefersReceived) {
      if (received.setAt < current.setAt || (received.setAt === current.setAt && !prefersReceived)) return false;
      current = received;
      return true;
    },
  };
}
