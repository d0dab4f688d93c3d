/**
 * What is typed and not saved yet: stored by the host on disk, so that it outlives a crash of the window and of the host.
 */
import { MAX_DRAFT_LENGTH } from '../../contract/draft-limits.ts';
import { codedError, toFailure } from '../../contract/errors.ts';
import type { HostClient } from '../../contract/host-contract.ts';

const DELAY_MS = 200;

/** Answers at once from memory; writes a moment later. */
export interface Drafts {
  getItem(name: string): string | null;
  names(): string[];
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
  /** Settles when the host has what was typed until now. To be called before another workspace is opened. */
  flush(): Promise<void>;
  /** Takes the drafts of the workspace that the host shows now. */
  reload(): Promise<void>;
}

/**
 * @param onProblem receives an error when a draft could not be stored; once, until it fits again
 * @param page sends `pagehide` before the window goes: the browser's `window`
 */
export async function createDrafts(
  client: HostClient,
  onProblem: (error: unknown) => void,
  page: Pick<EventTarget, 'addEventListener'>,
): Promise<Drafts> {
  const known = new Map<string, string>();
  const refusedNames = new Set<string>();
  let changed: Record<string, string | null> = {};
  let failed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function refuse(name: string): void {
    if (refusedNames.has(name)) return;
    refusedNames.add(name);
    const message = `What you typed in ${itemOf(name)} is too large to be stored before it is saved.`;
    onProblem(codedError('FileTooLarge', message, 'Save it, or discard other unsaved changes.'));
  }
  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const sent = changed;
    changed = {};
    if (Object.keys(sent).length === 0) return;
    try {
      const { refused } = await client.call('drafts.set', { drafts: sent });
      for (const name of Object.keys(sent)) if (!refused.includes(name)) refusedNames.delete(name);
      refused.forEach(refuse);
      failed = false;
    } catch (error) {
      // The text is still in the window; the next change tries again. That the host is gone is shown elsewhere.
      changed = { ...sent, ...changed };
      if (!failed && toFailure(error).code !== 'Disconnected') onProblem(error);
      failed = true;
    }
  }
  const enqueue = (name: string, text: string | null) => {
    changed[name] = text;
    timer ??= setTimeout(() => void write(), DELAY_MS);
  };
  page.addEventListener('pagehide', () => void write());
  async function reload(): Promise<void> {
    const { drafts } = await client.call('drafts.get', {});
    known.clear();
    for (const [name, text] of Object.entries(drafts)) known.set(name, text);
  }
  await reload();
  return {
    flush: write,
    reload,
    getItem: (name) => known.get(name) ?? null,
    names: () => [...known.keys()],
    setItem(name, text) {
      if (known.get(name) === text) return;
      known.set(name, text);
      if (text.length > MAX_DRAFT_LENGTH) refuse(name);
      else enqueue(name, text);
    },
    removeItem(name) {
      refusedNames.delete(name);
      if (known.delete(name)) enqueue(name, null);
    },
  };
}

/** A name is the kind of the draft, a space, and the path of what it belongs to. */
const itemOf = (name: string): string => name.slice(name.indexOf(' ') + 1);
