/** Unsaved edits: stored on disk by the host, so that they outlive a crash of the window and of the host. */
import type { HostClient } from '../../contract/host-contract.ts';
import { createDraftWriter, type DraftWriter } from './draft-writer.ts';

/** Is told about the drafts that another window with the same folder has changed. */
interface OtherWindows {
  /** This window had no edits of these drafts: `getItem` returns the texts of the other window. */
  followed(names: readonly string[]): void;
  /** Both windows have edited the draft: it keeps the text of this one, and the listener has to keep `otherText`. */
  replaced(name: string, otherText: string): void;
}

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
  /** Forgets the drafts at once, and loads those of the workspace that the host now shows. */
  reload(): Promise<void>;
  onOtherWindows(listener: OtherWindows): void;
  /** What belongs to this window alone, such as its tabs; it outlives a reload of the window, but not the window. */
  ofWindow?: WindowStorage | undefined;
}

type WindowStorage = Pick<Storage, 'getItem' | 'setItem'>;
/** The browser's `window`. It sends `pagehide` before it goes. */
export type DraftsPage = Pick<EventTarget, 'addEventListener'> & { sessionStorage?: WindowStorage };

/**
 * @param onProblem receives an error when a draft could not be stored; once, until it fits again
 */
export async function createDrafts(
  client: HostClient,
  onProblem: (error: unknown) => void,
  page: DraftsPage,
): Promise<Drafts> {
  const texts = new Map<string, string>();
  const window = crypto.randomUUID();
  const writer = createDraftWriter(client, {
    onProblem,
    window,
    textOf: (name) => texts.get(name) ?? null,
    onConflict: (name, otherText) => others.onConflict(name, otherText),
  });
  const others = createFollower(client, texts, writer);
  page.addEventListener('pagehide', () => void writer.flush());
  client.on('drafts.changed', (change) => {
    if (change.window !== window) others.follow(change.names).catch(() => undefined);
  });
  async function reload(): Promise<void> {
    texts.clear();
    const { drafts } = await client.call('drafts.get', {});
    for (const [name, text] of Object.entries(drafts)) {
      // Typed meanwhile: the host finds out that both have a text.
      if (texts.has(name)) continue;
      texts.set(name, text);
      writer.know(name, text);
    }
  }
  await reload();
  return {
    flush: () => writer.flush(),
    unstored: () => writer.unstored(),
    reload,
    ofWindow: page.sessionStorage,
    onOtherWindows: others.addListener,
    getItem: (name) => texts.get(name) ?? null,
    names: () => [...texts.keys()],
    setItem(name, text) {
      if (texts.get(name) === text) return;
      texts.set(name, text);
      writer.enqueue(name, text);
    },
    removeItem(name) {
      writer.allow(name);
      if (texts.delete(name)) writer.enqueue(name, null);
    },
  };
}

/** Takes over what other windows with the same folder have changed. */
function createFollower(
  client: HostClient,
  texts: Map<string, string>,
  writer: Pick<DraftWriter, 'know' | 'isPending'>,
) {
  const listeners: OtherWindows[] = [];
  function take(drafts: Readonly<Record<string, string>>, names: readonly string[]): void {
    for (const name of names) writer.know(name, drafts[name] ?? null);
    const followed = copyTexts(texts, drafts, names);
    if (followed.length > 0) for (const listener of listeners) listener.followed(followed);
  }
  return {
    addListener: (listener: OtherWindows) => void listeners.push(listener),
    /** A draft that this window has edited meanwhile stays: the host finds out, and `onConflict` gets the other text. */
    async follow(names: string[]): Promise<void> {
      const { drafts } = await client.call('drafts.get', { names });
      take(
        drafts,
        names.filter((name) => !writer.isPending(name)),
      );
    },
    onConflict(name: string, otherText: string): void {
      if (texts.has(name)) for (const listener of listeners) listener.replaced(name, otherText);
      else take({ [name]: otherText }, [name]);
    },
  };
}

/** @returns the names of the drafts whose texts have changed */
function copyTexts(
  texts: Map<string, string>,
  source: Readonly<Record<string, string>>,
  names: readonly string[],
): string[] {
  const changedNames = names.filter((name) => source[name] !== texts.get(name));
  for (const name of changedNames) {
    const text = source[name];
    if (text === undefined) texts.delete(name);
    else texts.set(name, text);
  }
  return changedNames;
}
