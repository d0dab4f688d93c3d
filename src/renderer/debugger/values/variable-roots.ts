/** The roots of the tree of variables. */

/** Longer bodies are shown as the beginning of their text. */
const MAX_PARSED = 1_000_000;
const MAX_TEXT = 10_000;

const responseBody = `(() => {
  const text = pm.response.text();
  if (text.length > ${MAX_PARSED}) return text.slice(0, ${MAX_TEXT});
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, ${MAX_TEXT});
  }
})()`;

/** The values of `pm`, with the expressions that read them. */
export const pmValues: readonly { name: string; expression: string }[] = [
  { name: 'pm.variables', expression: 'pm.variables.toObject()' },
  { name: 'pm.environment', expression: 'pm.environment.toObject()' },
  { name: 'pm.collectionVariables', expression: 'pm.collectionVariables.toObject()' },
  { name: 'pm.globals', expression: 'pm.globals.toObject()' },
  {
    name: 'pm.request',
    expression: `pm.request && {
      method: pm.request.method,
      url: String(pm.request.url),
      headers: pm.request.headers.toObject(),
      body: pm.request.body ? String(pm.request.body).slice(0, ${MAX_TEXT}) : undefined,
    }`,
  },
  {
    name: 'pm.response',
    expression: `pm.response && {
      code: pm.response.code,
      status: pm.response.status,
      responseTime: pm.response.responseTime,
      headers: pm.response.headers.toObject(),
      body: ${responseBody},
    }`,
  },
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

/** @param type as named by the inspector. @param name of the function, if it has one */
export function scopeTitle(type: string, name: string): string {
  const title = titles[type] ?? type;
  return name === '' || type === 'global' ? title : `${title} (${name})`;
}
