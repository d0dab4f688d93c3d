/** Calls about variables: those of environments, of the collection and its folders, and globals. */
import * as z from 'zod';

const variableName = z.string().max(1000).meta({ title: 'Name' });

/** The owner of variables: `name` of an environment, or `id` of a folder, which is empty for the collection. */
const variableOwner = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('environment'), name: z.string().min(1).max(200) }),
  z.strictObject({ kind: z.literal('globals') }),
  z.strictObject({ kind: z.literal('folder'), id: z.string().max(4096) }),
]);
export type VariableOwner = z.output<typeof variableOwner>;

/** A variable as declared in its file. The value of a secret is not in the file, and is never listed. */
const declaredVariable = z.strictObject({
  name: variableName,
  /** The value; for a secret, a new value to be stored, or empty to keep it. */
  value: z.string().max(1_000_000).meta({ title: 'Value' }),
  secret: z.boolean(),
  disabled: z.boolean().optional(),
  description: z.string().optional(),
});
export type DeclaredVariable = z.output<typeof declaredVariable>;

/** A variable of another environment; the value of a secret is empty. `from` is the name of the environment. */
const inheritedVariable = z.strictObject({
  name: variableName,
  value: z.string(),
  secret: z.boolean(),
  from: z.string(),
});
export type InheritedVariable = z.output<typeof inheritedVariable>;

export const variableCalls = {
  /** `version` is the file's version, for writing; globals have no file. */
  'variables.read': {
    params: z.strictObject({ owner: variableOwner }),
    result: z.object({
      variables: z.array(declaredVariable),
      version: z.string(),
      /** The variables of the environments that this one extends, except those that it declares itself. */
      inherited: z.array(inheritedVariable),
      /** Values that scripts have set, by name, except those of secrets. */
      current: z.record(z.string(), z.string()),
      /** Names of the secrets that have a value. */
      stored: z.array(z.string()),
      /** Names of secrets for which a script has set a value. */
      hidden: z.array(z.string()),
    }),
  },
  /**
   * Writes the file. Values of secrets go to the secret store; an empty value keeps the stored one. If the file has
   * another version, the call fails with FileChangedOnDisk; absent: overwrites any version. Values that scripts have
   * set are kept, except for names that were removed.
   */
  'variables.write': {
    params: z.strictObject({
      owner: variableOwner,
      variables: z
        .array(declaredVariable.meta({ title: 'Variable' }))
        .max(10_000)
        .meta({ title: 'Variables' }),
      version: z.string().optional(),
    }),
    result: z.object({ version: z.string() }),
  },
  /** Sets the current value, which requests use instead of the one in the file; null removes it. */
  'variables.setCurrent': {
    params: z.strictObject({
      owner: variableOwner,
      values: z.record(variableName, z.string().max(1_000_000).nullable()),
    }),
    result: z.strictObject({}),
  },
  /** Returns the value of one secret of an environment, for a person who asks to see it. */
  'variables.reveal': {
    params: z.strictObject({ environment: z.string().min(1).max(200), name: variableName }),
    result: z.object({ value: z.string().nullable() }),
  },
} as const;
