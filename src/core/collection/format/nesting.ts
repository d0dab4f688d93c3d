/** Whether lists and objects are nested more than `levels` deep. Never looks deeper, so the value can have any depth. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (levels === 0) return members.length > 0;
  // Most members are texts: a large file has too many of them for a call each.
  return members.some((member) => typeof member === 'object' && isNestedDeeper(member, levels - 1));
}
