/** What has changed between two states of named values, and the same changes in values that others may have changed. */

type Values = Record<string, unknown>;

/** `stored` with the additions, changes and removals between `before` and `after`. */
export function applyChanges(stored: Values, before: Values, after: Values): Values {
  const removedNames = new Set(Object.keys(before).filter((name) => !Object.hasOwn(after, name)));
  const remaining = Object.entries(stored).filter(([name]) => !removedNames.has(name));
  return { ...Object.fromEntries(remaining), ...changedValues(before, after) };
}

/** Entries of `after` that were added or changed. */
export function changedValues(before: Values, after: Values): Values {
  const differs = ([name, value]: [string, unknown]) =>
    !Object.hasOwn(before, name) || JSON.stringify(before[name]) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(after).filter(differs));
}
