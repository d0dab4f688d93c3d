/** The members that rows of all tables have. */
export interface TableRow {
  name: string;
  value: string;
  disabled?: boolean | undefined;
  description?: string | undefined;
}

/** The place of an input in a table. */
export interface TableCell {
  index: number;
  column: string;
}

export const isBlank = ({ name, value, description = '' }: TableRow): boolean =>
  name === '' && value === '' && description === '';

/** Sets whether a row is enabled. An enabled row has no mark in the file. */
export function switched<T extends TableRow>(row: T, on: boolean): T {
  const { disabled: _before, ...rest } = row;
  return on ? (rest as T) : { ...row, disabled: true };
}

/** The rows after moving one of them. */
export function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const row = rows[from];
  if (row === undefined) return [...rows];
  const others = rows.filter((_, index) => index !== from);
  return [...others.slice(0, to), row, ...others.slice(to)];
}
