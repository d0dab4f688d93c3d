/** What a script is given about where it runs, and what it leaves behind. JSON values only. */
import * as z from 'zod';
import { scopeNames, type ScopeName } from './guest-operations.ts';

/** Values by name; `name` is that of an environment. */
export interface ScopeState {
  name?: string;
  values: Record<string, unknown>;
  /** Names of variables in the file of the collection that a script of the run has removed. */
  removed?: readonly string[];
}
export type ScopeStates = Record<ScopeName, ScopeState>;

/** What a script did to one scope, in this order: cleared, unset, set. */
export const scopeChanges = z.strictObject({
  cleared: z.boolean().optional(),
  unset: z.array(z.string()),
  set: z.record(z.string(), z.unknown()),
});
export type ScopeChanges = z.output<typeof scopeChanges>;
export type ChangedScopes = Partial<Record<ScopeName, ScopeChanges>>;

/** A response; a large body stays behind, and is read by its number when the script asks for it. */
export interface ResponseHead {
  code: number;
  status: string;
  headers: { key: string; value: string }[];
  /** Milliseconds. */
  responseTime: number;
  /** Bytes after decompression. */
  responseSize: number;
  /** Bytes as they came over the wire. */
  downloadedBytes: number;
  /** Number of the body among those of the run. */
  body: number;
  /** The body as text, unless it is large. */
  text?: string;
  /** After a request of a script: the cookies that its address receives from now on. */
  cookies?: Record<string, unknown>[];
}

/** Settings of a request that a script can read and change; absent: those of the folders and of the person. */
export interface RequestSettingsOfScript {
  timeoutMs?: number | undefined;
  maxRedirects?: number | undefined;
  /** Whether `res.body` of Bruno is the value of a JSON body; left out: it is. */
  parsesJson?: boolean | undefined;
}

/** What the scripts of one request hand on to each other, in the order in which they run. */
export type CarriedValues = Record<string, unknown>;

/** What the file of a request says, for scripts written for Bruno. */
export interface RequestFileInfo {
  tags: string[];
  /** The kind of auth with which it is sent, also where a folder gives it; `none` where there is none. */
  auth: string;
  /** Names and values of the path parameters; after the request was sent, with their variables filled in. */
  pathParams: { name: string; value: string }[];
  /** Those of the folders and of the request, where Bruno wrote the collection; left out: they are in `collection`. */
  variables?: { folder: Record<string, unknown>; request: Record<string, unknown> } | undefined;
}

export interface ScriptContext {
  info: {
    eventName: 'prerequest' | 'test' | 'script';
    iteration: number;
    iterationCount: number;
    requestName: string;
    requestId: string;
  };
  /** Names from the collection down to the request. */
  location: string[];
  /** The name of the collection or folder whose script runs; absent for a script of the request. */
  scriptOwner?: string;
  scopes: ScopeStates;
  /** In the form of a request in a Postman collection. */
  request?: Record<string, unknown>;
  requestSettings?: RequestSettingsOfScript;
  requestFile?: RequestFileInfo;
  carried?: CarriedValues;
  response?: ResponseHead;
  /** The cookies that the request's address receives: name, value, domain, path and so on. */
  cookies?: Record<string, unknown>[];
}

export function emptyScopes(): ScopeStates {
  return {
    local: { values: {} },
    data: { values: {} },
    request: { values: {} },
    environment: { values: {} },
    collection: { values: {} },
    globals: { values: {} },
  };
}

/** A script that stands alone, with these values in its scopes. */
export function loneContext(scopes: Partial<ScopeStates> = {}): ScriptContext {
  return {
    info: { eventName: 'script', iteration: 0, iterationCount: 1, requestName: '', requestId: '' },
    location: [],
    scopes: { ...emptyScopes(), ...scopes },
  };
}

/** Gives the scopes the values that a script has left. */
export function changeScopes(scopes: ScopeStates, changed: ChangedScopes): void {
  for (const scope of scopeNames) {
    const changes = changed[scope];
    if (changes) scopes[scope].values = applyChanges(scopes[scope].values, changes);
  }
}

/** The values after the changes; the given ones stay as they are. */
export function applyChanges(values: Record<string, unknown>, changes: ScopeChanges): Record<string, unknown> {
  const next: Record<string, unknown> = changes.cleared ? {} : { ...values };
  for (const name of changes.unset) Reflect.deleteProperty(next, name);
  for (const [name, value] of Object.entries(changes.set)) {
    Object.defineProperty(next, name, { value, writable: true, enumerable: true, configurable: true });
  }
  return next;
}
