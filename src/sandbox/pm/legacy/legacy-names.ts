/**
 * The parts of the globals from before `pm` that every script needs: their names, and the built-ins that old snippets
 * expect to be changed.
 */
import type { Libraries } from '../../libraries/libraries.ts';
import { defineHidden, parseJson, PlainError, toJson } from '../../primordials.ts';

/** `"use sandbox2"` at the beginning of a script disables the legacy globals. */
export const wantsLegacy = (source: string): boolean => !/^\s*(['"])use sandbox2\1/.test(source);

/** A condition, because every script would have to create a list of names. */
export function isLegacyName(name: PropertyKey): boolean {
  switch (name) {
    case 'tests':
    case 'globals':
    case 'environment':
    case 'data':
    case 'iteration':
    case 'request':
    case 'postman':
    case '_':
    case 'CryptoJS':
    case 'tv4':
    case 'cheerio':
    case 'xml2Json':
    case 'responseCookies':
    case 'responseHeaders':
    case 'responseTime':
    case 'responseCode':
    case 'responseBody':
      return true;
    default:
      return false;
  }
}

export function changeBuiltIns(libraries: Libraries, hasLegacy: boolean): void {
  addHasToStrings();
  addJsonToErrors();
  if (hasLegacy) explainJsonErrors(libraries);
}

/** Old snippets call `responseBody.has("text")`. */
function addHasToStrings(): void {
  defineHidden(String.prototype, 'has', function (this: string, part: unknown) {
    return part instanceof RegExp ? part.test(this) : this.includes(String(part));
  });
}

/** Scripts log errors as JSON, which would be `{}`. */
function addJsonToErrors(): void {
  defineHidden(PlainError.prototype, 'toJSON', function (this: Error) {
    return { type: 'Error', name: this.name, message: this.message };
  });
}

/** Gives errors the names and the messages that they have in Postman's scripts, and ignores a byte order mark. */
function explainJsonErrors(libraries: Libraries): void {
  let isExplaining = false;
  JSON.parse = (text: unknown, reviver?: unknown): unknown => {
    try {
      return parseJson(text as string, reviver as never) as unknown;
    } catch (error) {
      // That parser calls JSON.parse itself first.
      if (isExplaining) throw error;
      isExplaining = true;
      try {
        return libraries.load<{ parse(text: unknown, reviver?: unknown): unknown }>('liquid-json').parse(text, reviver);
      } finally {
        isExplaining = false;
      }
    }
  };
  JSON.stringify = (value: unknown, ...options: unknown[]) => {
    try {
      return toJson(value, ...(options as []));
    } catch (error) {
      if (error instanceof PlainError) error.name = 'JSONError';
      throw error;
    }
  };
}
