/** The calls of the host about variables: those of environments, of the collection and its folders, and globals. */
import * as z from 'zod';

const variableName = z.string().max(1000);

/** Whose variables: `name` of an environment, or `id` of a folder, which is empty for the collection. */
export const variableOwner = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('environment'), name: z.string().min(1).max(200) }),
  z.strictObject({ kind: z.literal('globals') }),
  z.strictObject({ kind: z.literal('folder'), id: z.string().max(4096) }),
]);
export type VariableOwner = z.output<typeof variableOwner>;

/** A variable as its file has it; the value of a secret is not in the file, and is listed nowhere. */
export const declaredVariable = z.strictObject({
  name: variableName,
  /** The value; for a secret, the new value to be stored, or empty. */
  value: z.string().max(1_000_000),
  secret: z.boolean(),
  disabled: z.boolean().optional(),
  description: z.string().optional(),
});
export type DeclaredVariable = z.output<typeof declaredVariable>;

export const variableCalls = {
  /** `version` is that of the file, for writing; globals have no file. */
  'variables.read': {
    params: z.strictObject({ owner: variableOwner }),
    result: z.object({
      variables: z.array(declaredVariable),
      version: z.string(),
      /** Values that scripts have set, by name; those of secrets are left out. */
      current: z.record(z.string(), z.string()),
      /** Names of the secrets that have a value. */
      stored: z.array(z.string()),
      /** Names of secrets for which a script has set a value. */
      hidden: z.array(z.string()),
    }),
  },
  /**
   * Writes the file; values of secrets go to the secret store, an empty one stays as it was. Another version on disk is
   * refused with FileChangedOnDisk; left out: overwrite. What scripts have set stays, except for names that are gone.
   */
  'variables.write': {
    params: z.strictObject({
      owner: variableOwner,
      variables: z.array(declaredVariable).max(10_000),
      version: z.string().optional(),
    }),
    result: z.object({ version: z.string() }),
  },
  /** Sets the value that requests use now, in the place of the one in the file; null goes back to the file's. */
  'variables.setCurrent': {
    params: z.strictObject({
      owner: variableOwner,
      values: z.record(variableName, z.string().max(1_000_000).nullable()),
    }),
    result: z.strictObject({}),
  },
  /** The value of one secret of an environment, for the person who asks to see it. */
  'variables.reveal': {
    params: z.strictObject({ environment: z.string().min(1).max(200), name: variableName }),
    result: z.object({ value: z.string().nullable() }),
  },
} as const;
