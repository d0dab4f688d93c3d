/** The `.env` file beside a Bruno collection; requests name its values by `{{process.env.NAME}}`. */
import { parseEnv } from 'node:util';

const MAX_VALUES = 1000;
/** The prefix of these names in Bruno's files. */
export const PROCESS_ENVIRONMENT = 'process.env.';

export interface DotEnv {
  /** The values by the names that requests use: `process.env.NAME`. */
  values: { name: string; value: string }[];
  /** The number of values beyond the limit. */
  leftOut: number;
}

export function parseDotEnv(content: string): DotEnv {
  const all = Object.entries(parseEnv(content.replace(/^\uFEFF/, '')));
  // After a quoted value, `parseEnv` of Node leaves the word `export` in the next name.
  const nameOf = (key: string) => `${PROCESS_ENVIRONMENT}${key.replace(/^export\s+/, '')}`;
  const values = all.slice(0, MAX_VALUES).map(([key, value = '']) => ({ name: nameOf(key), value }));
  return { values, leftOut: Math.max(0, all.length - MAX_VALUES) };
}
