/**
 * The rules of a listener that several processes share: each process can set them, and those that were set last hold for
 * all, also when processes join that have set rules before.
 */
import type { AnswerRule } from '../../../contract/webhooks/answer-rules.ts';
import type { CountedRules } from '../listener/responses/answer-rules.ts';

export interface DatedRules extends CountedRules {
  /** Milliseconds since 1970; below `FIRST_TIME` when nobody has set rules in this session. */
  setAt: number;
}

/** Rules that were restored are older than all that were set, and newer than having no rules at all. */
const [NEVER_SET, RESTORED, FIRST_TIME] = [0, 1, 2];

export interface RuleRegister {
  current(): DatedRules;
  /** Each counts from 0. */
  set(rules: readonly AnswerRule[]): void;
  /** How often each of the current rules has responded. */
  count(used: readonly number[]): void;
  /** Rules of an earlier session: any that were set in this one are newer. */
  restore(rules: readonly AnswerRule[]): void;
  /** Takes over the rules of another process where they are newer, or `prefersReceived` and as old. @returns whether */
  merge(received: DatedRules, prefersReceived: boolean): boolean;
}

export function createRuleRegister(): RuleRegister {
  let current: DatedRules = { setAt: NEVER_SET, rules: [], used: [] };
  return {
    current: () => current,
    // Clocks may be set back: what is set later counts as newer nevertheless.
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
