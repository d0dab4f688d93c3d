/** Distinguishes tabs with equal titles by the shortest end of their folders in which they differ. */
export function tabDetails(tabs: readonly { id: string; title: string; folder: string }[]): Map<string, string> {
  const details = new Map<string, string>();
  const groups = Map.groupBy(tabs, ({ title }) => title);
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    for (const { id, folder } of group) {
      const others = group.filter((item) => item.id !== id).map((item) => item.folder.split('/'));
      const parts = folder.split('/');
      let count = 1;
      while (count < parts.length && others.some((other) => endOf(other, count) === endOf(parts, count))) count += 1;
      details.set(id, endOf(parts, count));
    }
  }
  return details;
}
const endOf = (parts: readonly string[], count: number): string => parts.slice(-count).join('/');
