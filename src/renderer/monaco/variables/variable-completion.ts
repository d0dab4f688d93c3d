/** Completes names of variables at the cursor: after `{{`, and in scripts inside of `pm.environment.get('`. */
import { openReference } from '../../ui/variables/variable-text.ts';
import type { VisibleVariable } from '../../ui/variables/visible-variable.ts';

export interface VariableSuggestion {
  /** Characters before the cursor that the name replaces. */
  typed: string;
  /** `}}` if the reference has to be closed. */
  closing: string;
  names: VisibleVariable[];
}

const access =
  /pm\s*\.\s*(environment|globals|collectionVariables|variables)\s*\.\s*(?:get|has|set|unset)\s*\(\s*(['"`])([^'"`\n]*)$/;
const isDeclaredByFiles = (scope: string) => /^(?:collection|folder|request)\b/.test(scope);

/**
 * @param before the text before the cursor, at least its line
 * @param after the rest of the line
 */
export function completeVariable(
  before: string,
  after: string,
  variables: readonly VisibleVariable[],
): VariableSuggestion | undefined {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const inScript = access.exec(before);
  if (inScript) {
    const [, scope, , typed = ''] = inScript;
    const names = variables.filter((variable) => {
      if (scope === 'globals') return variable.scope === 'globals';
      if (scope === 'collectionVariables') return isDeclaredByFiles(variable.scope);
      return scope === 'variables' || (variable.scope !== 'globals' && !isDeclaredByFiles(variable.scope));
    });
    return { typed, closing: '', names };
  }
  const open = openReference(line, line.length);
  if (!open) return undefined;
  return { typed: line.slice(open.from), closing: after.startsWith('}}') ? '' : '}}', names: [...variables] };
}
