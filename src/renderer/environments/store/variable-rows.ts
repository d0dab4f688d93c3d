/** Rows of the table of variables, compared with each other and with plain values. */
import { isSameJson } from '../../ui/same-json.ts';
import type { DeclaredVariable } from '../../../contract/collection/variable-calls.ts';

export const toRows = (values: Record<string, string>): DeclaredVariable[] =>
  Object.entries(values).map(([name, value]) => ({ name, value, secret: false }));
export const toText = (rows: readonly DeclaredVariable[]): Record<string, string> =>
  Object.fromEntries(rows.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]));

/** The differences between two sets of values; null for a removed name. */
export function changedText(
  before: Record<string, string>,
  after: Record<string, string>,
): Record<string, string | null> {
  const removedNames = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const changed = Object.entries(after).filter(([name, value]) => before[name] !== value);
  return Object.fromEntries([...removedNames.map((name): [string, null] => [name, null]), ...changed]);
}

/** The cell in which two lists of rows differ, or another word for a larger difference. */
export function whatChanged(before: readonly DeclaredVariable[], after: readonly DeclaredVariable[]): string {
  const index = after.findIndex((row, position) => !isSameJson(row, before[position]));
  const [from, to] = [before[index], after[index]];
  if (!from || !to || before.length !== after.length) return `rows ${before.length} ${after.length} ${Date.now()}`;
  const member = (['name', 'value', 'description'] as const).find((item) => from[item] !== to[item]);
  return member ? `${index} ${member}` : `${index} ${Date.now()}`;
}

/** The rows, with an empty one added for each of these names that has none. */
export function withMissing(rows: readonly DeclaredVariable[], names: readonly string[]): DeclaredVariable[] {
  const missing = names.filter((name) => !rows.some((row) => row.name === name));
  return [...rows, ...missing.map((name) => ({ name, value: '', secret: false }))];
}
