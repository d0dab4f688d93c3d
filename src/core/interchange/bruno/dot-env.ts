/**
 * The `.env` file of a Bruno collection. A value that requests name `{{process.env.NAME}}` becomes a secret variable of
 * that name in each environment, because the file is where people store values that must not be in the collection's own
 * files.
 */
import type { Environment } from '@opencollection/types/config/environments';
import type { Variable } from '@opencollection/types/common/variables';
import { parseDotEnv } from '../../collection/files/dot-env.ts';
import type { ImportedSecret, ImportWarning } from '../imported/imported.ts';

/**
 * @param content of the file
 * @param options.name of the collection: its environments get the variables; if it has none, an environment of this
 * name is added
 */
export function withDotEnv(
  environments: readonly Environment[],
  content: string,
  { name, warnings }: { name: string; warnings: ImportWarning[] },
): { environments: Environment[]; secrets: ImportedSecret[] } {
  const { values, leftOut } = parseDotEnv(content);
  if (leftOut > 0) warnings.push({ where: '.env', what: `${leftOut} of its ${values.length + leftOut} values` });
  if (values.length === 0) return { environments: [...environments], secrets: [] };
  const declarations = values.map((value) => ({ secret: true, name: value.name }) as Variable);
  const targets = environments.length > 0 ? environments : [{ name, variables: [] }];
  return {
    environments: targets.map((target) => ({ ...target, variables: [...(target.variables ?? []), ...declarations] })),
    secrets: targets.flatMap(({ name: environment }) => values.map((value) => ({ environment, ...value }))),
  };
}
