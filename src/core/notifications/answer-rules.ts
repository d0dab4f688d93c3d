/** What the listener answers in rehearsals: the first rule that fits, and no rule is a plain 200. */
import type { AnswerRule } from '../../contract/notification.ts';

/** A notification that is not recognised after this many milliseconds fits no rule for one kind. */
const RECOGNITION_MS = 2000;

export interface AnswerRules {
  /** Replaces all rules; each counts from 0 again. */
  set(rules: readonly AnswerRule[]): void;
  /** Whether every notification is answered with 200 at once. */
  isEmpty(): boolean;
  /** The rule for this notification, which is counted as used. Waits for its kind only where a rule asks for one. */
  take(id: number): Promise<AnswerRule | undefined>;
}

/** @param kindOf recognises a stored notification, elsewhere than in this thread */
export function createAnswerRules(kindOf: (id: number) => Promise<string | null>): AnswerRules {
  let rules: { rule: AnswerRule; used: number }[] = [];
  const isUsable = ({ rule, used }: (typeof rules)[number]) => rule.times === 0 || used < rule.times;

  return {
    set: (next) => void (rules = next.map((rule) => ({ rule, used: 0 }))),
    isEmpty: () => rules.length === 0,
    async take(id) {
      const asksForKind = rules.find(isUsable)?.rule.kind != null;
      const kind = asksForKind ? await inTime(kindOf(id)) : null;
      const fitting = rules.find((one) => isUsable(one) && (one.rule.kind === null || one.rule.kind === kind));
      if (fitting) fitting.used += 1;
      return fitting?.rule;
    },
  };
}

/** Null when the kind is not known in time, or the notification cannot be read. */
async function inTime(kind: Promise<string | null>): Promise<string | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), RECOGNITION_MS);
  try {
    return await Promise.race([kind, late.promise]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** How a notification names the rule that chose its response. */
export function nameOf({ kind, status, delayMs }: AnswerRule): string {
  return `${kind ?? 'every kind'}: ${status}${delayMs > 0 ? ` after ${delayMs / 1000} s` : ''}`;
}
