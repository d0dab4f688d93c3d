/** Everything behind the host contract, for whichever host: desktop window, browser window, terminal. */
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { connectionSettings, usualConnection, type ConnectionSettings } from '../contract/collection.ts';
import { codedError } from '../contract/errors.ts';
import {
  settings as settingsSchema,
  type Capabilities,
  type ConsentAnswer,
  type HostApi,
  type HostSubscribe,
  type MenuCommand,
} from '../contract/host-contract.ts';
import type { RunEvent } from '../contract/run-event.ts';
import { abortable } from './abortable.ts';
import type { AppFiles } from './app-files.ts';
import { createEvents } from './events.ts';
import { openCookies } from './http/cookie-file.ts';
import { openHistory } from './history/history.ts';
import { createHttpClient } from './http/http-client.ts';
import { createWorkspaceAccount } from './messaging/workspace-account.ts';
import { createAuthorize, type AskConsent } from './programs/consent.ts';
import { createInterpreters } from './programs/interpreters.ts';
import { readJarMethods } from './programs/jar-methods.ts';
import { locateProgram } from './programs/locate-program.ts';
import { withLoginShellPath } from './programs/login-shell-path.ts';
import { createProgramQueue } from './programs/program-queue.ts';
import { createReaper } from './programs/reaper.ts';
import { openTrustStore } from './programs/trust-store.ts';
import { userEnvironment } from './programs/user-environment.ts';
import { runScript } from './runs/run-script.ts';
import { createVault } from './runs/vault.ts';
import { createBodyViews } from './requests/body-views.ts';
import { openCurrentValues } from './requests/current-values.ts';
import { createWorkspaceCollection } from './requests/workspace-collection.ts';
import type { RunDependencies } from './runs/execute-script.ts';
import { createRunWebhooks } from './webhooks/run-webhooks.ts';
import { createWorkspaceNotifications } from './webhooks/workspace-notifications.ts';
import { openDrafts } from './settings/drafts.ts';
import { configFolder } from './settings/config-folder.ts';
import { openJsonFile } from './settings/json-file.ts';
import { openSecretStore, type Cipher } from './settings/secret-store.ts';
import { findSlotRuntime } from './slots/find-runtime.ts';
import { createSlotPool } from './slots/slot-pool.ts';
import { watchWorkspace } from './workspace/watch.ts';
import { openWorkspace, requireFolder, type Workspace } from './workspace/workspace.ts';

export interface CoreOptions {
  version: string;
  /** The folder to start with; left out, the one that was opened last, or the sample. */
  workspace?: string | undefined;
  /** Whether this host may have been started without the user's own PATH, from a menu. */
  loginShell?: boolean;
  /** Another External Programs Directory than the workspace's `programs`. */
  programsDirectory?: string | undefined;
  /** Built files that the core needs, as absolute paths. */
  files: AppFiles;
  capabilities: Capabilities;
  /** The system's encryption of secrets, where the host has one. */
  cipher?: Cipher | undefined;
  /** Shows a folder in the system's file manager, where the host can. */
  openFolder?: (folder: string) => Promise<void>;
  /** Opens a page in the user's browser, where the host can. */
  openExternal?: (url: string) => void;
  /** The host's folder dialog, where it has one; null when it was closed without a choice. */
  chooseFolder?: () => Promise<string | null>;
}

export interface Core {
  api: HostApi;
  subscribe: HostSubscribe;
  /** Sends a native menu's command to the interface. */
  announceMenu(command: MenuCommand): void;
  /** Ends every run and every process. */
  close(): Promise<void>;
}

/** @throws NotAFolder when the workspace is none */
export async function createCore(options: CoreOptions): Promise<Core> {
  const events = createEvents();
  const notices: string[] = [];
  const onNotice = (text: string) => void notices.push(text);
  const folder = configFolder();
  const settings = await openJsonFile({
    file: path.join(folder, 'settings.json'),
    schema: settingsSchema,
    initial: settingsSchema.parse({}),
    onNotice,
  });
  const trust = await openTrustStore(path.join(folder, 'trusted-programs.json'), onNotice);
  const secrets = await openSecretStore(path.join(folder, 'secrets.json'), onNotice, options.cipher);
  let workspace = await openFirst();

  async function openFirst(): Promise<Workspace> {
    if (options.workspace) return open(options.workspace, options.programsDirectory);
    const { lastWorkspace } = settings.get();
    const last = lastWorkspace && (await open(lastWorkspace).catch(() => undefined));
    if (lastWorkspace && !last) onNotice(`${lastWorkspace}, opened last, cannot be opened any more.`);
    return last || open(options.files.example);
  }
  /** A workspace with the programs directory that was set for it. */
  async function open(folder: string, programsDirectory?: string): Promise<Workspace> {
    const opened = await openWorkspace(folder, programsDirectory);
    const set = settings.get().programsDirectories[opened.root];
    return set && !programsDirectory ? openWorkspace(folder, set) : opened;
  }
  async function announceWorkspace() {
    const info = await workspace.describe();
    events.emit('workspace.changed', info);
    return info;
  }

  const runtime = findSlotRuntime(options.files.resources);
  if (runtime.notice) notices.push(runtime.notice);
  const size = Math.max(1, os.availableParallelism() - 1);
  const reaper = createReaper();
  const slots = createSlotPool({ runtime, entry: options.files.slotEntry, size, spares: 1, reaper });
  const inTurn = createProgramQueue();
  const http = createHttpClient({ userAgent: `Outrigger/${options.version}` });
  const bodies = createBodyViews();
  const values = await openCurrentValues(path.join(folder, 'variables.json'), onNotice);
  const drafts = await openDrafts(path.join(folder, 'drafts.json'), onNotice);
  /** What belongs to the open workspace, and is changed with it. */
  let state = openState();
  function openState() {
    const file = (name: string) => path.join(workspace.root, '.outrigger', name);
    return {
      cookies: openCookies(file('cookies.json'), onNotice),
      history: openHistory(file('history.sqlite'), onNotice),
      stopWatching: watchWorkspace(workspace.root, () => void announceWorkspace().catch(() => undefined)),
    };
  }
  async function closeState() {
    await state.cookies.save();
    await state.stopWatching();
    state.history.close();
  }
  /** With its passphrases and the proxy's password: not among the plain settings. */
  const connectionOf = async (): Promise<ConnectionSettings> => {
    const text = await secrets.get(`connection:${workspace.root}`, 'settings');
    return text === undefined ? usualConnection : connectionSettings.parse(JSON.parse(text));
  };
  const askSignIn = (url: string, signal: AbortSignal) => {
    const id = randomUUID();
    events.emit('signIn.asked', { id, url });
    options.openExternal?.(url);
    signal.addEventListener('abort', () => events.emit('signIn.closed', { id }), { once: true });
  };

  const questions = new Map<string, (answer: ConsentAnswer) => void>();
  const ask: AskConsent = async (question, signal) => {
    const answer = Promise.withResolvers<ConsentAnswer>();
    questions.set(question.id, answer.resolve);
    events.emit('consent.asked', question);
    try {
      return await abortable(answer.promise, signal);
    } finally {
      questions.delete(question.id);
      events.emit('consent.closed', { id: question.id });
    }
  };
  const authorize = createAuthorize(trust, ask);
  const vaultQuestions = new Map<string, (allow: boolean) => void>();
  const askVault = async (root: string, name: string, signal: AbortSignal): Promise<boolean> => {
    const answer = Promise.withResolvers<boolean>();
    const id = randomUUID();
    vaultQuestions.set(id, answer.resolve);
    events.emit('vault.asked', { id, workspace: root, name });
    try {
      return await abortable(answer.promise, signal);
    } finally {
      vaultQuestions.delete(id);
      events.emit('vault.closed', { id });
    }
  };
  const env = options.loginShell ? await withLoginShellPath(userEnvironment()) : userEnvironment();
  const interpreters = createInterpreters(env);
  const notifications = createWorkspaceNotifications({
    version: options.version,
    settings,
    secrets,
    http,
    onReceived: (received) => events.emit('notifications.received', received),
    onStatus: (status) => events.emit('notifications.changed', status),
  });
  await notifications.open(workspace.root);
  const account = createWorkspaceAccount({
    settings,
    secrets,
    http,
    notifications: notifications.current,
    onChange: (info) => events.emit('account.changed', info),
  });
  await account.open(workspace.root);
  const runs = new Map<string, { controller: AbortController; ended: Promise<unknown> }>();

  const requireListener = (): Promise<void> => {
    if (notifications.current().status().listening) return Promise.resolve();
    return Promise.reject(codedError('NotListening', 'Nobody listens for notifications.'));
  };

  /** What a run of the open workspace needs; questions of it end with the signal. */
  const dependencies = async (signal: AbortSignal): Promise<RunDependencies> => {
    const opened = workspace;
    const connection = await connectionOf();
    return {
      slots,
      reaper,
      programs: {
        directory: opened.programsDirectory,
        jarExecuter: options.files.jarExecuter,
        env,
        authorize,
        inTurn,
        defaultTimeoutMs: () => settings.get().programTimeoutMs ?? undefined,
      },
      resources: {
        http,
        jar: state.cookies.jar,
        folder: opened.root,
        connection,
        tokens: {
          get: (key) => secrets.get(`tokens:${opened.root}`, key),
          set: (key, value) => secrets.set(`tokens:${opened.root}`, key, value),
        },
        openBrowser: askSignIn,
        webhooks: createRunWebhooks(notifications.current(), requireListener),
        vault: createVault(secrets, opened.root, (name) => askVault(opened.root, name, signal)),
        readFile: async (file: string) => (await opened.readScript(file)).content,
      },
    };
  };
  /** A run by its id, so that it can be ended with the application. */
  async function track<T>(runId: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (runs.has(runId)) throw codedError('InvalidParams', `A run ${runId} is under way.`);
    const controller = new AbortController();
    const ended = work(AbortSignal.any([signal, controller.signal]));
    runs.set(runId, { controller, ended });
    try {
      return await ended;
    } finally {
      runs.delete(runId);
    }
  }

  const collection = createWorkspaceCollection({
    root: () => workspace.root,
    messagingService: options.files.messagingService,
    dependencies,
    secrets: {
      get: (name) => secrets.get(workspace.root, name),
      set: (name, value) => secrets.set(workspace.root, name, value),
    },
    values,
    bodies,
    history: () => state.history,
    onEvent: (event) => events.emit('run.event', event),
    track,
    onSent: () => state.cookies.save(),
  });

  const api: HostApi = {
    'app.info': () => ({
      version: options.version,
      runtime: `Node ${process.versions.node}`,
      capabilities: options.capabilities,
      notices,
    }),
    'settings.get': () => settings.get(),
    async 'settings.set'(changes) {
      await settings.set(settingsSchema.parse({ ...settings.get(), ...changes }));
      return settings.get();
    },
    'workspace.get': () => workspace.describe(),
    async 'workspace.open'(params) {
      // The directory given at start belongs to the workspace given at start.
      const next = await open(params.path);
      await closeState();
      workspace = next;
      state = openState();
      await account.open(workspace.root);
      await notifications.open(workspace.root);
      await settings.set({ ...settings.get(), lastWorkspace: workspace.root });
      return announceWorkspace();
    },
    'workspace.readScript': (params) => workspace.readScript(params.path),
    'workspace.writeScript': (params) => workspace.writeScript(params.path, params.content, params.version),
    async 'workspace.chooseFolder'() {
      if (!options.chooseFolder) throw codedError('Unsupported', 'This host has no folder dialog.');
      return { path: await options.chooseFolder() };
    },
    async 'runs.start'(params, signal) {
      const onEvent = (event: RunEvent) => events.emit('run.event', event);
      return track(params.runId, signal, async (runSignal) => ({
        outcome: await runScript(params, { ...(await dependencies(runSignal)), onEvent }, runSignal),
      }));
    },
    ...collection.api,
    'body.lines': ({ runId, form, from, count }) => bodies.lines(runId, form, from, count),
    'body.find': async ({ runId, form, text, from }, signal) => ({
      line: await bodies.find(runId, form, text, from, signal),
    }),
    'body.children': ({ runId, path: where, from, count }) => bodies.children(runId, where, from, count),
    'body.bytes': ({ runId, from, count }) => ({ base64: bodies.bytes(runId, from, count).toString('base64') }),
    'history.list': ({ search, before, limit }) => ({ entries: state.history.list(search, { before, limit }) }),
    'history.get': ({ id }) => state.history.get(id),
    'history.clear'() {
      state.history.clear();
      return {};
    },
    'cookies.list': async () => ({ cookies: await state.cookies.list() }),
    async 'cookies.set'({ cookie }) {
      await state.cookies.set(cookie);
      await state.cookies.save();
      return {};
    },
    async 'cookies.remove'(cookie) {
      await state.cookies.remove(cookie);
      await state.cookies.save();
      return {};
    },
    async 'cookies.clear'() {
      await state.cookies.clear();
      await state.cookies.save();
      return {};
    },
    'connection.get': () => connectionOf(),
    async 'connection.set'(params) {
      await secrets.set(`connection:${workspace.root}`, 'settings', JSON.stringify(params));
      return {};
    },
    ...drafts,
    async 'programs.setDirectory'({ path: directory }) {
      const { [workspace.root]: _old, ...others } = settings.get().programsDirectories;
      const set = directory === null ? {} : { [workspace.root]: await requireFolder(directory) };
      await settings.set({ ...settings.get(), programsDirectories: { ...others, ...set } });
      workspace = await open(workspace.root);
      return announceWorkspace();
    },
    async 'programs.showDirectory'() {
      if (!options.openFolder) throw codedError('Unsupported', 'This host cannot show folders.');
      await options.openFolder(workspace.programsDirectory);
      return {};
    },
    'programs.trusted': () => trust.list(),
    async 'programs.untrust'({ id }) {
      await trust.remove(id);
      return trust.list();
    },
    'programs.interpreters': ({ again }) => interpreters.list(again),
    async 'programs.jarMethods'(params) {
      const { file } = await locateProgram(workspace.programsDirectory, params.path);
      return readJarMethods(file);
    },
    ...notifications.api,
    ...account.api,
    'consent.answer'(params) {
      questions.get(params.id)?.(params.answer);
      return {};
    },
    'vault.answer'({ id, allow }) {
      vaultQuestions.get(id)?.(allow);
      return {};
    },
  };

  return {
    api,
    subscribe: events.subscribe,
    announceMenu: (command) => events.emit('menu.command', { command }),
    async close() {
      const open = [...runs.values()];
      for (const run of open) run.controller.abort();
      await Promise.all(open.map((run) => run.ended));
      await closeState();
      await account.close();
      await notifications.close();
      await slots.close();
      await http.close();
      reaper.close();
    },
  };
}
