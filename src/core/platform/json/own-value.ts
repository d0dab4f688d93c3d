/** Reads an own property: also right for keys such as `__proto__`, which plain access looks up in the prototype. */
export function ownValue<V>(record: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
