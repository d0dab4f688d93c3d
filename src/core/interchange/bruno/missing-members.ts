/**
 * Members of Bruno's API that scripts of an import use and that throw here or have no effect, and modules that they
 * require and cannot use here.
 */
import {
  missingOfBruno,
  modulesOnlyInBruno,
  refusedModulesOfNode,
  unusedOfBruno,
} from '../../../contract/scripts/bruno-missing.ts';
import { placesOf, type ScriptsOfImport } from '../differences/differences-in-scripts.ts';
import { firstPlace, type ImportWarning } from '../imported/imported.ts';

const modules = {
  ...modulesOnlyInBruno,
  ...Object.fromEntries(
    ['fs', 'fs/promises', ...refusedModulesOfNode].map((name) => [name, 'scripts have no access to it']),
  ),
};

/** @returns a warning for each module: the first place that requires it, and the number of further ones */
export function missingModulesIn(collection: ScriptsOfImport): ImportWarning[] {
  const places = [...placesOf(collection)].map(({ where, code }) => ({
    where,
    names: new Set(
      [...code.matchAll(/\brequire\(\s*(['"`])(?:node:)?([\w@/.-]{1,100})\1\s*\)/g)].map(([, , name]) => name),
    ),
  }));
  return Object.entries(modules).flatMap(([name, instead]) => {
    const [first, ...others] = places.filter(({ names }) => names.has(name));
    if (!first) return [];
    const where = firstPlace(first.where, others.length);
    return [{ where, what: `the module ${name}, which its script requires: ${instead}` }];
  });
}

/** @returns a warning for each member: the first place that uses it, and the number of further ones */
export function missingMembersIn(collection: ScriptsOfImport): ImportWarning[] {
  const places = [...placesOf(collection)];
  return [missingOfBruno, unusedOfBruno]
    .flatMap((table) => Object.entries(table))
    .flatMap(([object, members]) =>
      Object.entries(members).flatMap(([member, instead]) => {
        const call = new RegExp(`\\b${object}\\s*\\.\\s*${member}\\s*\\(`);
        const [first, ...others] = places.filter(({ code }) => call.test(code));
        if (!first) return [];
        return [
          {
            where: firstPlace(first.where, others.length),
            what: `${object}.${member}, which its script calls: ${instead}`,
          },
        ];
      }),
    );
}
