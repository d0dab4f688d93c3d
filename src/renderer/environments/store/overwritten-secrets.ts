/** Values of stored secrets before they were overwritten here, so that undo brings them back. */
import type { DeclaredVariable } from '../../../contract/collection/variable-calls.ts';

interface OverwrittenSecrets {
  /**
   * Remembers the value of each stored secret that these rows overwrite.
   * @param stored names of the secrets that have a value
   * @returns the rows; a secret that is empty again has its remembered value
   */
  restore(rows: readonly DeclaredVariable[], stored: readonly string[]): Promise<DeclaredVariable[]>;
}

/** @param reveal reads the stored value of a secret */
export function createOverwrittenSecrets(reveal: (name: string) => Promise<string | null>): OverwrittenSecrets {
  const values = new Map<string, string>();
  return {
    async restore(rows, stored) {
      for (const { name, value, secret } of rows) {
        if (!secret || value === '' || values.has(name) || !stored.includes(name)) continue;
        values.set(name, (await reveal(name)) ?? '');
      }
      return rows.map((row) => (row.secret && row.value === '' ? { ...row, value: values.get(row.name) ?? '' } : row));
    },
  };
}
