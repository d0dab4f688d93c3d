/** What the listener responds with instead of a plain 200: the first rule that applies. */
import type { AnswerRule } from '../../../../contract/webhooks/answer-rules.ts';

/** A notification that is not recognized after this many milliseconds fits no rule for a kind, a provider or an event. */
const RECOGNITION_MS = 2000;

/** What a stored notification was recognized as. */
export interface RecognizedAs {
  kind: string | null;
  provider: string | null;
  event: string | null;
}
const recognizedNames = ['kind', 'provider', 'event'] as const;

export interface CountedRules {
  rules: readonly AnswerRule[];
  /** How often each rule that responds a number of times has responded; what is missing counts from 0. */
  used: readonly number[];
}
export interface AnswerRules {
  /** Replaces all rules. */
  set(counted: CountedRules): void;
  /** Whether every notification is answered with 200 at once. */
  isEmpty(): boolean;
  /**
   * The rule for a notification, which is counted as used. Waits until it is recognized only where the first rule that
   * fits its method and path asks for a kind, a provider or an event.
   */
  take(notification: { id: number; method: string; path: string }): Promise<AnswerRule | undefined>;
}

/**
 * @param recognize says what a stored notification is, on another thread
 * @param onUsed hears how often the rules that respond a number of times have responded
 */
export function createAnswerRules(
  recognize: (id: number) => Promise<RecognizedAs>,
  onUsed: (used: number[]) => void = () => undefined,
): AnswerRules {
  let all: { rule: AnswerRule; used: number }[] = [];
  let rules: typeof all = [];
  const isUsable = ({ rule, used }: (typeof rules)[number]) => rule.times === 0 || used < rule.times;

  return {
    set(counted) {
      all = counted.rules.map((rule, index) => ({ rule, used: counted.used[index] ?? 0 }));
      rules = all.filter(({ rule }) => rule.on);
    },
    isEmpty: () => rules.length === 0,
    async take({ id, method, path }) {
      const route = path.split('?', 1)[0] ?? '';
      let recognized: RecognizedAs | undefined;
      for (const one of rules) {
        const { rule } = one;
        if (rule.method !== null && rule.method.toUpperCase() !== method) continue;
        if (rule.path !== null && !matchesGlob(route, rule.path)) continue;
        const conditions = recognizedNames.filter((name) => rule[name] !== null);
        if (conditions.length > 0) {
          if (!isUsable(one)) continue;
          const known = (recognized ??= await inTime(recognize(id)));
          if (conditions.some((name) => rule[name] !== known[name])) continue;
        }
        if (!isUsable(one)) continue;
        one.used += 1;
        if (rule.times > 0) onUsed(all.map(({ used }) => used));
        return rule;
      }
      return undefined;
    },
  };
}

/** How a notification names the rule that chose its response. */
export function nameOf({ name, method, path, provider, event, kind, status }: AnswerRule): string {
  if (name !== '') return name;
  const conditions = [method, path, provider, event, kind].filter((condition) => condition !== null);
  return `${conditions.join(' ') || 'every request'}: ${status}`;
}

/** Whether a text fits a pattern in which `*` stands for anything. Takes linear time, whatever the text is. */
export function matchesGlob(text: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  if (parts.length === 0) return text === pattern;
  const last = parts.pop() ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of parts) {
    const position = text.indexOf(part, from);
    if (position < 0) return false;
    from = position + part.length;
  }
  return from <= text.length - last.length;
}

/** Nothing when it is not recognized in time, or the notification cannot be read. */
async function inTime(recognized: Promise<RecognizedAs>): Promise<RecognizedAs> {
  const nothing = { kind: null, provider: null, event: null };
  const late = Promise.withResolvers<RecognizedAs>();
  const timer = setTimeout(() => late.resolve(nothing), RECOGNITION_MS);
  try {
    return await Promise.race([recognized, late.promise]);
  } catch {
    return nothing;
  } finally {
    clearTimeout(timer);
  }
}
