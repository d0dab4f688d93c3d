/** The collection of a workspace, as the interface sees it. */
import * as z from 'zod';
import { rawTypes } from './raw-types.ts';
import { requestSettings } from './request-settings.ts';

/** A folder or a request; the list has them in their order, each folder before what is in it. */
export const treeItem = z.object({
  kind: z.enum(['folder', 'request']),
  /** Its file or folder, from the workspace's folder, with `/`. */
  id: z.string(),
  name: z.string(),
  /** The method of a request; empty for anything else. */
  method: z.string(),
  /** The folder it stands in; empty for the collection itself. */
  parent: z.string(),
  /** Responses that are stored with a request, in their order; absent where there are none. */
  examples: z.array(z.object({ name: z.string(), status: z.number().int().nullable() })).optional(),
});
export type TreeItem = z.output<typeof treeItem>;

/** What was deleted and can still be brought back. */
export const deletedEntry = z.object({
  token: z.string(),
  kind: z.enum(['folder', 'request', 'environment']),
  name: z.string(),
  /** The file or folder that it was. */
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type DeletedEntry = z.output<typeof deletedEntry>;

export const collectionInfo = z.object({
  name: z.string(),
  items: z.array(treeItem),
  environments: z.array(z.string()),
  /** Files that could not be read, each in a sentence. */
  problems: z.array(z.string()),
});
export type CollectionInfo = z.output<typeof collectionInfo>;

const field = z.strictObject({
  name: z.string(),
  value: z.string(),
  disabled: z.boolean().optional(),
  /** What it is for, in the words of who wrote it. */
  description: z.string().optional(),
});
export type EditedField = z.output<typeof field>;
const param = z.strictObject({ ...field.shape, type: z.enum(['query', 'path']) });
export type EditedParam = z.output<typeof param>;
const part = z.strictObject({
  ...field.shape,
  type: z.enum(['text', 'file']),
  /** The value; for files, their paths, each on a line. */
  value: z.string(),
  contentType: z.string().optional(),
});
export type EditedPart = z.output<typeof part>;

export const editedBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.enum(rawTypes), text: z.string() }),
  z.strictObject({ type: z.literal('form-urlencoded'), fields: z.array(field) }),
  z.strictObject({ type: z.literal('multipart-form'), parts: z.array(part) }),
  z.strictObject({ type: z.literal('file'), path: z.string(), contentType: z.string() }),
  z.strictObject({ type: z.literal('graphql'), query: z.string(), variables: z.string() }),
]);
export type EditedBody = z.output<typeof editedBody>;

/** As OpenCollection has it; `none` and `inherit` are kinds of their own. */
export const editedAuth = z.looseObject({ type: z.string().max(100) });
export type EditedAuth = z.output<typeof editedAuth>;

/** What a request, a folder and the collection have alike. */
const shared = {
  headers: z.array(field),
  auth: editedAuth,
  variables: z.array(field),
  preRequest: z.string(),
  postResponse: z.string(),
  docs: z.string(),
};
export const editedRequest = z.strictObject({
  ...shared,
  method: z.string().max(100),
  /** With the query as it is sent. */
  url: z.string().max(1_000_000),
  /** Query parameters repeat what is in the address; disabled ones are only here. */
  params: z.array(param),
  body: editedBody,
  /** Each with its expression as name, and operator and value as in `eq 200`; absent where the file has none. */
  assertions: z.array(field).optional(),
  settings: requestSettings,
});
export type EditedRequest = z.output<typeof editedRequest>;

export const editedFolder = z.strictObject(shared);
export type EditedFolder = z.output<typeof editedFolder>;

const pair = z.object({ name: z.string(), value: z.string() });
export const sentResponse = z.object({
  /** The run that got it: its body can be asked for by this. */
  runId: z.string(),
  status: z.number().int(),
  statusText: z.string(),
  httpVersion: z.string(),
  headers: z.array(pair),
  /** Cookies that the response has set. */
  cookies: z.array(z.string()),
  /** The whole body by its charset, where it is small; a larger one is read by `body.lines`. */
  text: z.string().nullable(),
  size: z.number().int(),
  downloadedBytes: z.number().int(),
  contentType: z.string(),
  hops: z.array(
    z.object({
      method: z.string(),
      url: z.string(),
      status: z.number().int(),
      requestHeaders: z.array(pair),
      timings: z.object({
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

/** A response that is stored with a request, and the request that it belongs to. */
export const savedExample = z.object({
  name: z.string(),
  description: z.string(),
  /** Null where the example has no request of its own. */
  request: editedRequest.nullable(),
  /** Its `hops` are empty: an example says nothing about its transport. */
  response: sentResponse,
});
export type SavedExample = z.output<typeof savedExample>;

/** A send of the past. */
export const historyEntry = z.object({
  id: z.number().int(),
  /** Milliseconds since 1970. */
  at: z.number(),
  request: z.string(),
  name: z.string(),
  method: z.string(),
  url: z.string(),
  status: z.number().int().nullable(),
  durationMs: z.number(),
  size: z.number().int(),
  /** Why there was no response. */
  failure: z.string().nullable(),
});
export type HistoryEntry = z.output<typeof historyEntry>;
export const historyDetail = z.object({
  ...historyEntry.shape,
  /** As it was edited, with its variables in place. */
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
