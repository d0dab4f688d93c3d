/**
 * Everything behind the host contract for one window: the application, and the session that the window shows. Opening
 * another folder opens its session first, so that a folder that cannot be opened changes nothing; then the former session
 * is closed, with its runs.
 */
import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { codedError } from '../contract/errors.ts';
import type { Capabilities, HostApi, HostSubscribe, MenuCommand, VaultQuestion } from '../contract/host-contract.ts';
import type { ConsentAnswer, ConsentQuestion } from '../contract/programs.ts';
import { createApplication } from './application.ts';
import type { AppFiles } from './platform/app-files.ts';
import { createEvents } from './platform/events.ts';
import { createRecentWorkspaces } from './settings/recent-workspaces.ts';
import { createQuestions } from './platform/questions.ts';
import type { Cipher } from './platform/secret-store.ts';
import { createInterpreters } from './programs/languages/interpreters.ts';
import { startSandbox } from './sandbox-process/sandbox.ts';
import { createSessionApi, type SessionApi } from './session/session-api.ts';
import type { Session } from './session/session.ts';
import { requireFolder } from './session/workspace-files.ts';

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
  /** What the person should know about the host. */
  notices?: readonly string[];
  /** Shows a folder in the system's file manager, where the host can. */
  openFolder?: (folder: string) => Promise<void>;
  /** Opens a page in the user's browser, where the host can. */
  openExternal?: (url: string) => void;
  /** The host's folder dialog, where it has one; null when it was closed without a choice. */
  chooseFolder?: () => Promise<string | null>;
  /** The host's file dialog, which begins in a folder. */
  chooseFile?: (startIn: string) => Promise<string | null>;
}

export interface Core {
  api: HostApi;
  subscribe: HostSubscribe;
  /** Sends a native menu's command to the interface. */
  announceMenu(command: MenuCommand): void;
  /** Ends every run and every process. */
  close(): Promise<void>;
}

/** A session that the window can show. */
interface Shown {
  session: Session;
  api: SessionApi;
}

/** @throws NotAFolder when the workspace is none */
export async function createCore(options: CoreOptions): Promise<Core> {
  const events = createEvents();
  const notices: string[] = [...(options.notices ?? [])];
  const onNotice = (text: string) => void notices.push(text);
  const application = await createApplication({
    version: options.version,
    files: options.files,
    sandbox: startSandbox(options.files, { size: Math.max(1, availableParallelism() - 1), spares: 1 }),
    loginShell: options.loginShell,
    cipher: options.cipher,
    onNotice,
  });
  const { settings, trust } = application;

  const consent = createQuestions<ConsentQuestion, ConsentAnswer>(
    (question) => events.emit('consent.asked', question),
    (id) => events.emit('consent.closed', { id }),
  );
  const vault = createQuestions<VaultQuestion, boolean>(
    (question) => events.emit('vault.asked', question),
    (id) => events.emit('vault.closed', { id }),
  );
  const signIn = (url: string, signal: AbortSignal) => {
    const id = randomUUID();
    events.emit('signIn.asked', { id, url });
    options.openExternal?.(url);
    signal.addEventListener('abort', () => events.emit('signIn.closed', { id }), { once: true });
  };

  async function open(folder: string, programsDirectory?: string): Promise<Shown> {
    const session = await application.openSession(folder, {
      questions: { consent: consent.ask, vault: vault.ask, signIn },
      ...(programsDirectory === undefined ? {} : { programsDirectory }),
    });
    session.events.subscribe(events.emit);
    try {
      return { session, api: createSessionApi(session, options.openFolder) };
    } catch (error) {
      await session.close();
      throw error;
    }
  }
  async function openFirst(): Promise<Shown> {
    if (options.workspace) return open(options.workspace, options.programsDirectory);
    const { lastWorkspace } = settings.get();
    const last = lastWorkspace && (await open(lastWorkspace).catch(() => undefined));
    if (lastWorkspace && !last) onNotice(`${lastWorkspace}, opened last, cannot be opened any more.`);
    return last || open(options.files.example);
  }
  let shown: Shown;
  try {
    shown = await openFirst();
  } catch (error) {
    await application.close();
    throw error;
  }
  await shown.session.notifications.start();
  const interpreters = createInterpreters(application.programEnvironment);

  const recent = createRecentWorkspaces(settings);
  const sample = await realpath(options.files.example).catch(() => undefined);
  const remember = async ({ session: { root } }: Shown) => {
    if (root !== sample) await recent.add(root);
  };
  await remember(shown);

  const inTurn = pLimit(1);
  const openOther = async (folder: string) => {
    const former = shown;
    if ((await requireFolder(folder)) === former.session.root) return former.session.describe();
    const next = await open(folder);
    shown = next;
    // The former session gives its port back before the next one listens.
    await former.session.close();
    await next.session.notifications.start();
    await settings.update((all) => ({ ...all, lastWorkspace: next.session.root }));
    await remember(next);
    const info = await next.session.describe();
    events.emit('workspace.changed', info);
    return info;
  };

  const api: HostApi = {
    ...callsOfShown(() => shown.api),
    'app.info': () => ({
      version: options.version,
      runtime: `Node ${process.versions.node}`,
      capabilities: options.capabilities,
      notices,
    }),
    'settings.get': () => settings.refresh(),
    async 'settings.set'(changes) {
      await settings.update((all) => ({ ...all, ...changes }));
      return settings.get();
    },
    'workspace.open': ({ path: folder }) => inTurn(() => openOther(folder)),
    'workspace.recent': async () => ({ workspaces: await recent.list() }),
    async 'workspace.forgetRecent'({ path: root }) {
      await recent.remove(root);
      return { workspaces: await recent.list() };
    },
    'workspace.openExample': () => inTurn(() => openOther(options.files.example)),
    async 'workspace.chooseFolder'() {
      if (!options.chooseFolder) throw codedError('Unsupported', 'This host has no folder dialog.');
      return { path: await options.chooseFolder() };
    },
    async 'workspace.chooseFile'() {
      if (!options.chooseFile) throw codedError('Unsupported', 'This host has no file dialog.');
      return { path: await options.chooseFile(shown.session.root) };
    },
    'programs.trusted': () => trust.list(),
    async 'programs.untrust'({ id }) {
      await trust.remove(id);
      return trust.list();
    },
    'programs.interpreters': ({ again }) => interpreters.list(again),
    'consent.answer'(params) {
      consent.answer(params.id, params.answer);
      return {};
    },
    'vault.answer'({ id, allow }) {
      vault.answer(id, allow);
      return {};
    },
  };
  return {
    api,
    subscribe: events.subscribe,
    announceMenu: (command) => events.emit('menu.command', { command }),
    close: () => application.close(),
  };
}

/** The calls of a session, each answered by the session that is shown when the call arrives, and by none later. */
function callsOfShown(shown: () => SessionApi): SessionApi {
  const call =
    (name: keyof SessionApi) =>
    (...parameters: [never, AbortSignal]): unknown =>
      shown()[name](...parameters);
  return Object.fromEntries((Object.keys(shown()) as (keyof SessionApi)[]).map((name) => [name, call(name)])) as never;
}
