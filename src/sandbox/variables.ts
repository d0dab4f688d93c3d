/** pm.variables: the values of this run, read and changed by name. */
import { toText } from './primordials.ts';

export interface Variables {
  has(name: unknown): boolean;
  get(name: unknown): unknown;
  set(name: unknown, value: unknown): void;
  unset(name: unknown): void;
  clear(): void;
  replaceIn(text: unknown): string;
  toObject(): Record<string, unknown>;
  toJSON(): Record<string, unknown>;
}

export function createVariables(initial: Record<string, unknown>): Variables {
  const values = new Map<string, unknown>(Object.entries(initial));
  const toObject = () => Object.fromEntries(values);
  return {
    has: (name) => values.has(toText(name)),
    get: (name) => values.get(toText(name)),
    set: (name, value) => void values.set(toText(name), value),
    unset: (name) => void values.delete(toText(name)),
    clear: () => values.clear(),
    replaceIn: (text) =>
      toText(text).replace(/\{\{([^{}]+)\}\}/g, (all, name: string) => {
        const key = name.trim();
        return values.has(key) ? toText(values.get(key)) : all;
      }),
    toObject,
    toJSON: toObject,
  };
}
