/** Calls about requests: files, environments, examples, sends, history, cookies, connections. */
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
import { connectionProblem, connectionSettings } from './connection.ts';
import { workspacePath } from '../workspace-path.ts';

const noParams = z.strictObject({});
const draftName = z.string().max(10_000);
/** A path as typed into the body of a request. */
const filePath = z.string().min(1).max(4096);
/**
 * `private`: a file of Outrigger itself, which is never sent. `path` is absolute, with links resolved; `reference` is
 * the form in which a request names it: relative to the workspace with `/` if it is inside, otherwise absolute.
 */
const bodyFileState = z.object({
  state: z.enum(['inside', 'outside', 'allowed', 'private']),
  path: z.string(),
  reference: z.string(),
});
export type BodyFileState = z.output<typeof bodyFileState>;
/** A folder of this computer, for choosing a file in it. */
const folderListing = z.object({
  /** Absolute, with links resolved. */
  folder: z.string(),
  /** Null at the top of the file system. */
  parent: z.string().nullable(),
  /** The requested file, if the path was not a folder. */
  file: z.string().nullable(),
  /** Folders first. */
  entries: z.array(z.object({ name: z.string(), path: z.string(), isFolder: z.boolean() })),
  /** False when the folder has more entries than are listed. */
  complete: z.boolean(),
});
export type FolderListing = z.output<typeof folderListing>;
/**
 * For a request without a file, which inherits from this folder and the levels above it. Absent, empty or no longer
 * there: from the collection.
 */
const draftParent = z.string().max(4096).optional();
const itemName = z.string().trim().min(1).max(200).meta({ title: 'Name' });
const exampleIndex = z.number().int().nonnegative();

export const collectionCalls = {
  /** Null where the workspace has none. */
  'collection.get': { params: noParams, result: z.object({ collection: collectionInfo.nullable() }) },
  /** Creates a collection with a first request, or adds the operations of the messaging service. */
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
  /** The removed item can be restored by the token. */
  'collection.remove': { params: z.strictObject({ id: workspacePath }), result: z.object({ token: z.string() }) },
  'collection.restore': { params: z.strictObject({ token: z.string() }), result: noParams },
  /** Items that were deleted within the last month, the latest first. */
  'collection.deleted': { params: noParams, result: z.object({ entries: z.array(deletedEntry) }) },
  /** Permanently deletes items that `collection.remove` has moved to the trash. */
  'collection.purge': { params: z.strictObject({ tokens: z.array(z.string()).max(10_000) }), result: noParams },
  /** Moves an item before a neighbour in the new folder, or to the end. */
  'collection.move': {
    params: z.strictObject({ id: workspacePath, parent: z.string(), before: z.string().nullable() }),
    result: z.object({ id: z.string() }),
  },
  'collection.read': {
    params: z.strictObject({ id: workspacePath }),
    result: z.object({ name: z.string(), request: editedRequest, version: z.string() }),
  },
  /**
   * `version` is the version that was read; if the file has another one, the call fails with FileChangedOnDisk. Absent:
   * overwrites any version.
   */
  'collection.save': {
    params: z.strictObject({ id: workspacePath, request: editedRequest, version: z.string().optional() }),
    result: z.object({ version: z.string() }),
  },
  /** The defaults that a folder adds to its requests; with an empty id, those of the collection. */
  'collection.readFolder': {
    params: z.strictObject({ id: z.string() }),
    result: z.object({ name: z.string(), folder: editedFolder, version: z.string() }),
  },
  'collection.saveFolder': {
    params: z.strictObject({ id: z.string(), folder: editedFolder, version: z.string().optional() }),
    result: z.object({ version: z.string() }),
  },
  /** Creates an environment, with the variables of another one if that is named. */
  'collection.addEnvironment': {
    params: z.strictObject({ name: itemName, copyOf: z.string().nullable() }),
    result: noParams,
  },
  'collection.renameEnvironment': { params: z.strictObject({ from: z.string(), to: itemName }), result: noParams },
  'collection.removeEnvironment': {
    params: z.strictObject({ name: z.string() }),
    result: z.object({ token: z.string() }),
  },
  /** The variables that a request can use, each with its scope. Secrets have no values here. Empty `id`: the collection. */
  'collection.visible': {
    params: z.strictObject({
      id: z.string(),
      parent: draftParent,
      environment: z.string().nullable(),
      unsaved: unsavedEdits.optional(),
    }),
    result: z.object({
      variables: z.array(z.object({ name: z.string(), value: z.string(), scope: z.string(), secret: z.boolean() })),
      /** The auth that `inherit` refers to: its kind, and the folder or collection that has it. */
      inheritedAuth: z.object({ scope: z.string(), type: z.string() }).nullable(),
    }),
  },
  /**
   * Sends a request in its edited form, with its scripts; the events of the run are sent as `run.event`. A request
   * without a file (`id` is null) inherits from the collection, where the workspace has one, and from its folder.
   */
  'collection.send': {
    params: z.strictObject({
      runId: z.string().min(1).max(64),
      id: workspacePath.nullable(),
      parent: draftParent,
      request: editedRequest,
      environment: z.string().nullable(),
      /** Unsaved changes of other requests and folders; absent: their files are used. */
      unsaved: unsavedEdits.optional(),
    }),
    result: z.object({
      outcome: z.enum(['passed', 'failed', 'error', 'timeout', 'stopped']),
      response: sentResponse.nullable(),
    }),
  },
  /** An example by its index among those of the request; its body can then be read by its `runId`. */
  'collection.example': {
    params: z.strictObject({ id: workspacePath, index: exampleIndex }),
    result: savedExample,
  },
  /** Stores a received response as an example of the request. Secrets and values of cookies are masked. */
  'collection.saveExample': {
    params: z.strictObject({
      id: workspacePath,
      name: itemName,
      /** The request as it was sent, with its variables filled in. */
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
  /**
   * `name` detects a list that has changed since it was read. The result can be passed to `collection.restoreExample`.
   */
  'collection.removeExample': {
    params: z.strictObject({ id: workspacePath, index: exampleIndex, name: z.string() }),
    result: z.object({ removed: z.string() }),
  },
  'collection.restoreExample': {
    params: z.strictObject({ id: workspacePath, index: exampleIndex, removed: z.string().max(20_000_000) }),
    result: noParams,
  },
  /**
   * Imports a collection of another program: the text of its file, or the folder of a Bruno collection. The result
   * lists what could not be carried over.
   */
  'collection.import': {
    params: z.strictObject({
      text: z.string().max(200_000_000),
      name: z.string().max(4096),
      /** A folder on this computer, instead of a text. */
      folder: z.string().max(4096).nullable(),
      parent: z.string(),
    }),
    result: z.object({
      kind: z.string(),
      name: z.string(),
      requests: z.number().int(),
      environments: z.number().int(),
      /** Names of the environments, the first ones where there are very many. */
      environmentNames: z.array(z.string()),
      /** The number of global variables. */
      globals: z.number().int(),
      /** Names of global variables that had other values before. */
      replaced: z.array(z.string()),
      warnings: z.array(z.object({ where: z.string(), what: z.string() })),
      /** Files that have other names than in the import, with reasons. */
      renamed: z.array(z.object({ where: z.string(), what: z.string() })),
      /** Names of the secrets whose values were stored with the user's secrets. */
      secrets: z.array(z.string()),
      /** The first request that was written. */
      first: z.string().nullable(),
    }),
  },
  /** Converts a cURL command into a request for editing. */
  'collection.parseCurl': {
    params: z.strictObject({ text: z.string().max(10_000_000) }),
    result: z.object({ request: editedRequest }),
  },
  /** Exports the collection, or with an id one folder or request of it. */
  'collection.export': {
    params: z.strictObject({ id: z.string(), format: z.enum(['postman', 'opencollection']) }),
    result: z.object({ text: z.string(), warnings: z.array(z.object({ where: z.string(), what: z.string() })) }),
  },
  /** Languages and libraries for which code can be generated. */
  'collection.codeTargets': {
    params: noParams,
    result: z.object({ targets: z.array(z.object({ id: z.string(), title: z.string() })) }),
  },
  /** Generates code for a request; variables are filled in, except secrets. */
  'collection.code': {
    params: z.strictObject({
      /** Null: a request without a file. */
      id: workspacePath.nullable(),
      parent: draftParent,
      request: editedRequest,
      environment: z.string().nullable(),
      unsaved: unsavedEdits.optional(),
      target: z.string().max(200),
    }),
    result: z.object({ text: z.string() }),
  },
  /** The newest first; `before` is the last id of the previous page. */
  'history.list': {
    params: z.strictObject({
      search: z.string().max(1000).meta({ title: 'Search' }),
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(500),
    }),
    result: z.object({ entries: z.array(historyEntry) }),
  },
  'history.get': { params: z.strictObject({ id: z.number().int() }), result: historyDetail },
  /** Hides an entry. It can be restored until the workspace is closed; then it is deleted. */
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
  /** Whether a request may send this file. The path is absolute or relative to the workspace. */
  'files.state': { params: z.strictObject({ path: filePath }), result: bodyFileState },
  /** Allows requests of this workspace to send a file outside of it, on this computer, or revokes that. */
  'files.allow': { params: z.strictObject({ path: filePath, allow: z.boolean() }), result: bodyFileState },
  /** Lists the folder of a path, absolute or relative to the workspace; an empty path is the workspace itself. */
  'files.list': { params: z.strictObject({ path: z.string().max(4096) }), result: folderListing },
  'connection.get': { params: noParams, result: connectionSettings },
  'connection.set': { params: connectionSettings, result: noParams },
  /** What is wrong in settings that are being typed: addresses, and files that cannot be read or used. Stores nothing. */
  'connection.check': { params: connectionSettings, result: z.object({ problems: z.array(connectionProblem) }) },
  /** Discards the access tokens that were fetched by OAuth 2. */
  'tokens.forget': { params: noParams, result: noParams },
  /** Unsaved texts, by names that the interface chooses: those with these names, or all. */
  'drafts.get': {
    params: z.strictObject({ names: z.array(draftName).max(10_000).optional() }),
    result: z.object({ drafts: z.record(z.string(), z.string()) }),
  },
  /**
   * Null removes a draft. `refused` names drafts that exceed the limit; their stored texts are kept.
   * `replaced`: the digests of the texts that the window believes to be stored, null for none. Where another window has
   * stored a different text, that one is kept, and returned in `conflicts`.
   */
  'drafts.set': {
    params: z.strictObject({
      drafts: z.record(draftName, z.string().max(MAX_DRAFT_LENGTH).nullable()),
      replaced: z.record(draftName, z.string().max(100).nullable()).optional(),
      window: z.string().max(64).optional(),
    }),
    result: z.object({ refused: z.array(z.string()), conflicts: z.record(z.string(), z.string()) }),
  },
} as const;
