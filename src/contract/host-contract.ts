/**
 * The host contract: all calls of the interface, and all events of the host. The types of handlers and clients are
 * derived from this table.
 */
import * as z from 'zod';
import { appInfo } from './app-info.ts';
import { bodyCalls } from './http/body-calls.ts';
import { collectionCalls } from './collection/collection-calls.ts';
import { debuggerCalls, debuggerEvents } from './debugger/debugger-calls.ts';
import { forwardingCalls, forwardingEvents } from './webhooks/forwarding-calls.ts';
import { consentAnswer, consentQuestion, interpreter, jarMethod, trustedProgram } from './scripts/programs.ts';
import { packageCalls, packageEvents } from './scripts/package-calls.ts';
import { rehearsalCalls, rehearsalEvents } from './webhooks/rehearsal-calls.ts';
import { loadCalls, loadEvents } from './load/load-calls.ts';
import { runQueueCalls, runQueueEvents } from './runs/run-queue-calls.ts';
import { runnerCalls } from './runs/runner-calls.ts';
import { variableCalls } from './collection/variable-calls.ts';
import {
  accountInfo,
  listenerStatus,
  notificationChange,
  notificationDetail,
  notificationFilter,
  notificationSummary,
} from './webhooks/notification.ts';
import { notificationFileCalls } from './webhooks/notification-file-calls.ts';
import { answerRules } from './webhooks/answer-rules.ts';
import { listenerTls, retention } from './webhooks/listener-settings.ts';
import { runEvent } from './runs/run-event.ts';
import { searchCalls } from './collection/search.ts';
import { providerList, webhookProviderCalls } from './webhooks/webhook-provider-calls.ts';
import { settings, settingsChange } from './settings.ts';
import type { Api, Client, Subscribe } from './rpc/rpc.ts';
import { workspacePath } from './workspace-path.ts';

const noParams = z.strictObject({});
const folderPath = z.string().min(1).meta({ title: 'Folder on this computer' });
const newFileName = z.string().max(1000).meta({ title: 'Name' });

const scriptFile = z.object({ path: workspacePath, size: z.number() });
const programFile = z.object({ path: z.string(), language: z.string().nullable() });

const workspaceInfo = z.object({
  root: z.string(),
  name: z.string(),
  /** The folder was renamed, moved or deleted while it is open. */
  isMissing: z.literal(true).optional(),
  scripts: z.array(scriptFile),
  programs: z.object({ directory: z.string(), exists: z.boolean(), files: z.array(programFile) }),
});
export type WorkspaceInfo = z.output<typeof workspaceInfo>;

/** Asks whether scripts of this workspace may use its secrets; asked once for each workspace. */
const vaultQuestion = z.object({ id: z.string(), runId: z.string(), workspace: z.string(), name: z.string() });
export type VaultQuestion = z.output<typeof vaultQuestion>;

/** A folder that was opened as a workspace; it may have been deleted or moved since. */
export const recentWorkspace = z.object({ path: z.string(), name: z.string(), exists: z.boolean() });
export type RecentWorkspace = z.output<typeof recentWorkspace>;
const recentWorkspaces = z.object({ workspaces: z.array(recentWorkspace) });

/** Commands of a native menu for the interface. */
const menuCommand = z.enum(['open-folder', 'save', 'run', 'stop', 'palette', 'clear-console']);
export type MenuCommand = z.output<typeof menuCommand>;

export const hostContract = {
  calls: {
    'app.info': { params: noParams, result: appInfo },
    'settings.get': { params: noParams, result: settings },
    'settings.set': { params: settingsChange, result: settings },
    'workspace.get': { params: noParams, result: workspaceInfo },
    /** `~` stands for the user's home folder. `create`: an absolute path that does not exist becomes a new folder. */
    'workspace.open': {
      params: z.strictObject({ path: folderPath, create: z.boolean().optional() }),
      result: workspaceInfo,
    },
    /** Folders that were opened as a workspace, the latest first. */
    'workspace.recent': { params: noParams, result: recentWorkspaces },
    /** Removes a folder from that list; the folder itself is kept. */
    'workspace.forgetRecent': { params: z.strictObject({ path: z.string() }), result: recentWorkspaces },
    /** Opens the sample workspace of Outrigger, whose scripts call programs. */
    'workspace.openExample': { params: noParams, result: workspaceInfo },
    'workspace.readScript': {
      params: z.strictObject({ path: workspacePath }),
      result: z.object({ content: z.string(), version: z.string() }),
    },
    /**
     * `version` is the version that was read; if the file has another one, the call fails with FileChangedOnDisk.
     * Absent: overwrites any version.
     */
    'workspace.writeScript': {
      params: z.strictObject({ path: workspacePath, content: z.string(), version: z.string().optional() }),
      result: z.object({ version: z.string() }),
    },
    /** Creates a script in the folder `scripts`; fails when it exists. The name may have folders before it. */
    'workspace.createScript': {
      params: z.strictObject({ name: newFileName }),
      result: z.object({ path: workspacePath }),
    },
    'workspace.chooseFolder': { params: noParams, result: z.object({ path: z.string().nullable() }) },
    /** Shows the system's dialog for a file, beginning in the workspace; null when it is closed without a choice. */
    'workspace.chooseFile': { params: noParams, result: z.object({ path: z.string().nullable() }) },
    /**
     * Runs a script and answers when it has ended; cancelling the call stops it. The events of the run are sent as
     * `run.event`. A failed run is a result, not an error.
     */
    'runs.start': {
      params: z.strictObject({
        runId: z.string().min(1).max(64),
        scriptName: z.string().min(1).max(4096),
        source: z.string(),
        timeoutMs: z.number().int().positive().optional(),
      }),
      result: z.object({ outcome: z.enum(['passed', 'failed', 'error', 'timeout', 'stopped']) }),
    },
    /** Ends a run of the workspace, whoever has started it. No effect when it has ended. */
    'runs.stop': { params: z.strictObject({ runId: z.string().min(1).max(64) }), result: noParams },
    /** Sets the workspace's programs directory; null: the default, its folder `programs`. */
    'programs.setDirectory': { params: z.strictObject({ path: folderPath.nullable() }), result: workspaceInfo },
    /**
     * Creates a program from the template of a language, selected by its extension; fails when it exists. `path` is
     * relative to the programs directory, `source` to the workspace: null when the directory is outside.
     */
    'programs.create': {
      params: z.strictObject({ name: newFileName, extension: z.string().max(20) }),
      result: z.object({ path: z.string(), source: workspacePath.nullable() }),
    },
    /** Shows the programs directory in the system's file manager. */
    'programs.showDirectory': { params: noParams, result: noParams },
    'programs.trusted': { params: noParams, result: z.array(trustedProgram) },
    'programs.untrust': { params: z.strictObject({ id: z.string() }), result: z.array(trustedProgram) },
    /** Searched once and cached; `again` searches once more. */
    'programs.interpreters': { params: z.strictObject({ again: z.boolean() }), result: z.array(interpreter) },
    /** Read from the class files; no code of the jar is run. */
    'programs.jarMethods': { params: z.strictObject({ path: z.string() }), result: z.array(jarMethod) },
    'notifications.status': { params: noParams, result: listenerStatus },
    /** Switches the listener on or off, and stores the choice for the workspace. An empty token removes it. */
    'notifications.listen': {
      params: z.strictObject({
        on: z.boolean(),
        host: z.string().min(1).max(255).optional().meta({ title: 'Address' }),
        port: z.number().int().min(0).max(65_535).optional().meta({ title: 'Port' }),
        token: z.string().max(1000).optional().meta({ title: 'Token' }),
        keep: retention.optional(),
        allowBrowsers: z.boolean().optional(),
        tls: listenerTls.optional(),
      }),
      result: listenerStatus,
    },
    'notifications.setRules': {
      params: z.strictObject({ rules: answerRules }),
      result: listenerStatus,
    },
    /** The newest first; `before` is the last id of the previous page. */
    'notifications.list': {
      params: z.strictObject({
        filter: notificationFilter,
        before: z.number().int().optional(),
        limit: z.number().int().min(1).max(1000),
      }),
      result: z.object({ items: z.array(notificationSummary) }),
    },
    /** The number of matching notifications, with a filter counted up to 10,000. For a million it can take seconds. */
    'notifications.count': {
      params: z.strictObject({ filter: notificationFilter }),
      result: z.object({ total: z.number().int() }),
    },
    'notifications.get': { params: z.strictObject({ id: z.number().int() }), result: notificationDetail },
    /** Pins a notification, or writes a note on it; absent members keep their values. */
    'notifications.change': {
      params: z.strictObject({ id: z.number().int(), ...notificationChange.shape }),
      result: notificationSummary,
    },
    'notifications.remove': {
      params: z.strictObject({ ids: z.array(z.number().int()).max(100_000) }),
      result: noParams,
    },
    /** Removes the matching notifications; the ids are for restoring them. */
    'notifications.removeAll': {
      params: z.strictObject({ filter: notificationFilter }),
      result: z.object({ ids: z.array(z.number().int()) }),
    },
    'notifications.restore': {
      params: z.strictObject({ ids: z.array(z.number().int()).max(1_000_000) }),
      result: noParams,
    },
    'notifications.kinds': {
      params: noParams,
      result: z.array(z.object({ kind: z.string(), title: z.string(), setting: z.string() })),
    },
    /** The documented example of a kind with the given values, by field name. */
    'notifications.sample': {
      params: z.strictObject({ kind: z.string(), values: z.record(z.string(), z.string()) }),
      result: z.object({ text: z.string() }),
    },
    /** Posts a body to an address; null: to the workspace's own listener. */
    'notifications.send': {
      params: z.strictObject({
        text: z.string().max(11_000_000).meta({ title: 'Body' }),
        url: z.string().max(10_000).nullable().meta({ title: 'Address' }),
      }),
      result: z.object({ status: z.number().int(), answer: z.string() }),
    },
    ...notificationFileCalls,
    ...debuggerCalls,
    ...forwardingCalls,
    ...packageCalls,
    ...rehearsalCalls,
    ...bodyCalls,
    ...collectionCalls,
    ...searchCalls,
    ...webhookProviderCalls,
    ...runnerCalls,
    ...runQueueCalls,
    ...loadCalls,
    ...variableCalls,
    'account.get': { params: noParams, result: accountInfo },
    /** Without a token, the stored one is kept; an empty text removes it. */
    'account.set': {
      params: z.strictObject({
        apiUrl: z.string().max(1000).meta({ title: 'apiUrl' }),
        mediaUrl: z.string().max(1000).meta({ title: 'mediaUrl' }),
        idInstance: z.string().max(100).meta({ title: 'idInstance' }),
        token: z.string().max(1000).optional().meta({ title: 'apiTokenInstance' }),
      }),
      result: accountInfo,
    },
    /** Queries the service; a refusal is an error with an explanation. */
    'account.ask': {
      params: z.strictObject({
        operation: z.enum(['getStateInstance', 'getSettings', 'getWebhooksCount', 'clearWebhooksQueue']),
      }),
      result: z.object({ json: z.unknown() }),
    },
    /** Changes settings of the account, which reboots it and takes up to five minutes. */
    'account.setSettings': {
      params: z.strictObject({ settings: z.record(z.string(), z.union([z.string(), z.number()])) }),
      result: noParams,
    },
    /** Starts or stops receiving from the queue. */
    'account.receive': { params: z.strictObject({ on: z.boolean() }), result: accountInfo },
    'account.downloadFile': {
      params: z.strictObject({ chatId: z.string(), idMessage: z.string() }),
      result: z.object({ downloadUrl: z.string() }),
    },
    'consent.answer': { params: z.strictObject({ id: z.string(), answer: consentAnswer }), result: noParams },
    /** Whether scripts of the workspace may use its secrets (`pm.vault`), which is asked once. */
    'vault.state': { params: noParams, result: z.object({ allowed: z.boolean() }) },
    /** Revokes the permission: the next script that uses a secret asks again. The secrets are kept. */
    'vault.forbid': { params: noParams, result: noParams },
    'vault.answer': { params: z.strictObject({ id: z.string(), allow: z.boolean() }), result: noParams },
  },
  events: {
    /** Known secrets are masked in it. `masked`: it differs from what has happened, which follows as `run.unmasked`. */
    'run.event': z.intersection(runEvent, z.object({ masked: z.literal(true).optional() })),
    'run.unmasked': runEvent,
    'consent.asked': consentQuestion,
    /** The question was answered, or its run has ended. */
    'consent.closed': z.object({ id: z.string() }),
    'notifications.received': z.array(notificationSummary),
    /** Notifications that were received before and have changed, in their new state. */
    'notifications.updated': z.array(notificationSummary),
    /** Notifications were deleted or restored, here or in another application that has the workspace open. */
    'notifications.removed': z.object({ ids: z.array(z.number().int()) }),
    'notifications.restored': z.object({ ids: z.array(z.number().int()) }),
    'notifications.changed': listenerStatus,
    /** Files of the workspace that describe providers have changed. */
    'webhookProviders.changed': providerList,
    ...debuggerEvents,
    ...forwardingEvents,
    ...packageEvents,
    ...rehearsalEvents,
    ...runQueueEvents,
    ...loadEvents,
    'account.changed': accountInfo,
    'vault.asked': vaultQuestion,
    'vault.closed': z.object({ id: z.string() }),
    /** The person has to sign in on this page, for an access token. */
    'signIn.asked': z.object({ id: z.string(), url: z.string(), runId: z.string() }),
    'signIn.closed': z.object({ id: z.string() }),
    'workspace.changed': workspaceInfo,
    /** Drafts were changed by this window, which knows them; absent: by another application that has the folder open. */
    'drafts.changed': z.object({ names: z.array(z.string()), window: z.string().optional() }),
    /** A command chosen in a native menu. */
    'menu.command': z.object({ command: menuCommand }),
  },
} as const;

export type HostContract = typeof hostContract;
export type HostApi = Api<HostContract>;
export type HostClient = Client<HostContract>;
export type HostSubscribe = Subscribe<HostContract>;
