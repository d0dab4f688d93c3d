/** Chooses the listener's response, which is a plain 200 unless a rule applies: the first rule that matches. */
import type { AnswerRule } from '../../../../contract/webhooks/answer-rules.ts';

/**
 * A notification that is not recognised after this many milliseconds matches no rule for a kind, a provider or an
 * event.
 */
const RECOGNITION_MS = 2000;

/** The recognised provider, kind and event of a stored notification. */
export interface RecognizedAs {
  kind: string | null;
  provider: string | null;
  event: string | null;
}
const recognizedNames = ['kind', 'provider', 'event'] as const;

export interface CountedRules {
  rules: readonly AnswerRule[];
  /** The number of responses of each rule that is limited to a number of times; missing entries are 0. */
  used: readonly number[];
}
export interface AnswerRules {
  /** Replaces all rules. */
  set(counted: CountedRules): void;
  /** True without rules: every notification is answered with 200 at once. */
  isEmpty(): boolean;
  /**
   * The rule for a notification, which is counted as used. Waits for the notification to be recognised only if the
   * first rule that matches its method and path asks for a kind, a provider or an event.
   */
  take(notification: { id: number; method: string; path: string }): Promise<AnswerRule | undefined>;
}

/**
 * @param recognize recognises a stored notification, on another thread
 * @param onUsed receives the numbers of responses of the rules that are limited to a number of times
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
      for (const item of rules) {
        const { rule } = item;
        if (rule.method !== null && rule.method.toUpperCase() !== method) continue;
        if (rule.path !== null && !matchesGlob(route, rule.path)) continue;
        const conditions = recognizedNames.filter((name) => rule[name] !== null);
        if (conditions.length > 0) {
          if (!isUsable(item)) continue;
          const recognition = (recognized ??= await inTime(recognize(id)));
          if (conditions.some((name) => rule[name] !== recognition[name])) continue;
        }
        if (!isUsable(item)) continue;
        item.used += 1;
        if (rule.times > 0) onUsed(all.map(({ used }) => used));
        return rule;
      }
      return undefined;
    },
  };
}

/** The name of a rule in the notifications that it has answered. */
export function nameOf({ name, method, path, provider, event, kind, status }: AnswerRule): string {
  if (name !== '') return name;
  const conditions = [method, path, provider, event, kind].filter((condition) => condition !== null);
  return `${conditions.join(' ') || 'every request'}: ${status}`;
}

/** Whether a text matches a pattern in which `*` stands for any text. Takes linear time for any input. */
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

/** An empty result when the notification is not recognised in time, or cannot be read. */
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
