/** What is typed and not saved yet: kept by the host on disk, so that it outlives a crash of the window and of the host. */
import type { HostClient } from '../../contract/host-contract.ts';

const DELAY_MS = 200;

/** Answers at once from memory; writes a moment later. */
export interface Drafts {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

export async function createDrafts(client: HostClient): Promise<Drafts> {
  const { drafts } = await client.call('drafts.get', {});
  const known = new Map(Object.entries(drafts));
  let changed: Record<string, string | null> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const sent = changed;
    changed = {};
    if (Object.keys(sent).length === 0) return;
    // Where the host is gone the text is still in the window; the next change tries again.
    client.call('drafts.set', { drafts: sent }).catch(() => (changed = { ...sent, ...changed }));
  };
  const note = (name: string, text: string | null) => {
    changed[name] = text;
    timer ??= setTimeout(write, DELAY_MS);
  };
  window.addEventListener('pagehide', write);
  return {
    getItem: (name) => known.get(name) ?? null,
    setItem(name, text) {
      if (known.get(name) === text) return;
      known.set(name, text);
      note(name, text);
    },
    removeItem(name) {
      if (known.delete(name)) note(name, null);
    },
  };
}
