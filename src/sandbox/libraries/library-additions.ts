/** Adds members that scripts expect of libraries and that the sandbox's builds lack. */
import { defineHidden } from '../primordials.ts';

/** @param web the globals of the web */
export function addToUrl(url: object, web: () => { URL: unknown; URLSearchParams: unknown }): void {
  for (const name of ['URL', 'URLSearchParams'] as const) {
    Object.defineProperty(url, name, { get: () => web()[name], configurable: true });
  }
}

const UUID =
  /^(?:[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$/i;

/** Members of later versions, as in Bruno. */
export function addToUuid(uuid: object): void {
  const validate = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);
  const version = (value: unknown): number => {
    if (!validate(value)) throw new TypeError('Invalid UUID');
    return Number.parseInt((value as string).charAt(14), 16);
  };
  defineHidden(uuid, 'validate', validate);
  defineHidden(uuid, 'version', version);
  defineHidden(uuid, 'NIL', '00000000-0000-0000-0000-000000000000');
}
