/** Fields of a view that outlive the window: numbers, texts, switches and lists of texts, stored as one draft. */

type Field = number | string | boolean | readonly string[];

/** The fields with the values that are stored and have the same type: an older version may have written others. */
export function withStoredFields<T extends Record<string, Field>>(initial: T, text: string | null): T {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return initial;
  }
  if (typeof stored !== 'object' || stored === null) return initial;
  const known = Object.entries(stored).filter(
    ([name, value]) => Object.hasOwn(initial, name) && isLike(value, initial[name]),
  );
  return { ...initial, ...(Object.fromEntries(known) as Partial<T>) };
}

const isLike = (value: unknown, initial: Field | undefined): boolean =>
  Array.isArray(initial)
    ? Array.isArray(value) && value.every((item) => typeof item === 'string')
    : typeof value === typeof initial;

/** A stored list of texts; empty where an older version has written something else. */
export function storedTexts(text: string | null): string[] {
  try {
    return textsIn(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/** The texts of a parsed list; none of anything else. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
