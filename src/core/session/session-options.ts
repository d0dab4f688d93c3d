/** The options with which a session is opened: the user's data that it uses, and who answers its questions. */
import type { ConnectionSettings } from '../../contract/collection/connection.ts';
import type { VaultQuestion } from '../../contract/host-contract.ts';
import type { ConsentAnswer, ConsentQuestion } from '../../contract/scripts/programs.ts';
import type { ListenWish } from '../notifications/notifications.ts';
import type { Authorize } from '../programs/trust/consent.ts';
import type { AccountSettings } from '../providers/messaging/account/account.ts';

/** Questions to the person in front of the session. Each rejects when its signal aborts. */
export interface Questions {
  consent(question: ConsentQuestion, signal: AbortSignal): Promise<ConsentAnswer>;
  vault(question: VaultQuestion, signal: AbortSignal): Promise<boolean>;
  /** Shows the page where the person signs in. Absent where nobody can. */
  signIn?: ((url: string, signal: AbortSignal, runId: string) => void) | undefined;
}

export interface SessionOptions {
  /** Real path of the workspace. */
  root: string;
  /** Folder for data that outlives the session; it need not exist yet. */
  stateFolder: string;
  /** The state folder in which the processes that have this workspace open find each other. Default: `stateFolder`. */
  commonStateFolder?: string | undefined;
  /** The programs directory. */
  programsDirectory: string;
  questions: Questions;
  /** Decides whether a program may run. Default: stored trust, else `questions.consent`. */
  authorize?: Authorize | undefined;
  /** Connection settings. Default: those that are stored for the workspace. */
  connection?: ConnectionSettings | undefined;
  /**
   * Files outside of the workspace that requests may send. Default: those that the person has allowed on this computer.
   */
  allowedFiles?: readonly string[] | undefined;
  /** Whether requests and responses can be viewed afterwards. Default: true. */
  logsExchanges?: boolean | undefined;
  /**
   * The address to listen at as soon as a script asks for notifications. Absent: scripts get notifications only while
   * the listener is switched on.
   */
  listenOnUse?: ListenWish | undefined;
  /** The account whose queue is read as soon as a script asks for notifications, instead of listening. */
  queueOnUse?: AccountSettings | undefined;
}
