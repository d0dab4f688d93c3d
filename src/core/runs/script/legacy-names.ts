/**
 * The warnings of Postman's runtime about names from before `pm` that a script uses. The texts are the same, so that
 * they are recognised; the hints lead to the descriptions in Postman's documentation.
 */
const replacements: Record<string, string> = {
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
 * @param warnedNames the names about which this run has warned; new ones are added
 * @returns a warning for each new name
 */
export function legacyWarnings(names: readonly string[], warnedNames: Set<string>): string[] {
  return names.flatMap((name) => {
    if (warnedNames.has(name) || !Object.hasOwn(replacements, name)) return [];
    warnedNames.add(name);
    return [`Using "${name}" is deprecated. Use ${replacements[name]} instead.`];
  });
}
