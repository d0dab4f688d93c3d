/** The context that a script gets, and the changes that it leaves. JSON values only. */
import * as z from 'zod';
import { scopeNames, type ScopeName } from './guest-operations.ts';

/** Values by name; `name` is the name of an environment. */
export interface ScopeState {
  name?: string;
  values: Record<string, unknown>;
  /** Names of collection variables in the file that a script of the run has removed. */
  removed?: readonly string[];
  /** Names of secret variables: a value that a script sets to one is masked from then on. */
  secrets?: readonly string[];
}
export type ScopeStates = Record<ScopeName, ScopeState>;

/** The changes that a script has made to one scope, to be applied in this order: cleared, unset, set. */
export const scopeChanges = z.strictObject({
  cleared: z.boolean().optional(),
  unset: z.array(z.string()),
  set: z.record(z.string(), z.unknown()),
});
export type ScopeChanges = z.output<typeof scopeChanges>;
export type ChangedScopes = Partial<Record<ScopeName, ScopeChanges>>;

/** A response; a large body stays with the host, and is read by its number when the script asks for it. */
export interface ResponseHead {
  code: number;
  status: string;
  headers: { key: string; value: string }[];
  /** Milliseconds. */
  responseTime: number;
  /** Bytes after decompression. */
  responseSize: number;
  /** Bytes before decompression. */
  downloadedBytes: number;
  /** Number of the body within the run. */
  body: number;
  /** The body as text, unless it is large. */
  text?: string;
  /**
   * The address that has answered, where redirects led to another than that of the request, and of a request that a
   * script runs.
   */
  url?: string;
  /** For a request of a script: the cookies that its URL receives from now on. */
  cookies?: Record<string, unknown>[];
}

/** Settings of a request that a script can read and change; absent: those of the folders and of the person. */
export interface RequestSettingsOfScript {
  timeoutMs?: number | undefined;
  maxRedirects?: number | undefined;
  /** Whether `res.body` of Bruno is the parsed value of a JSON body; default: true. */
  parsesJson?: boolean | undefined;
}

/** Values that the scripts of one request pass on to later ones. */
export type CarriedValues = Record<string, unknown>;

/** Content of the request's file, for scripts written for Bruno. */
export interface RequestFileInfo {
  tags: string[];
  /** The kind of auth with which it is sent, even if a folder provides it; `none` without auth. */
  auth: string;
  /**
   * In a Bruno collection, before the request is sent: the header that the auth adds, its variables not filled in. Bruno
   * adds it before the scripts run, which may then change or delete it.
   */
  authHeader?: { name: string; value: string } | undefined;
  /** Names and values of the path parameters; after sending, with their variables filled in. */
  pathParams: { name: string; value: string }[];
  /** The path of the collection's folder, in a Bruno collection. */
  folder?: string | undefined;
  /** Variables of the folders and of the request, in a Bruno collection; absent: they are in `collection`. */
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
  /** The cookies that the request's URL receives: name, value, domain, path and so on. */
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

/** The context of a single script with these values in its scopes. */
export function loneContext(scopes: Partial<ScopeStates> = {}): ScriptContext {
  return {
    info: { eventName: 'script', iteration: 0, iterationCount: 1, requestName: '', requestId: '' },
    location: [],
    scopes: { ...emptyScopes(), ...scopes },
  };
}

/** Sets the values of the scopes that a script has changed. */
export function changeScopes(scopes: ScopeStates, changed: ChangedScopes): void {
  for (const scope of scopeNames) {
    const changes = changed[scope];
    if (changes) scopes[scope].values = applyChanges(scopes[scope].values, changes);
  }
}

/** The values after the changes; the argument is not modified. */
function applyChanges(values: Record<string, unknown>, changes: ScopeChanges): Record<string, unknown> {
  const next: Record<string, unknown> = changes.cleared ? {} : { ...values };
  for (const name of changes.unset) Reflect.deleteProperty(next, name);
  for (const [name, value] of Object.entries(changes.set)) {
    Object.defineProperty(next, name, { value, writable: true, enumerable: true, configurable: true });
  }
  return next;
}
