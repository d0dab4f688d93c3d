/**
 * What the globals from before `pm` cost a script that uses none of them: their names, and two built-ins that old snippets
 * expect to be changed.
 */
import type { Libraries } from '../libraries/libraries.ts';
import { defineHidden, parseJson } from '../primordials.ts';

/** `"use sandbox2"` leaves the legacy globals out (pm-api, "Legacy globals"). */
export const wantsLegacy = (source: string): boolean => !/^\s*(['"])use sandbox2\1/.test(source);

/** A list of names would be made by every script. */
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

export function changeBuiltIns(libraries: Libraries): void {
  addHasToStrings();
  explainParseErrors(libraries);
}

/** Old snippets ask `responseBody.has("text")`. */
function addHasToStrings(): void {
  defineHidden(String.prototype, 'has', function (this: string, part: unknown) {
    return part instanceof RegExp ? part.test(this) : this.includes(String(part));
  });
}

/**
 * A text with a fault in it gets the message of the parser that Postman's scripts have, and a byte order mark is no fault.
 */
function explainParseErrors(libraries: Libraries): void {
  let isExplaining = false;
  JSON.parse = (text: unknown, reviver?: unknown): unknown => {
    try {
      return parseJson(text as string, reviver as never) as unknown;
    } catch (error) {
      // That parser begins with JSON.parse itself.
      if (isExplaining) throw error;
      isExplaining = true;
      try {
        return libraries.load<{ parse(text: unknown, reviver?: unknown): unknown }>('liquid-json').parse(text, reviver);
      } finally {
        isExplaining = false;
      }
    }
  };
}
