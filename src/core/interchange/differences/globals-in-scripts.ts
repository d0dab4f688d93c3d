/**
 * Finds variables that one script of an import sets without declaring them, and another one reads: in Postman's runtime
 * they are globals of all scripts; here each script has its own.
 */
import type { PlaceWithScripts } from './differences-in-scripts.ts';
import { firstPlace, type ImportWarning } from '../imported/imported.ts';

const MAX_NAMED = 20;
/** An unclosed comment or text extends to the end of the code or line, so that the time of a search stays linear. */
const COMMENTS_AND_TEXTS = /\/\/.*|\/\*[^]*?(?:\*\/|$)|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?/g;
const ASSIGNED = /^[ \t]*([A-Za-z_$][\w$]*)[ \t]*=(?![=>])/gm;
const DECLARED = /\b(?:var|let|const|function|class)\s+([A-Za-z_$][\w$]*)/g;
/** Names, except those of members and those before a colon, as in `{ name: 1 }`. */
const READ = /(?<![.\w$])[A-Za-z_$][\w$]*(?![\w$]|\s*:)/g;

/** @returns a warning for each variable: the first place that reads it, and the number of further ones */
export function globalsInScripts(places: readonly PlaceWithScripts[]): ImportWarning[] {
  // Most collections have no assignment of this form, and then no names have to be collected. Comments and texts can only
  // add matches, so they need not be removed for this check.
  if (!places.some(({ code }) => code.search(ASSIGNED) >= 0)) return [];
  const scripts = places.flatMap(({ where, scripts: codes }) => codes.map((code) => ({ where, ...namesIn(code) })));
  const shared = new Set(scripts.flatMap(({ assigned }) => [...assigned]));
  const readers = new Map<string, string[]>();
  for (const { where, assigned, declared, read } of scripts) {
    for (const name of read) {
      if (!shared.has(name) || assigned.has(name) || declared.has(name)) continue;
      const places = readers.get(name);
      if (places) places.push(where);
      else readers.set(name, [where]);
    }
  }
  return [...readers].slice(0, MAX_NAMED).map(([name, [first = '', ...others]]) => ({
    where: firstPlace(first, others.length),
    what: `the global "${name}" that another script sets: each script has its own globals`,
  }));
}

function namesIn(source: string) {
  const code = source.replaceAll(COMMENTS_AND_TEXTS, "''");
  const named = (pattern: RegExp) => new Set([...code.matchAll(pattern)].map(([, name = '']) => name));
  const declared = named(DECLARED);
  const assigned = new Set([...named(ASSIGNED)].filter((name) => !declared.has(name)));
  return { assigned, declared, read: new Set(code.match(READ)) };
}
