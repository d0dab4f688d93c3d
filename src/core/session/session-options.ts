/** With what a session is opened: what of the user's data it uses, and who answers its questions. */
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
  /** Shows the page where the person signs in. Left out where nobody can. */
  signIn?: ((url: string, signal: AbortSignal) => void) | undefined;
}

export interface SessionOptions {
  /** Real path of the workspace. */
  root: string;
  /** Folder for what outlives the session; it need not exist yet. */
  stateFolder: string;
  /** The state folder in which the processes that have this workspace open find each other. Default: `stateFolder`. */
  commonStateFolder?: string | undefined;
  /** The External Programs Directory. */
  programsDirectory: string;
  questions: Questions;
  /** Whether a program may run. Default: what is trusted, else `questions.consent`. */
  authorize?: Authorize | undefined;
  /** How servers are reached. Default: what is stored for the workspace. */
  connection?: ConnectionSettings | undefined;
  /** Which files outside the workspace requests may send. Default: those that the person has allowed on this computer. */
  allowedFiles?: readonly string[] | undefined;
  /** Whether what requests sent and got can be looked at after them. Default: true. */
  logsExchanges?: boolean | undefined;
  /** Where to listen as soon as a script asks for notifications. Left out: only while the listener is switched on. */
  listenOnUse?: ListenWish | undefined;
  /** Whose queue to receive from as soon as a script asks for notifications, instead of listening. */
  queueOnUse?: AccountSettings | undefined;
}
