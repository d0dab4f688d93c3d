/**
 * What Postman's runtime says of the names from before `pm` that a script uses: the same words, so that nobody wonders
 * which of two texts is meant. They stay here; the hint leads to what their documentation describes.
 */
const instead: Record<string, string> = {
  tests: '"pm.test()"',
  globals: '"pm.globals"',
  environment: '"pm.environment"',
  data: '"pm.iterationData"',
  request: '"pm.request"',
  responseCookies: '"pm.cookies"',
  responseHeaders: '"pm.response.headers"',
  responseCode: '"pm.response.code"',
  _: `"require('lodash')"`,
  CryptoJS: 'global "crypto" object',
  tv4: `"require('ajv')"`,
  xml2Json: `"require('xml2js')"`,
  cheerio: `"require('cheerio')"`,
  'postman.setNextRequest': '"pm.execution.setNextRequest()"',
  'postman.setEnvironmentVariable': '"pm.environment.set()"',
  'postman.getEnvironmentVariable': '"pm.environment.get()"',
  'postman.clearEnvironmentVariables': '"pm.environment.clear()"',
  'postman.clearEnvironmentVariable': '"pm.environment.unset()"',
  'postman.setGlobalVariable': '"pm.globals.set()"',
  'postman.getGlobalVariable': '"pm.globals.get()"',
  'postman.clearGlobalVariables': '"pm.globals.clear()"',
  'postman.clearGlobalVariable': '"pm.globals.unset()"',
  'postman.getResponseCookie': '"pm.cookies.get()"',
  'postman.getResponseHeader': '"pm.response.headers.get()"',
};

/**
 * @param names that a script has used
 * @param said those of which this run has spoken: the new ones are added
 * @returns a text for each name of which something is to be said
 */
export function legacyWarnings(names: readonly string[], said: Set<string>): string[] {
  return names.flatMap((name) => {
    if (said.has(name) || !Object.hasOwn(instead, name)) return [];
    said.add(name);
    return [`Using "${name}" is deprecated. Use ${instead[name]} instead.`];
  });
}
