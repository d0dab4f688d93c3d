/** Whether lists and objects are nested more than `levels` deep. Never looks deeper, so the value can have any depth. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const members = Object.values(value);
  return levels === 0 ? members.length > 0 : members.some((member) => isNestedDeeper(member, levels - 1));
}
