/** Fields of a view that outlive the window: numbers, texts and switches, stored as one draft. */

type Fields = Record<string, number | string | boolean>;

/** The fields with the values that are stored and have the same type: an older version may have written others. */
export function withStoredFields<T extends Fields>(initial: T, text: string | null): T {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return initial;
  }
  if (typeof stored !== 'object' || stored === null) return initial;
  const known = Object.entries(stored).filter(
    ([name, value]) => Object.hasOwn(initial, name) && typeof value === typeof initial[name],
  );
  return { ...initial, ...(Object.fromEntries(known) as Partial<T>) };
}
