/** Sends changed drafts to the host, a moment after the first change. */
import { MAX_DRAFT_LENGTH } from '../../contract/collection/draft-limits.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import { createDraftSender, type DraftChanges, type DraftSender } from './draft-sender.ts';

const DELAY_MS = 200;

export interface DraftWriter extends Pick<DraftSender, 'know'> {
  /** @param text null: the draft is removed */
  enqueue(name: string, text: string | null): void;
  /** Settles when the host has answered all drafts that were enqueued. */
  flush(): Promise<void>;
  /** Drafts that the host has not stored, null for a removal: refused ones first, then changes that are not sent yet. */
  unstored(): DraftChanges;
  /** Forgets that a draft was refused, so that another refusal is reported again. */
  allow(name: string): void;
  /** Whether this window has a text that the host may not have stored. */
  isPending(name: string): boolean;
}

interface DraftWriterOptions {
  /** Receives an error when a draft could not be stored; once, until it fits again. */
  onProblem: (error: unknown) => void;
  /** The text that this window shows; null: it has removed the draft. */
  textOf: (name: string) => string | null;
  /**
   * Another window has stored a text that this one did not know when it changed the draft. The text of this one is sent
   * again after the call; a removal is not.
   */
  onConflict: (name: string, otherText: string) => void;
  /** Identifies this window. */
  window: string;
}

export function createDraftWriter(client: HostClient, options: DraftWriterOptions): DraftWriter {
  const { textOf, onConflict } = options;
  const sender = createDraftSender(client, options);
  const { refusedTexts, know } = sender;
  /** The texts of other windows that were passed on: a draft that is sent twice in a row meets the same text twice. */
  const passedOn = new Map<string, string>();
  let changed: DraftChanges = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Calls that the host has not answered yet, with the names of their drafts. */
  const underWay = new Map<Promise<void>, readonly string[]>();

  const schedule = () => void (timer ??= setTimeout(() => void flush(), DELAY_MS));
  async function write(sent: DraftChanges): Promise<void> {
    const conflicts = await sender.send(sent);
    // The text is still in the window, and the next change tries again.
    if (!conflicts) changed = { ...sent, ...changed };
    for (const [name, otherText] of Object.entries(conflicts ?? {})) {
      know(name, otherText);
      const text = textOf(name);
      if (passedOn.get(name) !== otherText) onConflict(name, otherText);
      passedOn.set(name, otherText);
      if (text === null) continue;
      changed[name] = text;
      schedule();
    }
  }
  /** Sends at once, because the page may be closing, and waits for the drafts that were sent before as well. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const sent = changed;
    changed = {};
    const names = Object.keys(sent);
    if (names.length > 0) {
      const writing = write(sent).finally(() => underWay.delete(writing));
      underWay.set(writing, names);
    }
    await Promise.all(underWay.keys());
  }
  return {
    enqueue(name, text) {
      if (text !== null && text.length > MAX_DRAFT_LENGTH) return sender.refuse(name, text);
      changed[name] = text;
      schedule();
    },
    flush,
    unstored: () => ({ ...Object.fromEntries(refusedTexts), ...changed }),
    allow: (name) => void refusedTexts.delete(name),
    isPending: (name) =>
      name in changed || refusedTexts.has(name) || [...underWay.values()].some((names) => names.includes(name)),
    know,
  };
}
