/** The file `.env` beside a collection of Bruno, whose values requests name by `{{process.env.NAME}}`. */
import { parseEnv } from 'node:util';

const MAX_VALUES = 1000;
/** What Bruno's files write before the name. */
export const PROCESS_ENVIRONMENT = 'process.env.';

export interface DotEnv {
  /** Under the names that requests write: `process.env.NAME`. */
  values: { name: string; value: string }[];
  /** How many values the file has beyond the limit. */
  leftOut: number;
}

export function parseDotEnv(content: string): DotEnv {
  const all = Object.entries(parseEnv(content.replace(/^\uFEFF/, '')));
  // Node's parser keeps the word after a value in quotes.
  const nameOf = (key: string) => `${PROCESS_ENVIRONMENT}${key.replace(/^export\s+/, '')}`;
  const values = all.slice(0, MAX_VALUES).map(([key, value = '']) => ({ name: nameOf(key), value }));
  return { values, leftOut: Math.max(0, all.length - MAX_VALUES) };
}
