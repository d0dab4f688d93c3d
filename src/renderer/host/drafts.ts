/** Unsaved edits: stored on disk by the host, so that they outlive a crash of the window and of the host. */
import type { HostClient } from '../../contract/host-contract.ts';
import { createDraftWriter } from './draft-writer.ts';

/** Reads are answered from memory; writes are sent a moment later. */
export interface Drafts {
  getItem(name: string): string | null;
  names(): string[];
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
  /** Settles when the host has all edits. To be called before another workspace is opened. */
  flush(): Promise<void>;
  /** What the host has not stored, by the name of the draft, e.g. because the connection is lost; null: removed. */
  unstored(): Record<string, string | null>;
  /** Loads the drafts of the workspace that the host now shows. */
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
  const storedDrafts = new Map<string, string>();
  const writer = createDraftWriter(client, onProblem);
  page.addEventListener('pagehide', () => void writer.flush());
  async function reload(): Promise<void> {
    const { drafts } = await client.call('drafts.get', {});
    storedDrafts.clear();
    for (const [name, text] of Object.entries(drafts)) storedDrafts.set(name, text);
  }
  await reload();
  return {
    flush: () => writer.flush(),
    unstored: () => writer.unstored(),
    reload,
    getItem: (name) => storedDrafts.get(name) ?? null,
    names: () => [...storedDrafts.keys()],
    setItem(name, text) {
      if (storedDrafts.get(name) === text) return;
      storedDrafts.set(name, text);
      writer.enqueue(name, text);
    },
    removeItem(name) {
      writer.allow(name);
      if (storedDrafts.delete(name)) writer.enqueue(name, null);
    },
  };
}
