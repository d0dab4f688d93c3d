/** The host's record of a sandbox process and of the script that runs in it. */
import type { FromGuest } from '../../contract/scripts/guest-contract.ts';
import type { GuestReply } from '../../contract/scripts/to-guest.ts';

export type GuestFrame = Exclude<FromGuest, { t: 'ready' | 'retire' }>;

export interface SandboxListener {
  /** Receives a frame of this script, and the size of its text. After `done` there are no more. */
  onFrame(frame: GuestFrame, bytes: number): void;
  /** The script, and its whole process, wait for the answer. */
  onSyncCall(call: { method: string; params: unknown }): Promise<GuestReply>;
}

export interface ServedScript {
  /** Number of the script, unique over all processes. */
  run: number;
  listener: SandboxListener;
  /** Whether the script waits for the answer of a synchronous call. */
  waits: boolean;
}

export interface ProcessState {
  /** The current script; undefined between two scripts. */
  script: ServedScript | undefined;
  /** Whether it can take its first script, or has taken it. */
  ready: boolean;
  /** False as soon as the process is to be ended. */
  usable: boolean;
  /** Whether the process has asked to be replaced after its script. */
  retiring: boolean;
  /** Whether the last script used libraries. */
  usedLibraries: boolean;
  /** Why the host has killed the process. */
  killReason: string | undefined;
}
