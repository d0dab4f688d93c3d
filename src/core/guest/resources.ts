/**
 * The resources of the workspace and the application that the scripts of a run may use. The policy refuses calls whose
 * resource is absent.
 */
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
  /**
   * For `{{vault:name}}` in a request, which has no value where this is absent.
   * @throws NotAllowed when there is such a secret, and the person denies its use
   */
  getForRequest?(name: string, signal?: AbortSignal): Promise<string | undefined>;
  set(name: string, value: string, signal?: AbortSignal): Promise<void>;
  unset(name: string, signal?: AbortSignal): Promise<void>;
  /** The values that the run has read or stored: headers that contain one are not sent to another origin. */
  usedValues?(): readonly string[];
}

export interface OtherRequest {
  nameOrId: string;
  /** Variables of its own, beside those of the calling script, for its scripts and texts. */
  variables: Record<string, unknown>;
}

/** Runs another request of the collection, by name or id; null when the request skipped itself. */
export type RunOtherRequest = (request: OtherRequest, signal: AbortSignal) => Promise<HttpExchange | null>;

export interface GuestResources {
  http: HttpClient;
  /** Receives requests and responses, to be shown later; absent: they are not stored. */
  exchanges?: RunExchanges;
  jar: CookieJarOnDemand;
  /** The files that a body may send; absent: none. */
  bodyFiles?: BodyFilePolicy;
  /** The workspace's folder: files that a script names are relative to it and stay inside. */
  folder?: string;
  /** Text of a file, by its absolute path with all links resolved. @throws FileNotFound, FileUnreadable, FileTooLarge */
  readFile?: (file: string) => Promise<string>;
  vault?: Vault;
  /** Receives each value that a script sets to a secret variable, with its name. */
  onSecret?: (name: string, value: string) => void;
  /** The notifications of the workspace. The first call starts the listener, where that is allowed. */
  webhooks?: RunWebhooks;
  /** Settings of the connections to servers. */
  connection?: ConnectionSettings;
  /** OAuth access tokens that were fetched before. */
  tokens: TokenStore;
  /** Opens a page where the user signs in; absent where nobody can be asked. */
  openBrowser?: (url: string, signal: AbortSignal) => void;
}
