/** The services that the application provides to all sessions, once for the whole process. */
import type { Settings } from '../../contract/settings.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { AppFiles } from '../platform/files/app-files.ts';
import type { JsonStore } from '../platform/json/json-store.ts';
import type { SecretStore } from '../platform/secrets/secret-store.ts';
import type { SandboxRuntime } from '../processes/find-runtime.ts';
import type { Launcher } from '../processes/launcher/launcher.ts';
import type { Reaper } from '../processes/ending/reaper.ts';
import type { TrustStore } from '../programs/trust/trust-store.ts';
import type { SandboxPool } from '../sandbox-process/sandbox-pool.ts';

export interface ApplicationServices {
  readonly version: string;
  readonly files: AppFiles;
  readonly settings: JsonStore<Settings>;
  readonly trust: TrustStore;
  readonly secrets: SecretStore;
  /** The Node that runs scripts. */
  readonly sandboxRuntime: SandboxRuntime;
  readonly sandboxes: SandboxPool;
  readonly reaper: Reaper;
  readonly launcher: Launcher;
  readonly http: HttpClient;
  /** The environment that programs inherit. */
  readonly programEnvironment: NodeJS.ProcessEnv;
  /** Limits the number of programs that run at the same time; further ones wait for their turn. */
  readonly programQueue: <T>(work: () => Promise<T>) => Promise<T>;
  /** Receives a sentence about a problem that does not end anything. */
  readonly onNotice: (text: string) => void;
}
