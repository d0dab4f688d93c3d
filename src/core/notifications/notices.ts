/** The problems that the status of a listener shows: each kind has a text of its own, so that none ends another. */
import { toFailure } from '../../contract/errors.ts';

export type NoticeKind =
  /** Why it does not listen. */
  | 'listening'
  /** What it shares with other processes, or listens on instead. */
  | 'sharing'
  /** Why senders refuse its certificate. */
  | 'certificate'
  /** Why notifications are refused. */
  | 'storing'
  /** Why stored notifications are not shown. */
  | 'recognizing'
  /** Why responses are not recorded: they cannot be written, or not be masked before. */
  | 'responses'
  | 'masking'
  /** What happened to the file of the notifications. */
  | 'file'
  | 'retention';

/** @param text null: the problem has ended */
export type SetNotice = (kind: NoticeKind, text: string | null) => void;

/** The problems of an attempt to listen, which end with it. */
export const noticesOfListening: readonly NoticeKind[] = ['listening', 'sharing', 'certificate', 'storing'];

export interface Notices {
  set: SetNotice;
  has(kind: NoticeKind): boolean;
  /** One line for each problem; null: there is none. */
  text(): string | null;
}

export function createNotices(): Notices {
  const texts = new Map<NoticeKind, string>();
  return {
    set(kind, text) {
      if (text === null) texts.delete(kind);
      else texts.set(kind, text);
    },
    has: (kind) => texts.has(kind),
    text: () => (texts.size === 0 ? null : [...texts.values()].join('\n')),
  };
}

/** The notice of both threads that a response passes: one masks it, the other one writes it. */
export const unrecordedNotice = (error: unknown): string =>
  `The responses to notifications are not recorded: ${toFailure(error).message}`;
