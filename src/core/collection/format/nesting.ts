/** Whether lists and objects are nested more than `levels` deep. Never looks deeper, so the value can have any depth. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return Object.keys(value).length > 0;
  // A large file has too many objects for a list of the members of each, and too many texts for a call each.
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) {
      if (typeof item === 'object' && isNestedDeeper(item, levels - 1)) return true;
    }
    return false;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) {
    if (typeof members[name] === 'object' && isNestedDeeper(members[name], levels - 1)) return true;
  }
  return false;
}
