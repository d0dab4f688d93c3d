/** What the workspace and the application lend to the scripts of a run. What is absent is refused by the policy. */
import type { CookieJarOnDemand } from '../http/cookies/cookie-jar.ts';
import type { ConnectionSettings } from '../../contract/collection/connection.ts';
import type { BodyFilePolicy } from '../http/body/body-files.ts';
import type { RunExchanges } from '../http/exchange-log.ts';
import type { HttpClient, HttpExchange } from '../http/http-client.ts';
import type { TokenStore } from '../http/oauth2/oauth2.ts';
import type { RunWebhooks } from '../notifications/run-webhooks.ts';

/** The secrets of one workspace. The signal ends the wait for the person's consent; nothing is stored after it. */
export interface Vault {
  get(name: string, signal?: AbortSignal): Promise<string | undefined>;
  set(name: string, value: string, signal?: AbortSignal): Promise<void>;
  unset(name: string, signal?: AbortSignal): Promise<void>;
}

export interface OtherRequest {
  nameOrId: string;
  /** For its scripts and texts. */
  variables: Record<string, unknown>;
  /** It works on the variables of the script that runs it, as in Bruno. */
  sharesVariables: boolean;
}

/** Runs another request of the collection, by name or id; null when it skipped itself. */
export type RunOtherRequest = (request: OtherRequest, signal: AbortSignal) => Promise<HttpExchange | null>;

export interface GuestResources {
  http: HttpClient;
  /** Receives what is sent and got, to be shown later; left out: nothing is. */
  exchanges?: RunExchanges;
  jar: CookieJarOnDemand;
  /** Which files a body may send; left out: none. */
  bodyFiles?: BodyFilePolicy;
  /** The workspace: files that a script names are relative to it and stay inside. */
  folder?: string;
  /** Text of a file, by its absolute path with all links resolved. @throws FileNotFound, FileUnreadable, FileTooLarge */
  readFile?: (file: string) => Promise<string>;
  vault?: Vault;
  /** The notifications of the workspace; listens from the first call on, where it may. */
  webhooks?: RunWebhooks;
  /** How servers are reached. */
  connection?: ConnectionSettings;
  /** Access tokens that were got before. */
  tokens: TokenStore;
  /** Shows a page where the user signs in; left out where nobody can be asked. */
  openBrowser?: (url: string, signal: AbortSignal) => void;
}
