/** Whether two values of the contract have the same content; both have their members in the order of the schema. */
export const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
