/** Everything behind the host contract, for whichever host: desktop window, browser window, terminal. */
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { codedError } from '../contract/errors.ts';
import {
  settings as settingsSchema,
  type Capabilities,
  type ConsentAnswer,
  type ConsentQuestion,
  type HostApi,
  type HostSubscribe,
  type MenuCommand,
  type VaultQuestion,
} from '../contract/host-contract.ts';
import type { RunEvent } from '../contract/run-event.ts';
import type { AppFiles } from './platform/app-files.ts';
import { createRunning } from './runs/running.ts';
import { createQuestions } from './platform/questions.ts';
import { createEvents } from './platform/events.ts';
import { createHttpClient } from './http/http-client.ts';
import { createWorkspaceAccount } from './session/workspace-account.ts';
import { createAuthorize } from './programs/trust/consent.ts';
import { createInterpreters } from './programs/languages/interpreters.ts';
import { readJarMethods } from './programs/jar/jar-methods.ts';
import { createWarmJava } from './programs/jar/warm-java.ts';
import { locateProgram } from './programs/call/locate-program.ts';
import { withLoginShellPath } from './processes/login-shell-path.ts';
import { createProgramQueue } from './programs/call/program-queue.ts';
import { createLauncher } from './processes/launcher.ts';
import { createReaper } from './processes/reaper.ts';
import { openTrustStore } from './programs/trust/trust-store.ts';
import { userEnvironment } from './processes/user-environment.ts';
import { runScript } from './runs/run-script.ts';
import { createVault } from './guest/vault.ts';
import { createBodyViews } from './runs/answers/body-views.ts';
import { openCurrentValues } from './collection/current-values.ts';
import { createWorkspaceRunner } from './session/workspace-runner.ts';
import { createWorkspaceCollection } from './session/workspace-collection.ts';
import type { RunDependencies } from './runs/execute-script.ts';
import { createWorkspaceNotifications } from './session/workspace-notifications.ts';
import { openDrafts } from './settings/drafts.ts';
import { configFolder } from './platform/user-folders.ts';
import { openJsonFile } from './platform/json-file.ts';
import { openSecretStore, type Cipher } from './platform/secret-store.ts';
import { findSlotRuntime } from './processes/find-runtime.ts';
import { createSlotPool } from './sandbox-process/slot-pool.ts';
import { createWorkspaceState } from './session/workspace-state.ts';
import { openWorkspace, requireFolder, type Workspace } from './session/workspace-files.ts';

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
  const launcher = createLauncher(runtime);
  const openWarmJava = () => createWarmJava({ start: launcher.start, reaper, warmJars: () => settings.get().warmJars });
  let warmJava = openWarmJava();
  const inTurn = createProgramQueue();
  const http = createHttpClient({ userAgent: `Outrigger/${options.version}` });
  const bodies = createBodyViews();
  const values = await openCurrentValues(path.join(folder, 'variables.json'), onNotice);
  const drafts = await openDrafts(path.join(folder, 'drafts.json'), onNotice);
  const state = createWorkspaceState({
    root: () => workspace.root,
    secrets,
    bodies,
    onNotice,
    onChange: () => void announceWorkspace().catch(() => undefined),
  });
  const askSignIn = (url: string, signal: AbortSignal) => {
    const id = randomUUID();
    events.emit('signIn.asked', { id, url });
    options.openExternal?.(url);
    signal.addEventListener('abort', () => events.emit('signIn.closed', { id }), { once: true });
  };

  const consent = createQuestions<ConsentQuestion, ConsentAnswer>(
    (question) => events.emit('consent.asked', question),
    (id) => events.emit('consent.closed', { id }),
  );
  const vaultUse = createQuestions<VaultQuestion, boolean>(
    (question) => events.emit('vault.asked', question),
    (id) => events.emit('vault.closed', { id }),
  );
  const authorize = createAuthorize(trust, consent.ask);
  const env = options.loginShell ? await withLoginShellPath(userEnvironment()) : userEnvironment();
  const interpreters = createInterpreters(env);
  const notifications = createWorkspaceNotifications({
    version: options.version,
    storeThread: options.files.storeThread,
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
  const running = createRunning();
  /** What a run of the open workspace needs; questions of it end with the signal. */
  const dependencies = async (signal: AbortSignal): Promise<RunDependencies> => {
    const opened = workspace;
    const connection = await state.connection();
    return {
      slots,
      reaper,
      programs: {
        directory: opened.programsDirectory,
        jarExecuter: options.files.jarExecuter,
        env,
        authorize,
        inTurn,
        start: launcher.start,
        warmJava,
        defaultTimeoutMs: () => settings.get().programTimeoutMs ?? undefined,
      },
      resources: {
        http,
        jar: state.cookies().jar,
        folder: opened.root,
        connection,
        tokens: {
          get: (key) => secrets.get(`tokens:${opened.root}`, key),
          set: (key, value) => secrets.set(`tokens:${opened.root}`, key, value),
        },
        openBrowser: askSignIn,
        webhooks: notifications.forRun(),
        vault: createVault(secrets, opened.root, (name) =>
          vaultUse.ask({ id: randomUUID(), workspace: opened.root, name }, signal),
        ),
        readFile: async (file: string) => (await opened.readScript(file)).content,
      },
    };
  };
  const onEvent = (event: RunEvent) => events.emit('run.event', event);
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
    history: state.history,
    onEvent,
    track: running.track,
    onSent: () => state.cookies().save(),
  });

  const runner = createWorkspaceRunner({
    root: () => workspace.root,
    collection,
    dependencies,
    secrets: async () => {
      const names = secrets.names(workspace.root);
      return (await Promise.all(names.map((name) => secrets.get(workspace.root, name)))).map((value) => value ?? '');
    },
    runs: () => state.history().runs,
    onEvent,
    track: running.track,
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
      await Promise.all([state.close(), warmJava.close()]);
      warmJava = openWarmJava();
      workspace = next;
      state.open();
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
    'runs.start': (params, signal) =>
      running.track(params.runId, signal, async (runSignal) => ({
        outcome: await runScript(params, { ...(await dependencies(runSignal)), onEvent }, runSignal),
      })),
    ...collection.api,
    ...runner,
    ...state.api,
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
    'programs.jarMethods': async (params) =>
      readJarMethods(locateProgram(workspace.programsDirectory, params.path).file),
    ...notifications.api,
    ...account.api,
    'consent.answer'(params) {
      consent.answer(params.id, params.answer);
      return {};
    },
    'vault.answer'({ id, allow }) {
      vaultUse.answer(id, allow);
      return {};
    },
  };

  return {
    api,
    subscribe: events.subscribe,
    announceMenu: (command) => events.emit('menu.command', { command }),
    async close() {
      await running.endAll();
      await state.close();
      await account.close();
      await notifications.close();
      await slots.close();
      await Promise.all([http.close(), warmJava.close()]);
      launcher.close();
      reaper.close();
    },
  };
}
