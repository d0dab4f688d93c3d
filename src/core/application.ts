/**
 * The application: the resources that a process has once (settings, trust, secrets, sandbox processes, launcher, HTTP
 * connections), and the open sessions. Windows and the command line are built on it.
 */
import path from 'node:path';
import { defaultSettings, settings as settingsSchema } from '../contract/settings.ts';
import { createHttpClient } from './http/http-client.ts';
import type { AppFiles } from './platform/files/app-files.ts';
import { openJsonStore } from './platform/json/json-store.ts';
import { workspaceStateFolder } from './platform/files/private-files.ts';
import { openSecretStore, type Cipher, type SecretStore } from './platform/secrets/secret-store.ts';
import { configFolder } from './platform/files/user-folders.ts';
import { createLauncher } from './processes/launcher/launcher.ts';
import { withLoginShellPath } from './processes/login-shell-path.ts';
import { userEnvironment } from './processes/user-environment.ts';
import { createProgramQueue } from './programs/call/program-queue.ts';
import { openTrustStore } from './programs/trust/trust-store.ts';
import type { Sandbox } from './sandbox-process/sandbox.ts';
import type { ApplicationServices } from './session/application-services.ts';
import { openSession, type Session, type SessionOptions } from './session/session.ts';
import { defaultProgramsDirectory, requireFolder } from './session/files/workspace-files.ts';

export interface ApplicationOptions {
  version: string;
  /** Built files that the core needs, as absolute paths. */
  files: AppFiles;
  /** Closed with the application. */
  sandbox: Sandbox;
  /** True when the process was perhaps started from a menu, without the PATH of the user's login shell. */
  loginShell?: boolean | undefined;
  /** The system's encryption of secrets, where the host has one. */
  cipher?: Cipher | undefined;
  /** Default: the store in the user's configuration folder. */
  secrets?: SecretStore | undefined;
  onNotice: (text: string) => void;
}

export interface Application extends ApplicationServices {
  /**
   * Opens a workspace beside those that are open.
   * @param folder any path of its folder
   * @throws NotAFolder, FileUnreadable
   */
  openSession(folder: string, options: OpenOptions): Promise<Session>;
  /** Closes every session, then the resources that the sessions share. */
  close(): Promise<void>;
}
/**
 * The options that are absent here come from the user: the chosen programs directory, and a state folder in the user's
 * data folder.
 */
export type OpenOptions = Omit<SessionOptions, 'root' | 'stateFolder' | 'programsDirectory'> &
  Partial<Pick<SessionOptions, 'stateFolder' | 'programsDirectory'>>;

export async function createApplication(options: ApplicationOptions): Promise<Application> {
  const { version, files, sandbox, onNotice } = options;
  const { runtime, reaper, sandboxes } = sandbox;
  if (runtime.notice) onNotice(runtime.notice);
  const folder = configFolder();
  const environment = userEnvironment();
  const [settings, trust, secrets, programEnvironment] = await Promise.all([
    openJsonStore({
      file: path.join(folder, 'settings.json'),
      schema: () => settingsSchema,
      initial: defaultSettings,
      onNotice,
    }),
    openTrustStore(path.join(folder, 'trusted-programs.json'), onNotice),
    options.secrets ?? openSecretStore(path.join(folder, 'secrets.json'), onNotice, options.cipher),
    options.loginShell ? withLoginShellPath(environment) : environment,
  ]);
  const launcher = createLauncher(runtime);
  const http = createHttpClient({ userAgent: `Outrigger/${version}` });
  const services: ApplicationServices = {
    version,
    files,
    settings,
    trust,
    secrets,
    sandboxRuntime: runtime,
    sandboxes,
    reaper,
    launcher,
    http,
    programEnvironment,
    programQueue: createProgramQueue(),
    onNotice,
  };
  const sessions = new Set<Session>();

  return {
    ...services,
    async openSession(workspace, { stateFolder, programsDirectory, ...rest }) {
      const root = await requireFolder(workspace);
      const session = await openSession(services, {
        root,
        stateFolder: stateFolder ?? workspaceStateFolder(root),
        programsDirectory:
          programsDirectory ?? settings.get().programsDirectories[root] ?? defaultProgramsDirectory(root),
        ...rest,
      });
      sessions.add(session);
      session.closeWith(() => void sessions.delete(session));
      return session;
    },
    async close() {
      const results = await Promise.allSettled([...sessions].map((session) => session.close()));
      launcher.close();
      await http.close();
      await sandbox.close();
      for (const result of results) if (result.status === 'rejected') throw result.reason as Error;
    },
  };
}
