/** The tabs after one was moved before another, or to the end where there is no such other. */
export function withMovedTab<T>(tabs: readonly T[], idOf: (tab: T) => string, id: string, before: string | null): T[] {
  if (id === before) return [...tabs];
  const otherTabs = tabs.filter((tab) => idOf(tab) !== id);
  const position = otherTabs.findIndex((tab) => idOf(tab) === before);
  const moved = tabs.filter((tab) => idOf(tab) === id);
  return otherTabs.toSpliced(position < 0 ? otherTabs.length : position, 0, ...moved);
}
