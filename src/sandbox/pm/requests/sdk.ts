/**
 * The used parts of postman-collection. The package's own types describe classes of which only parts are implemented
 * here; names and shapes are those of the package.
 */
import type { Fields } from '../../channel.ts';
import { createNotes } from '../../primordials.ts';

export interface SdkScope {
  values: { has(name: string): boolean; get(name: string): unknown; toObject(): Fields };
  mutations: { compacted: Fields; track(instruction: 'set' | 'unset', ...payload: unknown[]): void };
  set(name: string, value: unknown, options?: unknown): void;
  unset(name: string): void;
  clear(): void;
  enableTracking(options: { autoCompact: boolean }): void;
  syncVariablesTo(target: Fields): Fields;
  toJSON(): Fields;
}

export interface SdkRequest {
  toJSON(): Fields;
  url: { toString(): string };
  method: string;
  headers: {
    toObject(excludeDisabled: boolean, caseSensitive: boolean, multiValue: boolean, sanitize: boolean): Fields;
  };
  body?: { mode?: string; isEmpty?(): boolean } & Fields;
  description?: unknown;
}
export interface SdkResponse extends Fields {
  headers: {
    each(visit: (header: { key: string; value: string; disabled?: boolean }) => void): void;
    get(name: unknown): unknown;
    has(name: unknown, ...value: unknown[]): boolean;
  } & Fields;
}
export interface SdkCookieList {
  get(name: unknown): unknown;
  has(...parameters: unknown[]): boolean;
  toObject(...parameters: unknown[]): object;
  each(visit: (cookie: { value?: unknown }) => void): void;
}
export interface Sdk {
  VariableScope: new (definition: unknown, layers?: unknown[]) => SdkScope;
  Property: { replaceSubstitutions(text: string, variables: unknown[]): string };
  Request: (new (definition: unknown) => SdkRequest) & { isRequest(value: unknown): boolean };
  Url: { parse(text: string): Fields };
  Response: new (definition: unknown) => SdkResponse;
  CookieList: new (parent: unknown, cookies: unknown[]) => SdkCookieList;
  Cookie: new (cookie: Fields) => object;
  HeaderList: new (parent: unknown, headers: unknown[]) => object;
}

/** Objects that replace one of the package's until that one is needed. */
const kinds = createNotes<string>();
export const markKind = kinds.set;

/** Whether a value is an instance of a class of the package, or of a replacement for it. */
export function isKind(value: unknown, kind: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const knownClass = kinds.get(value);
  if (knownClass !== undefined) return knownClass === kind;
  let maker = (value as { constructor?: unknown }).constructor as
    | { _postman_propertyName?: string; super_?: unknown }
    | undefined;
  for (let depth = 0; maker && depth < 20; depth += 1) {
    if (maker._postman_propertyName === kind) return true;
    maker = maker.super_ as typeof maker;
  }
  return false;
}

/** The package drops an empty value, and the list would show the text "undefined" for it. */
export function cookieListOf(cookies: readonly object[], { CookieList }: Sdk): object {
  const list = new CookieList(null, [...cookies]);
  list.each((cookie) => {
    cookie.value ??= '';
  });
  return list;
}
