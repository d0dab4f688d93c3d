/**
 * What comes from a sandbox process. The host treats every frame of a guest as a stranger's: these schemas are checked
 * before anything is done with it.
 */
import * as z from 'zod';
import { scopeNames } from './guest-operations.ts';
import { consoleValue } from './console-value-schema.ts';
import { scopeChanges } from './script-context.ts';
import type { GuestReply } from './to-guest.ts';

/**
 * Returns the schema that `make` makes, which it makes once and with its first use: a script needs three or four of these
 * fifty schemas, and to make them all takes a command 10 ms of its start.
 */
function onUse<S extends z.ZodType>(make: () => S): () => S {
  let schema: S | undefined;
  return () => (schema ??= make());
}
type OutputOf<M extends () => z.ZodType> = z.output<ReturnType<M>>;

const text = z.string();
const callId = z.number().int().positive();
const guestError = onUse(() =>
  z.object({
    name: text,
    message: text,
    stack: text.optional(),
    code: text.optional(),
    line: z.number().int().positive().optional(),
    remedy: text.optional(),
    column: z.number().int().positive().optional(),
  }),
);
export type GuestError = OutputOf<typeof guestError>;

/** A call of a program as the script wrote it, each value read once and turned into JSON in the guest. */
export const programCall = onUse(() =>
  z.strictObject({
    file: z.string().max(4096),
    args: z.array(z.string()).max(100_000),
    options: z.record(z.string(), z.unknown()),
    /** Whether an object or array was turned into a string: the console then hints at JSON.stringify. */
    convertedObject: z.boolean().optional(),
    line: z.number().int().positive().optional(),
  }),
);
export type ProgramCall = OutputOf<typeof programCall>;

const line = z.number().int().positive().optional();
const scope = z.enum(scopeNames);
const url = z.string().max(1_000_000);
const cookieName = z.string().max(4096);
const secretName = z.string().min(1).max(1000);

/** Where a script begins to look at notifications: after a number, and since its request or run began, or since a time. */
const webhookStart = () => ({
  after: z.number().int().min(0),
  /** A time is in milliseconds since 1970. */
  since: z.union([z.enum(['request', 'run']), z.number()]).optional(),
});
/** What a waiting script awaits, for the person. */
export const webhookWait = onUse(() =>
  z.strictObject({
    /** Counts the waits of the script. */
    id: callId,
    wants: z.string().max(1000),
    /** As `Date.now()` says it. */
    began: z.number(),
    /** How long it waits altogether, in milliseconds. */
    totalMs: z.number().min(0),
    /** How many notifications it has seen that did not match. */
    arrived: z.number().int().min(0),
    /** The nearest of them, and how it differs. */
    nearest: z.string().max(2000).optional(),
    line,
  }),
);

/** Calls a script can make. Those that it makes synchronously block it until they are answered. */
export const guestCalls = {
  'programs.executeAsync': programCall,
  'programs.execute': programCall,
  /** The value of one variable as JSON, or an empty text when there is none. */
  'scopes.get': onUse(() => z.strictObject({ scope, name: z.string() })),
  /** All values of a scope, as JSON. */
  'scopes.all': onUse(() => z.strictObject({ scope })),
  /** A response's body as text, by the encoding its headers name; or its bytes as base64. */
  'bodies.text': onUse(() => z.strictObject({ id: z.number().int() })),
  'bodies.bytes': onUse(() => z.strictObject({ id: z.number().int() })),
  /** Random bytes, as base64. */
  'random.bytes': onUse(() => z.strictObject({ count: z.number().int().min(0).max(65_536) })),
  /** The text of a file of the workspace, for pm.require. */
  'files.read': onUse(() => z.strictObject({ path: z.string().max(4096) })),
  /** A package of npm that the workspace has, as JSON: { key, source }. */
  'packages.read': onUse(() => z.strictObject({ name: z.string().max(4096) })),
  /** A request in the form of a Postman collection; answered by a ResponseHead as JSON. */
  'http.send': onUse(() => z.strictObject({ request: z.unknown(), line })),
  /** The cookies for an address, as JSON. */
  'cookies.list': onUse(() => z.strictObject({ url })),
  'cookies.set': onUse(() => z.strictObject({ url, cookie: z.union([z.string(), z.record(z.string(), z.unknown())]) })),
  'cookies.unset': onUse(() => z.strictObject({ url, name: cookieName })),
  /** Without an address: every cookie. */
  'cookies.clear': onUse(() => z.strictObject({ url: url.optional() })),
  'vault.get': onUse(() => z.strictObject({ name: secretName })),
  'vault.set': onUse(() => z.strictObject({ name: secretName, value: z.string() })),
  'vault.unset': onUse(() => z.strictObject({ name: secretName })),
  /** A page of notifications as JSON, { items, last }, the oldest first; the next page is that after `last`. */
  'webhooks.list': onUse(() => z.strictObject({ ...webhookStart(), line })),
  /** Like `webhooks.list`; without a notification, it waits for the next one. */
  'webhooks.next': onUse(() =>
    z.strictObject({ ...webhookStart(), waitMs: z.number().min(0), wait: webhookWait().optional() }),
  ),
  /** A wait that the host has shown has ended. */
  'webhooks.waited': onUse(() => z.strictObject({ id: callId })),
  'webhooks.url': onUse(() => z.strictObject({})),
  /** Answered by a SignatureResult as JSON. */
  'webhooks.verify': onUse(() =>
    z.strictObject({ id: z.number().int().min(1), options: z.record(z.string(), z.unknown()) }),
  ),
  /**
   * Another request of the collection, by name or id; answered as http.send. With `changes`, what the script has changed
   * so far, both work on the same variables, as in Bruno.
   */
  'requests.run': onUse(() =>
    z.strictObject({
      request: z.string(),
      variables: z.record(z.string(), z.unknown()),
      changes: z.partialRecord(scope, scopeChanges).optional(),
      line,
    }),
  ),
} as const;
export type GuestMethod = keyof typeof guestCalls;
export type GuestParams<M extends GuestMethod> = OutputOf<(typeof guestCalls)[M]>;
/** Answers calls whose parameters have been checked; never rejects. */
export type GuestApi = {
  [M in GuestMethod]?: (params: GuestParams<M>, sendPiece?: SendPiece) => Promise<GuestReply>;
};
/**
 * Sends bytes of UTF-8 with which the answer begins, while the rest is being made; the reply's value is then that rest.
 * Absent for a synchronous call. A reply that is an error takes them back.
 */
export type SendPiece = (bytes: Uint8Array) => void;

const guestFrames = {
  ready: onUse(() => z.strictObject({ t: z.literal('ready'), broken: z.array(text) })),
  /** The process itself says that it has to be replaced when its script has ended. */
  retire: onUse(() => z.strictObject({ t: z.literal('retire') })),
  call: onUse(() =>
    z.strictObject({ t: z.literal('call'), run: z.number().int(), id: callId, method: text, params: z.unknown() }),
  ),
  console: onUse(() =>
    z.strictObject({
      t: z.literal('console'),
      run: z.number().int(),
      level: z.enum(['log', 'info', 'warn', 'error', 'debug']),
      text: text.optional(),
      /** In place of `text` where something can be expanded. */
      values: z.array(consoleValue).optional(),
      depth: z.number().int().positive().optional(),
      line,
    }),
  ),
  clear: onUse(() => z.strictObject({ t: z.literal('clear'), run: z.number().int() })),
  test: onUse(() =>
    z.strictObject({
      t: z.literal('test'),
      run: z.number().int(),
      name: text,
      state: z.enum(['passed', 'failed', 'skipped']),
      error: guestError().optional(),
    }),
  ),
  /** An error after which the script goes on: thrown by a callback, or a rejection that nobody handles. */
  error: onUse(() => z.strictObject({ t: z.literal('error'), run: z.number().int(), error: guestError() })),
  done: onUse(() =>
    z.strictObject({
      t: z.literal('done'),
      run: z.number().int(),
      error: guestError().optional(),
      scopes: z.partialRecord(scope, scopeChanges),
      /** The request as the script left it; absent when it was not touched. */
      request: z.record(z.string(), z.unknown()).optional(),
      /** Settings of the request that a script has changed. */
      requestSettings: z
        .strictObject({
          timeoutMs: z.number().min(0).optional(),
          maxRedirects: z.number().int().min(0).optional(),
          parsesJson: z.boolean().optional(),
        })
        .optional(),
      skipRequest: z.boolean().optional(),
      /** For the scripts of the same request that follow. */
      carried: z.record(z.string(), z.unknown()).optional(),
      /** pm.execution.setNextRequest; null ends the run. */
      nextRequest: text.nullable().optional(),
      /** HTML made from the template of pm.visualizer.set. */
      visualization: text.optional(),
      /** Globals from before `pm` that it has used, and members of `postman`. */
      legacyNames: z.array(z.string().max(100)).max(100).optional(),
      /** It has used libraries; they are loaded for the next script before that can begin. */
      usedLibraries: z.literal(true).optional(),
    }),
  ),
} as const;
type GuestFrames = typeof guestFrames;
export type FromGuest = { [T in keyof GuestFrames]: OutputOf<GuestFrames[T]> }[keyof GuestFrames];

/** @returns undefined for what is no frame of a guest */
export function parseGuestFrame(value: unknown): FromGuest | undefined {
  const { t } = Object(value) as { t?: unknown };
  if (typeof t !== 'string' || !Object.hasOwn(guestFrames, t)) return undefined;
  return guestFrames[t as keyof GuestFrames]().safeParse(value).data;
}

/** What the synchronous channel carries from the guest. */
const syncFromGuest = z.strictObject({ run: z.number().int(), method: text, params: z.unknown() });

/** @returns undefined for what is no call of a guest */
export const parseSyncCall = (value: unknown) => syncFromGuest.safeParse(value).data;
