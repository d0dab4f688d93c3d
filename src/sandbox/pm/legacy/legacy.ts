/** The globals of scripts from before `pm`. Evaluated late: see legacy-names.ts. */
import type { Fields } from '../../channel.ts';
import type { FindGlobal } from '../../late-globals.ts';
import type { Libraries } from '../../libraries/libraries.ts';
import { get, hasOwn, keysOf, toText } from '../../primordials.ts';
import type { Scopes } from '../variables/scopes.ts';
import type { SdkRequest, SdkResponse } from '../requests/sdk.ts';
import type { Tests } from '../tests.ts';
import type { VariableScope } from '../variables/variable-scope.ts';

const MAX_BODY_BYTES = 50 * 1024 * 1024;

export interface LegacyParts {
  libraries: Libraries;
  scopes: Scopes;
  tests: Tests;
  info: { iteration: number; requestId: string; requestName: string };
  request: (() => SdkRequest) | undefined;
  response: (SdkResponse & { text(): string; code: number; responseTime: number; responseSize: number }) | undefined;
  cookies: () => { all(): unknown; one(name: string): unknown };
  setNextRequest: (name: unknown) => void;
}

export interface LegacyGlobals {
  find: FindGlobal;
  /**
   * Called at the end of the script: the values that timers and calls have written into `tests` become tests. As in
   * Postman, those of the script's own code became tests before.
   * @returns the names that the script has used, and those of the members of `postman`, as a field of `done`
   */
  end(): Fields;
}

export function createLegacyGlobals(parts: LegacyParts): LegacyGlobals {
  const { libraries, scopes, request, response, cookies, info } = parts;
  const tests: Fields = {};
  const objects: Partial<Record<'environment' | 'globals' | 'data', Fields>> = {};
  const objectOf = (name: 'environment' | 'globals' | 'data') => (objects[name] ??= scopes.initial(name));
  const library = (name: string) => () => libraries.load(name);

  const usedNames = new Set<string>();
  const find: FindGlobal = (name) => {
    const make = maker(name);
    return (
      make &&
      (() => {
        if (name !== 'postman') usedNames.add(name as string);
        return make();
      })
    );
  };
  const maker: FindGlobal = (name) => {
    switch (name) {
      case 'tests':
        return () => tests;
      case 'globals':
      case 'environment':
      case 'data':
        return () => objectOf(name);
      case 'iteration':
        return () => info.iteration;
      case 'request':
        return () => (request ? legacyRequest(request(), info) : {});
      case 'postman':
        return () => noteMembers(legacyPostman(parts, objectOf), (member) => usedNames.add(`postman.${member}`));
      case '_':
        // As in Postman, not the version of `require('lodash')`. Libraries that read it while loading expect another
        // one.
        return libraries.loading() ? undefined : library('lodash3');
      case 'CryptoJS':
        return library('crypto-js');
      case 'tv4':
      case 'cheerio':
        return library(name);
      case 'xml2Json':
        return () => (text: unknown) => xmlToJson(libraries, text);
    }
    return response && findOfResponse(name, response, cookies);
  };
  const reportTests = createTestReport(tests, parts.tests);
  parts.tests.onMainEnd = reportTests;
  return {
    find,
    end() {
      reportTests();
      return usedNames.size > 0 ? { legacyNames: [...usedNames] } : {};
    },
  };
}

/** @returns a function that reports the values which have not been reported yet */
function createTestReport(values: Fields, { addResult }: Pick<LegacyParts['tests'], 'addResult'>): () => void {
  const reported = new Set<string>();
  return () => {
    for (const [name, value] of Object.entries(values)) {
      if (reported.has(name)) continue;
      reported.add(name);
      addResult(name, Boolean(value), toText(value));
    }
  };
}

/** The globals that exist only in scripts that run after a response. */
function findOfResponse(
  name: PropertyKey,
  response: NonNullable<LegacyParts['response']>,
  cookies: LegacyParts['cookies'],
): ReturnType<FindGlobal> {
  switch (name) {
    case 'responseCookies':
      return cookies;
    case 'responseHeaders':
      return () => legacyHeaders(response);
    case 'responseTime':
      return () => response.responseTime;
    case 'responseCode':
      return () => (response['details'] as () => Fields).call(response);
    case 'responseBody':
      return () => (response.responseSize > MAX_BODY_BYTES ? undefined : response.text());
    default:
      return undefined;
  }
}

function noteMembers(object: Fields, note: (member: string) => void): Fields {
  return new Proxy(object, {
    get(target, name, receiver): unknown {
      if (typeof name === 'string' && hasOwn(target, name)) note(name);
      return get(target, name, receiver);
    },
  });
}

/** @param objectOf returns the objects `environment` and `globals` of the script, which these functions change, too */
function legacyPostman(
  { scopes, response, cookies, setNextRequest }: LegacyParts,
  objectOf: (name: 'environment' | 'globals') => Fields,
): Fields {
  const ofScope = (scope: VariableScope, kind: string, object: Fields) => ({
    [`set${kind}Variable`](name: unknown, newValue: unknown) {
      const value = newValue ? toText(newValue) : newValue;
      object[toText(name)] = value;
      scope.set(name, value);
    },
    [`get${kind}Variable`]: (name: unknown) => scope.get(name),
    [`clear${kind}Variable`](name: unknown) {
      Reflect.deleteProperty(object, toText(name));
      scope.unset(name);
    },
    [`clear${kind}Variables`]() {
      for (const name of keysOf(object)) Reflect.deleteProperty(object, name);
      scope.clear();
    },
  });
  return {
    ...ofScope(scopes.of('environment'), 'Environment', objectOf('environment')),
    ...ofScope(scopes.of('globals'), 'Global', objectOf('globals')),
    setNextRequest,
    ...(response
      ? {
          getResponseCookie: (name: unknown) => cookies().one(toText(name)),
          getResponseHeader: (name: unknown) => response.headers.get(name),
        }
      : {}),
  };
}

function legacyHeaders(response: SdkResponse): Fields {
  const headers: Fields = {};
  response.headers.each((header) => {
    if (!header.disabled) headers[header.key] = header.value;
  });
  return headers;
}

function xmlToJson(libraries: Libraries, text: unknown): unknown {
  interface Xml2js {
    parseString(text: string, options: object, done: (error: unknown, result: unknown) => void): void;
  }
  let parsed: unknown = {};
  const options = { explicitArray: false, async: false, trim: true, mergeAttrs: false };
  libraries.load<Xml2js>('xml2js').parseString(toText(text), options, (_error, result) => (parsed = result));
  return parsed;
}

function legacyRequest(request: SdkRequest, info: LegacyParts['info']): Fields {
  return {
    id: info.requestId,
    name: info.requestName,
    description: request.description === undefined ? undefined : toText(request.description),
    headers: request.headers.toObject(true, false, true, true),
    method: request.method,
    url: request.url.toString(),
    data: legacyBody(request),
  };
}

function legacyBody({ body }: SdkRequest): unknown {
  // A script may have set the body to an object or a text of its own.
  if (!body?.isEmpty || body.isEmpty()) return {};
  const content = body[body.mode ?? ''];
  if (body.mode === 'raw') return content;
  if (body.mode === 'file') return (content as Fields | undefined)?.['content'] ?? {};
  if (body.mode !== 'urlencoded' && body.mode !== 'formdata') return {};
  const form: Fields = {};
  const all = (content as { all(): { key: string; value: unknown; disabled?: boolean }[] }).all();
  for (const { key, value, disabled } of all) {
    if (disabled) continue;
    const before = form[key];
    form[key] =
      before === undefined ? value : Array.isArray(before) ? [...(before as unknown[]), value] : [before, value];
  }
  return form;
}
