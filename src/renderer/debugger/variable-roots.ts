/** What the tree of variables begins with. */

/** What `pm` has in a script, by the expression that gives it. */
export const pmValues: readonly { name: string; expression: string }[] = [
  { name: 'pm.variables', expression: 'pm.variables.toObject()' },
  { name: 'pm.environment', expression: 'pm.environment.toObject()' },
  { name: 'pm.collectionVariables', expression: 'pm.collectionVariables.toObject()' },
  { name: 'pm.globals', expression: 'pm.globals.toObject()' },
  { name: 'pm.request', expression: 'pm.request?.toJSON()' },
  { name: 'pm.response', expression: 'pm.response?.toJSON()' },
];

const titles: Readonly<Record<string, string>> = {
  local: 'Local',
  block: 'Block',
  closure: 'Closure',
  catch: 'Catch',
  with: 'With',
  eval: 'Eval',
  script: 'Script',
  module: 'Module',
  global: 'Global',
};

/** @param type as the inspector names it. @param name of the function, where it has one */
export function scopeTitle(type: string, name: string): string {
  const title = titles[type] ?? type;
  return name === '' || type === 'global' ? title : `${title} (${name})`;
}
