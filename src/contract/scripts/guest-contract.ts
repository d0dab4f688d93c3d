/**
 * The messages from a sandbox process. The host treats every frame as a stranger's: it is validated by these schemas
 * before it has any effect.
 */
import * as z from 'zod';
import { MAX_GROUP_DEPTH, scopeNames } from './guest-operations.ts';
import { consoleValue } from './console-value-schema.ts';
import { scopeChanges } from './script-context.ts';
import type { GuestReply } from './to-guest.ts';

/**
 * Returns a function that creates a schema with its first call: a script needs three or four of these fifty schemas,
 * and creating all of them adds 10 ms to the start of a command.
 */
function onUse<S extends z.ZodType>(make: () => S): () => S {
  let schema: S | undefined;
  return () => (schema ??= make());
}
type OutputOf<M extends () => z.ZodType> = z.output<ReturnType<M>>;

const text = z.string();
/** Any number: the host compares it with the number of the script that runs in the process. */
const run = z.number();
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

/** A program call as written by the script, each value read once and converted to JSON in the guest. */
const programCall = onUse(() =>
  z.strictObject({
    file: z.string().max(4096),
    args: z.array(z.string()).max(100_000),
    options: z.record(z.string(), z.unknown()),
    /** Whether an object or array was converted to a string: the console then hints at JSON.stringify. */
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

/**
 * The start of a script's view of notifications: after an id, and since the start of its request or run, or since a
 * time.
 */
const webhookStart = () => ({
  after: z.number().int().min(0),
  /** A time is in milliseconds since 1970. */
  since: z.union([z.enum(['request', 'run']), z.number()]).optional(),
});
/** A description of a script's wait, for the person. */
const webhookWait = onUse(() =>
  z.strictObject({
    /** Numbers the waits of the script. */
    id: callId,
    wants: z.string().max(1000),
    /** In the clock of `Date.now()`. */
    began: z.number(),
    /** The total duration of the wait, in milliseconds. */
    totalMs: z.number().min(0),
    /** The number of seen notifications that did not match. */
    arrived: z.number().int().min(0),
    /** The most similar one, and how it differs. */
    nearest: z.string().max(2000).optional(),
    line,
  }),
);

/** The calls of scripts. A synchronous call blocks the script until it is answered. */
export const guestCalls = {
  'programs.executeAsync': programCall,
  'programs.execute': programCall,
  /** The value of one variable as JSON, or an empty text when there is none. */
  'scopes.get': onUse(() => z.strictObject({ scope, name: z.string() })),
  /** All values of a scope, as JSON. */
  'scopes.all': onUse(() => z.strictObject({ scope })),
  /** Reports a value that the script sets to a secret variable, before anything else shows it. */
  'scopes.secret': onUse(() => z.strictObject({ scope, name: z.string(), value: z.string().max(1_000_000) })),
  /** A response's body as text, decoded by its headers, or its bytes as base64. */
  'bodies.text': onUse(() => z.strictObject({ id: z.number().int() })),
  'bodies.bytes': onUse(() => z.strictObject({ id: z.number().int() })),
  /** The file that the request of the script sends, as JSON of its base64; null: there is none that can be read. */
  'bodies.file': onUse(() => z.strictObject({})),
  /** Random bytes, as base64. */
  'random.bytes': onUse(() => z.strictObject({ count: z.number().int().min(0).max(65_536) })),
  /** The text of a file of the workspace, for pm.require. */
  'files.read': onUse(() => z.strictObject({ path: z.string().max(4096) })),
  /** An npm package in the workspace, as JSON: { key, source }. */
  'packages.read': onUse(() => z.strictObject({ name: z.string().max(4096) })),
  /** Sends a request in the form of a Postman collection; the answer is a ResponseHead as JSON. */
  'http.send': onUse(() => z.strictObject({ request: z.unknown(), line })),
  /** The cookies for a URL, as JSON. */
  'cookies.list': onUse(() => z.strictObject({ url })),
  'cookies.set': onUse(() => z.strictObject({ url, cookie: z.union([z.string(), z.record(z.string(), z.unknown())]) })),
  'cookies.unset': onUse(() => z.strictObject({ url, name: cookieName })),
  /** Without a URL: every cookie. */
  'cookies.clear': onUse(() => z.strictObject({ url: url.optional() })),
  'vault.get': onUse(() => z.strictObject({ name: secretName })),
  'vault.set': onUse(() => z.strictObject({ name: secretName, value: z.string().max(1_000_000) })),
  'vault.unset': onUse(() => z.strictObject({ name: secretName })),
  /** A page of notifications as JSON, { items, last }, the oldest first; the next page begins after `last`. */
  'webhooks.list': onUse(() => z.strictObject({ ...webhookStart(), line })),
  /** Like `webhooks.list`; without a notification, it waits for the next one. */
  'webhooks.next': onUse(() =>
    z.strictObject({ ...webhookStart(), waitMs: z.number().min(0), wait: webhookWait().optional() }),
  ),
  /** Reports the end of a wait that the host has shown. */
  'webhooks.waited': onUse(() => z.strictObject({ id: callId })),
  'webhooks.url': onUse(() => z.strictObject({})),
  /** Answers with a SignatureResult as JSON. */
  'webhooks.verify': onUse(() =>
    z.strictObject({ id: z.number().int().min(1), options: z.record(z.string(), z.unknown()) }),
  ),
  /**
   * Runs another request of the collection, by name or id; answers like http.send. Both use the same variables:
   * `changes` are those that the script has made so far.
   */
  'requests.run': onUse(() =>
    z.strictObject({
      request: z.string(),
      variables: z.record(z.string(), z.unknown()),
      changes: z.partialRecord(scope, scopeChanges),
      line,
    }),
  ),
} as const;
export type GuestMethod = keyof typeof guestCalls;
export type GuestParams<M extends GuestMethod> = OutputOf<(typeof guestCalls)[M]>;
/** Answers calls whose parameters have been validated; never rejects. */
export type GuestApi = {
  [M in GuestMethod]?: (params: GuestParams<M>, sendPiece?: SendPiece) => Promise<GuestReply>;
};
/**
 * Sends the beginning of the answer, as bytes of UTF-8, while the rest is being produced; the reply's value is then
 * that rest. Absent for a synchronous call. A reply that is an error discards the pieces.
 */
export type SendPiece = (bytes: Uint8Array) => void;

const guestFrames = {
  ready: onUse(() => z.strictObject({ t: z.literal('ready'), broken: z.array(text) })),
  /** The process asks to be replaced when its script has ended. */
  retire: onUse(() => z.strictObject({ t: z.literal('retire') })),
  call: onUse(() => z.strictObject({ t: z.literal('call'), run, id: callId, method: text, params: z.unknown() })),
  console: onUse(() =>
    z.strictObject({
      t: z.literal('console'),
      run,
      level: z.enum(['log', 'info', 'warn', 'error', 'debug']),
      text: text.optional(),
      /** Sent beside `text` for values that can be expanded. */
      values: z.array(consoleValue).optional(),
      depth: z.number().int().positive().max(MAX_GROUP_DEPTH).optional(),
      line,
      /** For a warning of the sandbox itself. */
      fromSandbox: z.literal(true).optional(),
    }),
  ),
  clear: onUse(() => z.strictObject({ t: z.literal('clear'), run: z.number().int() })),
  test: onUse(() =>
    z.strictObject({
      t: z.literal('test'),
      run,
      name: text,
      /** `open`: the result comes later, with the same `place`. */
      state: z.enum(['passed', 'failed', 'skipped', 'open']),
      place: z.number().int().optional(),
      error: guestError().optional(),
    }),
  ),
  /** An error that does not end the script: thrown by a callback, or an unhandled rejection. */
  error: onUse(() => z.strictObject({ t: z.literal('error'), run, error: guestError() })),
  done: onUse(() =>
    z.strictObject({
      t: z.literal('done'),
      run,
      error: guestError().optional(),
      scopes: z.partialRecord(scope, scopeChanges),
      /** The request with the script's changes; absent without changes. */
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
      /** Values for later scripts of the same request. */
      carried: z.record(z.string(), z.unknown()).optional(),
      /** The argument of pm.execution.setNextRequest; null ends the run. */
      nextRequest: text.nullable().optional(),
      /** The HTML that pm.visualizer.set has made from its template. */
      visualization: text.optional(),
      /** Deprecated globals from before `pm` that it has used, and members of `postman`. */
      legacyNames: z.array(z.string().max(100)).max(100).optional(),
      /** It has used libraries, which are loaded again before the next script can begin. */
      usedLibraries: z.literal(true).optional(),
    }),
  ),
} as const;
type GuestFrames = typeof guestFrames;
export type FromGuest = { [T in keyof GuestFrames]: OutputOf<GuestFrames[T]> }[keyof GuestFrames];

/** @returns undefined for an invalid frame */
export function parseGuestFrame(value: unknown): FromGuest | undefined {
  const { t } = Object(value) as { t?: unknown };
  if (typeof t !== 'string' || !Object.hasOwn(guestFrames, t)) return undefined;
  return guestFrames[t as keyof GuestFrames]().safeParse(value).data;
}

/** The messages of the synchronous channel from the guest. */
const syncFromGuest = z.strictObject({ run, method: text, params: z.unknown() });

/** @returns undefined for an invalid call */
export const parseSyncCall = (value: unknown) => syncFromGuest.safeParse(value).data;
