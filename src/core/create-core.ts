/** Serves the host contract to one window: holds the application and the session that the window shows. */
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { codedError } from '../contract/errors.ts';
import type { Capabilities } from '../contract/app-info.ts';
import type { HostApi, HostSubscribe, MenuCommand } from '../contract/host-contract.ts';
import type { RunEvent } from '../contract/runs/run-event.ts';
import { createApplication, type Application } from './application.ts';
import type { AppFiles } from './platform/files/app-files.ts';
import { createEvents } from './platform/events.ts';
import type { Cipher } from './platform/secrets/secret-store.ts';
import { createInterpreters } from './programs/languages/interpreters.ts';
import { createWindowMask } from './runs/reports/mask-report.ts';
import { startSandbox } from './sandbox-process/sandbox.ts';
import { copySample } from './session/files/sample-workspace.ts';
import { createSessionApi, type SessionApi } from './session/session-api.ts';
import { createShownSession, type WindowSession } from './session/shown-session.ts';
import { createWindowQuestions } from './session/window-questions.ts';

export interface CoreOptions {
  version: string;
  /** The folder to start with; absent: the last open workspace, or the sample. */
  workspace?: string | undefined;
  /** True when the host was perhaps started from a menu, without the PATH of the user's login shell. */
  loginShell?: boolean;
  /** Replaces the workspace's folder `programs` as the programs directory. */
  programsDirectory?: string | undefined;
  /** Built files that the core needs, as absolute paths. */
  files: AppFiles;
  capabilities: Capabilities;
  /** The system's encryption of secrets, where the host has one. */
  cipher?: Cipher | undefined;
  /**
   * Whether sandbox processes are started only for scripts, and none is prepared for the next one: where few scripts run,
   * as in tests of the rest.
   */
  startsSandboxLate?: boolean;
  /** Sentences about the host that the person should read. */
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

/** @throws NotAFolder when the workspace is not a folder */
export async function createCore(options: CoreOptions): Promise<Core> {
  const events = createEvents();
  const notices: string[] = [...(options.notices ?? [])];
  const application = await createApplication({
    version: options.version,
    files: options.files,
    sandbox: startSandbox(options.files, {
      size: Math.max(1, availableParallelism() - 1),
      spares: options.startsSandboxLate ? 0 : 1,
      startsLate: options.startsSandboxLate,
    }),
    loginShell: options.loginShell,
    cipher: options.cipher,
    onNotice: (text) => void notices.push(text),
  });
  const { questions, api: answers } = createWindowQuestions(events, options.openExternal);

  async function open(folder: string, programsDirectory?: string): Promise<WindowSession> {
    const session = await application.openSession(folder, {
      questions,
      ...(programsDirectory === undefined ? {} : { programsDirectory }),
    });
    const forwardRunEvent = createWindowMask(session.liveMask, {
      event: (event, masked) => events.emit('run.event', masked ? { ...event, masked } : event),
      unmasked: (event) => events.emit('run.unmasked', event),
    });
    session.events.subscribe((name, payload) =>
      name === 'run.event' ? forwardRunEvent(payload as RunEvent) : events.emit(name, payload),
    );
    try {
      return { session, api: createSessionApi(session, options.openFolder) };
    } catch (error) {
      await session.close();
      throw error;
    }
  }
  let first: WindowSession;
  try {
    first = await openFirst(open, options, application);
  } catch (error) {
    await application.close();
    throw error;
  }
  const { settings } = application;
  const shownSession = await createShownSession({ first, open, example: options.files.example, settings, events });

  return {
    api: {
      ...callsOfShown(() => shownSession.current().api),
      ...createApplicationApi(application, options, notices),
      ...createDialogApi(options, () => shownSession.current().session.root),
      ...shownSession.api,
      ...answers,
    },
    subscribe: events.subscribe,
    announceMenu: (command) => events.emit('menu.command', { command }),
    close: () => application.close(),
  };
}

/** Opens the requested workspace, the last open one, or the sample. */
async function openFirst(
  open: (folder: string, programsDirectory?: string) => Promise<WindowSession>,
  { workspace, programsDirectory, files }: CoreOptions,
  { settings, onNotice }: Application,
): Promise<WindowSession> {
  if (workspace) return open(workspace, programsDirectory);
  const { lastWorkspace } = settings.get();
  const last = lastWorkspace && (await open(lastWorkspace).catch(() => undefined));
  if (lastWorkspace && !last) onNotice(`The workspace that was opened last can no longer be opened: ${lastWorkspace}`);
  return last || open(await copySample(files.example));
}

type ProgramCall = 'trusted' | 'untrust' | 'interpreters';
type ApplicationApi = Pick<HostApi, 'app.info' | `settings.${'get' | 'set'}` | `programs.${ProgramCall}`>;

function createApplicationApi(
  { settings, trust, programEnvironment }: Application,
  { version, capabilities }: CoreOptions,
  notices: string[],
): ApplicationApi {
  const interpreters = createInterpreters(programEnvironment);
  const instance = randomUUID();
  return {
    'app.info': () => ({ version, runtime: `Node ${process.versions.node}`, capabilities, notices, instance }),
    'settings.get': () => settings.refresh(),
    async 'settings.set'(changes) {
      await settings.update((all) => ({ ...all, ...changes }));
      return settings.get();
    },
    'programs.trusted': () => trust.list(),
    async 'programs.untrust'({ id }) {
      await trust.remove(id);
      return trust.list();
    },
    'programs.interpreters': ({ again }) => interpreters.list(again),
  };
}

/** @param root the folder that the window shows; the dialog for files begins there */
function createDialogApi(
  { chooseFolder, chooseFile }: CoreOptions,
  root: () => string,
): Pick<HostApi, 'workspace.chooseFolder' | 'workspace.chooseFile'> {
  return {
    async 'workspace.chooseFolder'() {
      if (!chooseFolder) throw codedError('Unsupported', 'This host has no folder dialog.');
      return { path: await chooseFolder() };
    },
    async 'workspace.chooseFile'() {
      if (!chooseFile) throw codedError('Unsupported', 'This host has no file dialog.');
      return { path: await chooseFile(root()) };
    },
  };
}

/**
 * The calls of a session. Each is answered by the session that is shown when the call arrives, even if the window shows
 * another one later.
 */
function callsOfShown(shown: () => SessionApi): SessionApi {
  const call =
    (name: keyof SessionApi) =>
    (...parameters: [never, AbortSignal]): unknown =>
      shown()[name](...parameters);
  return Object.fromEntries((Object.keys(shown()) as (keyof SessionApi)[]).map((name) => [name, call(name)])) as never;
}
