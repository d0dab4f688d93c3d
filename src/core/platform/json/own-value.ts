/** Reads an own property, also for keys such as `__proto__`, which property access would look up in the prototype. */
export function ownValue<V>(record: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
