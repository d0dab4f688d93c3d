/** Texts with `{{name}}`: the names, their values, and completion while typing. */
import type { VisibleVariable } from './visible-variable.ts';
import { shorten } from '../../../contract/visible-text.ts';

/** Names whose values are generated for each send (`{{$guid}}`), and markers of the messaging service. */
const isBuiltIn = (name: string): boolean => name.startsWith('$') || /^SWE\d{3}$/.test(name);

/** A secret that scripts have stored (`{{vault:name}}`); the window does not know which there are. */
const isOfVault = (name: string): boolean => name.startsWith('vault:');

export const isKnown = (name: string, variables: readonly VisibleVariable[]): boolean =>
  isBuiltIn(name) || isOfVault(name) || variables.some((variable) => variable.name === name);

/** Splits a text; the parts at odd indexes are references, including their braces. */
export const splitReferences = (text: string): string[] => text.split(/(\{\{[^{}]*\}\})/);

/** The names in a text, each once. */
export const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim())),
];

const MAX_SHOWN = 200;

/** The value of a name and its scope; the value of a secret is masked. */
export function describeVariable(name: string, variables: readonly VisibleVariable[]): string {
  if (isBuiltIn(name)) return 'a new value for each request';
  const variable = variables.find((variable) => variable.name === name);
  if (!variable) return isOfVault(name) ? 'a secret that scripts store with pm.vault' : 'has no value';
  const value = shorten(variable.value, MAX_SHOWN);
  return `${variable.secret ? '••••••' : value === '' ? '(empty)' : value} · ${variable.scope}`;
}

export interface Completion {
  /** The beginning of the replaced part, which ends at the cursor. */
  from: number;
  typed: string;
}

/** The incomplete reference at the cursor, if there is one. */
export function openReference(text: string, cursor: number): Completion | undefined {
  const before = text.slice(0, cursor);
  const from = before.lastIndexOf('{{');
  if (from < 0) return undefined;
  const typedName = before.slice(from + 2);
  return /[{}\n]/.test(typedName) ? undefined : { from: from + 2, typed: typedName.trimStart() };
}

/** The text after completing the reference, and the new position of the cursor. */
export function completeReference(
  text: string,
  { from, cursor, name }: { from: number; cursor: number; name: string },
): { text: string; cursor: number } {
  const after = text.slice(cursor);
  // The rest of the name after the cursor is replaced as well, with its braces.
  const replacedLength = /^[^{}\s]*\}\}/.exec(after)?.[0].length ?? 0;
  const completed = `${text.slice(0, from)}${name}}}`;
  return { text: completed + after.slice(replacedLength), cursor: completed.length };
}

const MAX_MATCHES = 50;

/** Matching names: first those that begin with the typed text, then those that contain it. */
export function matching<T extends { name: string }>(all: readonly T[], typed: string): T[] {
  const needle = typed.toLowerCase();
  const contains = all.filter(({ name }) => name.toLowerCase().includes(needle));
  const begins = ({ name }: T) => Number(!name.toLowerCase().startsWith(needle));
  return contains.sort((a, b) => begins(a) - begins(b)).slice(0, MAX_MATCHES);
}
