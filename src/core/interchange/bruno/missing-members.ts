/** Members of Bruno's API that scripts of an import use and that throw here, or have no effect. */
import { missingOfBruno, unusedOfBruno } from '../../../contract/scripts/bruno-missing.ts';
import { placesOf, type ScriptsOfImport } from '../differences/differences-in-scripts.ts';
import { firstPlace, type ImportWarning } from '../imported/imported.ts';

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
