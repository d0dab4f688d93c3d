/**
 * Variables such as `{{?Name}}`, for which the window of Bruno asks. A run has nobody to ask: the request is skipped, as
 * by Bruno's command line.
 */
import { listNames } from '../../../contract/list-names.ts';
import type { ScopeStates } from '../../../contract/scripts/script-context.ts';

const PROMPT = /\{\{\?([^{}]*)\}\}/g;

/** The number of names that a message has. */
const MAX_NAMES = 10;

/** Their names in the request and in the texts of all variables, as in Bruno; each once. */
export function promptsIn(request: unknown, scopes: ScopeStates): string[] {
  const values = Object.values(scopes).flatMap((scope) => Object.values(scope.values));
  const names = [JSON.stringify(request), ...values].flatMap((text) =>
    typeof text === 'string' && text.includes('{{?')
      ? [...text.matchAll(PROMPT)].map(([, name = '']) => name.trim())
      : [],
  );
  return [...new Set(names)];
}

export function promptsText(names: readonly string[]): string {
  const list = listNames(
    names.map((name) => `"${name}"`),
    MAX_NAMES,
  );
  return `The request was skipped: it asks for ${list} by {{?...}}, and a run has nobody to ask. Write {{name}}, and give that variable a value.`;
}
