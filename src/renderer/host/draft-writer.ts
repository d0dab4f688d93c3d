/** Sends changed drafts to the host, a moment after the first change, and reports those that were refused. */
import { MAX_DRAFT_LENGTH } from '../../contract/collection/draft-limits.ts';
import { codedError, toFailure } from '../../contract/errors.ts';
import type { HostClient } from '../../contract/host-contract.ts';

const DELAY_MS = 200;

export interface DraftWriter {
  /** @param text null: the draft is removed */
  enqueue(name: string, text: string | null): void;
  /** Settles when the host has answered all drafts that were enqueued. */
  flush(): Promise<void>;
  /** The drafts that the host has not stored: refused ones, then those to be sent, in the order of the changes; null: removed. */
  unstored(): Record<string, string | null>;
  /** A draft that was refused is reported again when it is refused once more. */
  allow(name: string): void;
}

/** @param onProblem receives an error when a draft could not be stored; once, until it fits again */
export function createDraftWriter(client: HostClient, onProblem: (error: unknown) => void): DraftWriter {
  const refusedTexts = new Map<string, string>();
  let changed: Record<string, string | null> = {};
  let hasFailed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Calls that the host has not answered yet. */
  const underWay = new Set<Promise<void>>();

  function refuse(name: string, text: string): void {
    const isReported = refusedTexts.has(name);
    refusedTexts.set(name, text);
    if (isReported) return;
    const message = `What you typed in ${itemOf(name)} is too large to be stored before it is saved.`;
    onProblem(codedError('FileTooLarge', message, 'Save it, or discard other unsaved changes.'));
  }
  async function write(): Promise<void> {
    const sent = changed;
    changed = {};
    if (Object.keys(sent).length === 0) return;
    try {
      const { refused } = await client.call('drafts.set', { drafts: sent });
      for (const [name, text] of Object.entries(sent)) {
        if (text === null || !refused.includes(name)) refusedTexts.delete(name);
        else refuse(name, text);
      }
      hasFailed = false;
    } catch (error) {
      // The text is still in the window, and the next change tries again. A lost host is reported elsewhere.
      changed = { ...sent, ...changed };
      if (!hasFailed && toFailure(error).code !== 'Disconnected') onProblem(error);
      hasFailed = true;
    }
  }
  /** Sends at once, because the page may be closing, and waits for the drafts that were sent before as well. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const writing = write().finally(() => underWay.delete(writing));
    underWay.add(writing);
    await Promise.all(underWay);
  }
  return {
    enqueue(name, text) {
      if (text !== null && text.length > MAX_DRAFT_LENGTH) return refuse(name, text);
      changed[name] = text;
      timer ??= setTimeout(() => void flush(), DELAY_MS);
    },
    flush,
    unstored: () => ({ ...Object.fromEntries(refusedTexts), ...changed }),
    allow: (name) => void refusedTexts.delete(name),
  };
}

/** A name consists of the kind of the draft, a space, and the path of its item. */
const itemOf = (name: string): string => name.slice(name.indexOf(' ') + 1);
