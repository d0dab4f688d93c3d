/** The collection of a workspace in the form that the interface uses. */
import * as z from 'zod';
import { rawTypes } from './raw-types.ts';
import { requestSettings } from './request-settings.ts';

/** A folder or a request. Lists contain them in order, each folder before its content. */
const treeItem = z.object({
  kind: z.enum(['folder', 'request']),
  /** Its file or folder, relative to the workspace's folder, with `/`. */
  id: z.string(),
  name: z.string(),
  /** The method of a request; otherwise empty. */
  method: z.string(),
  /** The id of the containing folder; empty for the collection itself. */
  parent: z.string(),
  /** Its own tags, without those of the folders above; absent where it has none. */
  tags: z.array(z.string()).optional(),
  /** Stored responses of a request, in order; absent where there are none. */
  examples: z.array(z.object({ name: z.string(), status: z.number().int().nullable() })).optional(),
});
export type TreeItem = z.output<typeof treeItem>;

/** A deleted item that can still be restored. */
export const deletedEntry = z.object({
  token: z.string(),
  kind: z.enum(['folder', 'request', 'environment']),
  name: z.string(),
  /** Its former file or folder. */
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type DeletedEntry = z.output<typeof deletedEntry>;

export const collectionInfo = z.object({
  name: z.string(),
  items: z.array(treeItem),
  environments: z.array(z.string()),
  /** A sentence for each file that could not be read. */
  problems: z.array(z.string()),
});
export type CollectionInfo = z.output<typeof collectionInfo>;

const field = z.strictObject({
  name: z.string(),
  value: z.string(),
  disabled: z.boolean().optional(),
  /** The author's description of its purpose. */
  description: z.string().optional(),
});
export type EditedField = z.output<typeof field>;
const param = z.strictObject({ ...field.shape, type: z.enum(['query', 'path']) });
export type EditedParam = z.output<typeof param>;
const part = z.strictObject({
  ...field.shape,
  type: z.enum(['text', 'file']),
  /** The value; for files, their paths, one on each line. */
  value: z.string(),
  contentType: z.string().optional(),
});
export type EditedPart = z.output<typeof part>;

const editedBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.enum(rawTypes), text: z.string() }),
  z.strictObject({ type: z.literal('form-urlencoded'), fields: z.array(field) }),
  z.strictObject({ type: z.literal('multipart-form'), parts: z.array(part) }),
  z.strictObject({ type: z.literal('file'), path: z.string(), contentType: z.string() }),
  z.strictObject({ type: z.literal('graphql'), query: z.string(), variables: z.string() }),
]);
export type EditedBody = z.output<typeof editedBody>;

/** An auth in the form of OpenCollection, with the additional types `none` and `inherit`. */
const editedAuth = z.looseObject({ type: z.string().max(100) });
export type EditedAuth = z.output<typeof editedAuth>;

/** The members that a request, a folder and the collection have in common. */
const shared = {
  headers: z.array(field),
  auth: editedAuth,
  variables: z.array(field),
  preRequest: z.string(),
  postResponse: z.string(),
  docs: z.string(),
  /** Absent: none. The collection itself has none. */
  tags: z.array(z.string().max(1000)).max(1000).optional(),
};
export const editedRequest = z.strictObject({
  ...shared,
  method: z.string().max(100),
  /** Including the query, as it is sent. */
  url: z.string().max(1_000_000),
  /** Enabled query parameters are also part of the URL; disabled ones are only here. */
  params: z.array(param),
  body: editedBody,
  /**
   * Each assertion has its expression as `name`, and operator and value (`eq 200`) as `value`; absent where the file
   * has none.
   */
  assertions: z.array(field).optional(),
  settings: requestSettings,
});
export type EditedRequest = z.output<typeof editedRequest>;

export const editedFolder = z.strictObject(shared);
export type EditedFolder = z.output<typeof editedFolder>;

const pair = z.object({ name: z.string(), value: z.string() });
export const sentResponse = z.object({
  /** The run that received it, by which its body can be read. */
  runId: z.string(),
  status: z.number().int(),
  statusText: z.string(),
  httpVersion: z.string(),
  headers: z.array(pair),
  /** Cookies that the response has set. */
  cookies: z.array(z.string()),
  /** The whole decoded body if it is small; a larger one is read by `body.lines`. */
  text: z.string().nullable(),
  size: z.number().int(),
  downloadedBytes: z.number().int(),
  /** The compressed body stopped before its end. Absent: it did not. */
  isIncomplete: z.literal(true).optional(),
  contentType: z.string(),
  hops: z.array(
    z.object({
      method: z.string(),
      url: z.string(),
      status: z.number().int(),
      requestHeaders: z.array(pair),
      timings: z.object({
        reused: z.boolean().optional(),
        dns: z.number().optional(),
        tcp: z.number().optional(),
        tls: z.number().optional(),
        firstByte: z.number(),
        download: z.number(),
        total: z.number(),
      }),
    }),
  ),
});
export type SentResponse = z.output<typeof sentResponse>;

/** A stored response of a request, with the request that was sent. */
export const savedExample = z.object({
  name: z.string(),
  description: z.string(),
  /** Null where the example contains no request. */
  request: editedRequest.nullable(),
  /** `hops` is empty: an example has no information about transport. */
  response: sentResponse,
});
export type SavedExample = z.output<typeof savedExample>;

/** An entry of the history: a request that was sent. */
export const historyEntry = z.object({
  id: z.number().int(),
  /** Milliseconds since 1970. */
  at: z.number(),
  request: z.string(),
  name: z.string(),
  method: z.string(),
  url: z.string(),
  /** Null when nothing of a response has come. */
  status: z.number().int().nullable(),
  durationMs: z.number(),
  size: z.number().int(),
  /** Why there was no complete response. */
  failure: z.string().nullable(),
});
export type HistoryEntry = z.output<typeof historyEntry>;
export const historyDetail = z.object({
  ...historyEntry.shape,
  /** The edited request with its variables filled in. */
  edited: editedRequest,
  requestHeaders: z.array(pair),
  headers: z.array(pair),
  /** At most 256 KiB of the response. */
  text: z.string(),
  truncated: z.boolean(),
});
export type HistoryDetail = z.output<typeof historyDetail>;

export const keptCookie = z.strictObject({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  path: z.string(),
  /** ISO 8601; null: until the workspace is closed. */
  expires: z.string().nullable(),
  secure: z.boolean(),
  httpOnly: z.boolean(),
});
export type KeptCookie = z.output<typeof keptCookie>;
