/** The calls of the host about requests: files, environments, examples, sends, history, cookies, connections. */
import * as z from 'zod';
import { MAX_DRAFT_LENGTH } from './draft-limits.ts';
import { unsavedEdits } from '../runs/runner-calls.ts';
import {
  collectionInfo,
  deletedEntry,
  editedFolder,
  editedRequest,
  historyDetail,
  historyEntry,
  keptCookie,
  savedExample,
  sentResponse,
} from './collection.ts';
import { connectionSettings } from './connection.ts';

const noParams = z.strictObject({});
/** A path relative to the workspace folder, with `/` on every system. */
const workspacePath = z.string().min(1).max(4096);
/** A path as it is typed into the body of a request. */
const filePath = z.string().min(1).max(4096);
/**
 * `private`: a file of Outrigger itself, which is never sent. `path` is absolute, with links resolved; `reference` is what
 * a request names it by: relative to the workspace with `/` inside it, absolute elsewhere.
 */
const bodyFileState = z.object({
  state: z.enum(['inside', 'outside', 'allowed', 'private']),
  path: z.string(),
  reference: z.string(),
});
export type BodyFileState = z.output<typeof bodyFileState>;
/** A folder of this computer, to choose a file from. */
const folderListing = z.object({
  /** Absolute, with links resolved. */
  folder: z.string(),
  /** Null at the top of the file system. */
  parent: z.string().nullable(),
  /** The file that was asked for, where it was not a folder. */
  file: z.string().nullable(),
  /** Folders first. */
  entries: z.array(z.object({ name: z.string(), path: z.string(), isFolder: z.boolean() })),
  /** False when the folder has more entries than are listed. */
  complete: z.boolean(),
});
export type FolderListing = z.output<typeof folderListing>;
const itemName = z.string().trim().min(1).max(200);
const exampleIndex = z.number().int().nonnegative();

export const collectionCalls = {
  /** Null where the workspace has none. */
  'collection.get': { params: noParams, result: z.object({ collection: collectionInfo.nullable() }) },
  /** Makes a collection with a first request, or adds the operations of the messaging service. */
  'collection.create': { params: z.strictObject({ messagingService: z.boolean() }), result: noParams },
  'collection.add': {
    params: z.strictObject({ parent: z.string(), name: itemName, request: editedRequest.optional() }),
    result: z.object({ id: z.string() }),
  },
  'collection.addFolder': {
    params: z.strictObject({ parent: z.string(), name: itemName }),
    result: z.object({ id: z.string() }),
  },
  'collection.rename': {
    params: z.strictObject({ id: workspacePath, name: itemName }),
    result: z.object({ id: z.string() }),
  },
  'collection.duplicate': { params: z.strictObject({ id: workspacePath }), result: z.object({ id: z.string() }) },
  /** What was removed can be brought back by its token. */
  'collection.remove': { params: z.strictObject({ id: workspacePath }), result: z.object({ token: z.string() }) },
  'collection.restore': { params: z.strictObject({ token: z.string() }), result: noParams },
  /** What was deleted within the last month, the latest first. */
  'collection.deleted': { params: noParams, result: z.object({ entries: z.array(deletedEntry) }) },
  /** Deletes for good what `collection.remove` has moved away. */
  'collection.purge': { params: z.strictObject({ tokens: z.array(z.string()).max(10_000) }), result: noParams },
  /** Before a neighbour in the new folder, or last. */
  'collection.move': {
    params: z.strictObject({ id: workspacePath, parent: z.string(), before: z.string().nullable() }),
    result: z.object({ id: z.string() }),
  },
  'collection.read': {
    params: z.strictObject({ id: workspacePath }),
    result: z.object({ name: z.string(), request: editedRequest, version: z.string() }),
  },
  /** `version` is what was read; another on disk is refused with FileChangedOnDisk. Left out: overwrite. */
  'collection.save': {
    params: z.strictObject({ id: workspacePath, request: editedRequest, version: z.string().optional() }),
    result: z.object({ version: z.string() }),
  },
  /** A folder, or with an empty id the collection: what it adds to its requests. */
  'collection.readFolder': {
    params: z.strictObject({ id: z.string() }),
    result: z.object({ name: z.string(), folder: editedFolder, version: z.string() }),
  },
  'collection.saveFolder': {
    params: z.strictObject({ id: z.string(), folder: editedFolder, version: z.string().optional() }),
    result: z.object({ version: z.string() }),
  },
  /** A new environment; with the variables of another, where one is named. */
  'collection.addEnvironment': {
    params: z.strictObject({ name: itemName, copyOf: z.string().nullable() }),
    result: noParams,
  },
  'collection.renameEnvironment': { params: z.strictObject({ from: z.string(), to: itemName }), result: noParams },
  'collection.removeEnvironment': {
    params: z.strictObject({ name: z.string() }),
    result: z.object({ token: z.string() }),
  },
  /** What a request would find: by name, with the scope it comes from. Secrets without their values. */
  'collection.visible': {
    params: z.strictObject({ id: z.string(), environment: z.string().nullable() }),
    result: z.object({
      variables: z.array(z.object({ name: z.string(), value: z.string(), scope: z.string(), secret: z.boolean() })),
      /** What `inherit` stands for: the kind of auth, and the folder or collection that has it. */
      inheritedAuth: z.object({ scope: z.string(), type: z.string() }).nullable(),
    }),
  },
  /**
   * Sends a request as it is edited, with its scripts; what happens meanwhile comes as `run.event`. A request without a
   * file (`id` is null) inherits from the collection, where the workspace has one.
   */
  'collection.send': {
    params: z.strictObject({
      runId: z.string().min(1).max(64),
      id: workspacePath.nullable(),
      request: editedRequest,
      environment: z.string().nullable(),
      /** Unsaved changes of other requests and folders; left out: their files are used. */
      unsaved: unsavedEdits.optional(),
    }),
    result: z.object({
      outcome: z.enum(['passed', 'failed', 'error', 'timeout', 'stopped']),
      response: sentResponse.nullable(),
    }),
  },
  /** An example by its place among those of the request; its body can then be read by its `runId`. */
  'collection.example': {
    params: z.strictObject({ id: workspacePath, index: exampleIndex }),
    result: savedExample,
  },
  /** Stores a response that was received as an example of the request. Secrets and values of cookies are masked. */
  'collection.saveExample': {
    params: z.strictObject({
      id: workspacePath,
      name: itemName,
      /** As it was sent, with its variables in place. */
      request: editedRequest,
      response: z.strictObject({
        runId: z.string(),
        status: z.number().int(),
        statusText: z.string().max(1000),
        headers: z.array(z.strictObject({ name: z.string(), value: z.string() })).max(1000),
        contentType: z.string().max(1000),
      }),
    }),
    result: z.object({ index: z.number().int() }),
  },
  /** `name` guards against a list that has changed since. The result can be given to `collection.restoreExample`. */
  'collection.removeExample': {
    params: z.strictObject({ id: workspacePath, index: exampleIndex, name: z.string() }),
    result: z.object({ removed: z.string() }),
  },
  'collection.restoreExample': {
    params: z.strictObject({ id: workspacePath, index: exampleIndex, removed: z.string().max(20_000_000) }),
    result: noParams,
  },
  /**
   * Brings in what another program has made: the text of its file, or the folder of a Bruno collection. What could
   * not be carried over is named.
   */
  'collection.import': {
    params: z.strictObject({
      text: z.string().max(200_000_000),
      name: z.string().max(4096),
      /** On this machine; in the place of a text. */
      folder: z.string().max(4096).nullable(),
      parent: z.string(),
    }),
    result: z.object({
      kind: z.string(),
      name: z.string(),
      requests: z.number().int(),
      environments: z.number().int(),
      warnings: z.array(z.object({ where: z.string(), what: z.string() })),
      /** What has another name than in the import, and why. */
      renamed: z.array(z.object({ where: z.string(), what: z.string() })),
      /** Names of the secrets whose values are stored with the user's secrets. */
      secrets: z.array(z.string()),
      /** The first request that was written. */
      first: z.string().nullable(),
    }),
  },
  /** A cURL command as a request to be edited. */
  'collection.parseCurl': {
    params: z.strictObject({ text: z.string().max(10_000_000) }),
    result: z.object({ request: editedRequest }),
  },
  /** The collection, or with an id one folder or request of it. */
  'collection.export': {
    params: z.strictObject({ id: z.string(), format: z.enum(['postman', 'opencollection']) }),
    result: z.object({ text: z.string(), warnings: z.array(z.object({ where: z.string(), what: z.string() })) }),
  },
  /** Languages and libraries that a request can be written in. */
  'collection.codeTargets': {
    params: noParams,
    result: z.object({ targets: z.array(z.object({ id: z.string(), title: z.string() })) }),
  },
  /** A request as code; variables are filled in, secrets are not. */
  'collection.code': {
    params: z.strictObject({
      /** Null: a request without a file. */
      id: workspacePath.nullable(),
      request: editedRequest,
      environment: z.string().nullable(),
      target: z.string().max(200),
    }),
    result: z.object({ text: z.string() }),
  },
  /** The newest first; `before` is the last number of the page before. */
  'history.list': {
    params: z.strictObject({
      search: z.string().max(1000),
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(500),
    }),
    result: z.object({ entries: z.array(historyEntry) }),
  },
  'history.get': { params: z.strictObject({ id: z.number().int() }), result: historyDetail },
  /** Hides one send. It can be brought back until the workspace is closed, which deletes it. */
  'history.remove': { params: z.strictObject({ id: z.number().int() }), result: noParams },
  'history.restore': { params: z.strictObject({ id: z.number().int() }), result: noParams },
  'history.clear': { params: noParams, result: noParams },
  'cookies.list': { params: noParams, result: z.object({ cookies: z.array(keptCookie) }) },
  'cookies.set': { params: z.strictObject({ cookie: keptCookie }), result: noParams },
  'cookies.remove': {
    params: z.strictObject({ domain: z.string(), path: z.string(), name: z.string() }),
    result: noParams,
  },
  'cookies.clear': { params: noParams, result: noParams },
  /** Whether a request may send this file: a path, absolute or relative to the workspace. */
  'files.state': { params: z.strictObject({ path: filePath }), result: bodyFileState },
  /** Allows requests of this workspace to send a file outside it, on this computer; or takes that back. */
  'files.allow': { params: z.strictObject({ path: filePath, allow: z.boolean() }), result: bodyFileState },
  /** The folder of a path, absolute or relative to the workspace; an empty path is the workspace itself. */
  'files.list': { params: z.strictObject({ path: z.string().max(4096) }), result: folderListing },
  'connection.get': { params: noParams, result: connectionSettings },
  'connection.set': { params: connectionSettings, result: noParams },
  /** Lets go of access tokens that were got by OAuth 2. */
  'tokens.forget': { params: noParams, result: noParams },
  /** Texts that are not saved yet, by a name that the interface gives them. */
  'drafts.get': { params: noParams, result: z.object({ drafts: z.record(z.string(), z.string()) }) },
  /** Null removes a draft. `refused` names those that found no room; what was stored under these names stays. */
  'drafts.set': {
    params: z.strictObject({ drafts: z.record(z.string().max(10_000), z.string().max(MAX_DRAFT_LENGTH).nullable()) }),
    result: z.object({ refused: z.array(z.string()) }),
  },
} as const;
