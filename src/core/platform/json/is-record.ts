/** An object of parsed JSON, with members of any kind. */
export type Json = Record<string, unknown>;

/** Whether a value of parsed JSON is an object, and not null or an array. */
export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
