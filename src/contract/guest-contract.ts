/**
 * What comes from a sandbox process. The host treats every frame of a guest as a stranger's: these schemas are checked
 * before anything is done with it.
 */
import * as z from 'zod';
import { scopeNames } from './guest-operations.ts';
import { consoleValue } from './run-event.ts';
import { scopeChanges } from './script-context.ts';
import type { GuestReply } from './to-guest.ts';

const text = z.string();
const callId = z.number().int().positive();
const guestError = z.object({
  name: text,
  message: text,
  stack: text.optional(),
  code: text.optional(),
  line: z.number().int().positive().optional(),
  remedy: text.optional(),
  column: z.number().int().positive().optional(),
});
export type GuestError = z.output<typeof guestError>;

/** A call of a program as the script wrote it, each value read once and turned into JSON in the guest. */
export const programCall = z.strictObject({
  file: z.string().max(4096),
  args: z.array(z.string()).max(100_000),
  options: z.record(z.string(), z.unknown()),
  /** Whether an object or array was turned into a string: the console then hints at JSON.stringify. */
  convertedObject: z.boolean().optional(),
  line: z.number().int().positive().optional(),
});
export type ProgramCall = z.output<typeof programCall>;

const line = z.number().int().positive().optional();
const scope = z.enum(scopeNames);
const url = z.string().max(1_000_000);
const cookieName = z.string().max(4096);
const secretName = z.string().min(1).max(1000);

/** Where a script begins to look at notifications: after a number, and since its request or run began, or since a time. */
const webhookStart = {
  after: z.number().int().min(0),
  /** A time is in milliseconds since 1970. */
  since: z.union([z.enum(['request', 'run']), z.number()]).optional(),
};
/** What a waiting script awaits, for the person. */
export const webhookWait = z.strictObject({
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
});

/** Calls a script can make. Those that it makes synchronously block it until they are answered. */
export const guestCalls = {
  'programs.executeAsync': programCall,
  'programs.execute': programCall,
  /** The value of one variable as JSON, or an empty text when there is none. */
  'scopes.get': z.strictObject({ scope, name: z.string() }),
  /** All values of a scope, as JSON. */
  'scopes.all': z.strictObject({ scope }),
  /** A response's body as text, by the encoding its headers name; or its bytes as base64. */
  'bodies.text': z.strictObject({ id: z.number().int() }),
  'bodies.bytes': z.strictObject({ id: z.number().int() }),
  /** Random bytes, as base64. */
  'random.bytes': z.strictObject({ count: z.number().int().min(0).max(65_536) }),
  /** The text of a file of the workspace, for pm.require. */
  'files.read': z.strictObject({ path: z.string().max(4096) }),
  /** A package of npm that the workspace has, as JSON: { key, source }. */
  'packages.read': z.strictObject({ name: z.string().max(4096) }),
  /** A request in the form of a Postman collection; answered by a ResponseHead as JSON. */
  'http.send': z.strictObject({ request: z.unknown(), line }),
  /** The cookies for an address, as JSON. */
  'cookies.list': z.strictObject({ url }),
  'cookies.set': z.strictObject({ url, cookie: z.union([z.string(), z.record(z.string(), z.unknown())]) }),
  'cookies.unset': z.strictObject({ url, name: cookieName }),
  /** Without an address: every cookie. */
  'cookies.clear': z.strictObject({ url: url.optional() }),
  'vault.get': z.strictObject({ name: secretName }),
  'vault.set': z.strictObject({ name: secretName, value: z.string() }),
  'vault.unset': z.strictObject({ name: secretName }),
  /** A page of notifications as JSON, { items, last }, the oldest first; the next page is that after `last`. */
  'webhooks.list': z.strictObject({ ...webhookStart, line }),
  /** Like `webhooks.list`; without a notification, it waits for the next one. */
  'webhooks.next': z.strictObject({ ...webhookStart, waitMs: z.number().min(0), wait: webhookWait.optional() }),
  /** A wait that the host has shown has ended. */
  'webhooks.waited': z.strictObject({ id: callId }),
  'webhooks.url': z.strictObject({}),
  /** Answered by a SignatureResult as JSON. */
  'webhooks.verify': z.strictObject({ id: z.number().int().min(1), options: z.record(z.string(), z.unknown()) }),
  /** Another request of the collection, by name or id; answered as http.send. */
  'requests.run': z.strictObject({ request: z.string(), variables: z.record(z.string(), z.unknown()), line }),
} as const;
export type GuestMethod = keyof typeof guestCalls;
export type GuestParams<M extends GuestMethod> = z.output<(typeof guestCalls)[M]>;
/** Answers calls whose parameters have been checked; never rejects. */
export type GuestApi = {
  [M in GuestMethod]?: (params: GuestParams<M>, sendPiece?: SendPiece) => Promise<GuestReply>;
};
/**
 * Sends bytes of UTF-8 with which the answer begins, while the rest is being made; the reply's value is then that rest.
 * Absent for a synchronous call. A reply that is an error takes them back.
 */
export type SendPiece = (bytes: Uint8Array) => void;

export const fromGuest = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('ready'), broken: z.array(text) }),
  /** The process itself says that it has to be replaced when its script has ended. */
  z.strictObject({ t: z.literal('retire') }),
  z.strictObject({ t: z.literal('call'), run: z.number().int(), id: callId, method: text, params: z.unknown() }),
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
  z.strictObject({ t: z.literal('clear'), run: z.number().int() }),
  z.strictObject({
    t: z.literal('test'),
    run: z.number().int(),
    name: text,
    state: z.enum(['passed', 'failed', 'skipped']),
    error: guestError.optional(),
  }),
  /** An error after which the script goes on: thrown by a callback, or a rejection that nobody handles. */
  z.strictObject({ t: z.literal('error'), run: z.number().int(), error: guestError }),
  z.strictObject({
    t: z.literal('done'),
    run: z.number().int(),
    error: guestError.optional(),
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
]);
export type FromGuest = z.output<typeof fromGuest>;

/** What the synchronous channel carries from the guest. */
export const syncFromGuest = z.strictObject({ run: z.number().int(), method: text, params: z.unknown() });
