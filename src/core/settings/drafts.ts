/** Unsaved texts, written to disk within a moment so that they outlive a crash, and shared by all windows of a folder. */
import * as z from 'zod';
import { draftDigest } from '../../contract/collection/draft-limits.ts';
import { codedError } from '../../contract/errors.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import type { Events } from '../platform/events.ts';
import { openJsonStore, type JsonStore } from '../platform/json/json-store.ts';

/** Limit for all drafts together, in bytes of UTF-8. */
export const MAX_DRAFTS_BYTES = 24 * 1024 * 1024;

const schema = z.object({ drafts: z.record(z.string(), z.string()).default({}) });

type Texts = Readonly<Record<string, string>>;
type Changes = Readonly<Record<string, string | null>>;

export interface Drafts {
  api: Pick<HostApi, 'drafts.get' | 'drafts.set'>;
  /** Announces what another application has changed in the file. */
  refresh(): Promise<void>;
  /** Settles when all drafts that the host was sent are on disk; it accepts no others. */
  close(): Promise<void>;
}

export interface DraftsOptions {
  /** Is read with the first call. */
  file: string;
  onNotice: (text: string) => void;
  events: Pick<Events, 'emit'>;
}

export function createDrafts({ file, onNotice, events }: DraftsOptions): Drafts {
  let openedStore: Promise<JsonStore<z.output<typeof schema>>> | undefined;
  const store = () =>
    (openedStore ??= openJsonStore({ file, schema: () => schema, initial: { drafts: {} }, onNotice }));
  const writes = new Set<Promise<unknown>>();
  let isClosed = false;
  /** The drafts that the windows know; undefined until the first one has read them. */
  let announced: Texts | undefined;

  function announce(drafts: Texts, window?: string): void {
    const names = announced ? changedNames(announced, drafts) : [];
    announced = drafts;
    if (names.length > 0) events.emit('drafts.changed', { names, ...(window === undefined ? {} : { window }) });
  }
  async function read(): Promise<Texts> {
    const { drafts } = await (await store()).refresh();
    announce(drafts);
    return drafts;
  }
  async function write({ changes, replaced, window }: DraftChange) {
    const drafts = await store();
    let change: AppliedDrafts | undefined;
    await drafts.update((current) => {
      announce(current.drafts);
      change = applyDrafts(current.drafts, changes, replaced);
      return { drafts: change.drafts };
    });
    announce(drafts.get().drafts, window);
    return { refused: change?.refused ?? [], conflicts: change?.conflicts ?? {} };
  }
  return {
    api: {
      async 'drafts.get'({ names }) {
        const drafts = await read();
        return { drafts: names ? Object.fromEntries(names.flatMap((name) => entryOf(drafts, name))) : drafts };
      },
      async 'drafts.set'({ drafts: changes, replaced = {}, window }) {
        if (isClosed) throw codedError('Cancelled', 'The workspace was closed.');
        const written = write({ changes, replaced, window });
        writes.add(written);
        return written.finally(() => writes.delete(written));
      },
    },
    async refresh() {
      if (announced) await read();
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(writes);
    },
  };
}

interface DraftChange {
  changes: Changes;
  /** The digests of the texts that the window replaces. */
  replaced: Changes;
  window: string | undefined;
}
interface AppliedDrafts {
  drafts: Record<string, string>;
  refused: string[];
  conflicts: Record<string, string>;
}

const entryOf = (texts: Texts, name: string): [string, string][] =>
  Object.hasOwn(texts, name) ? [[name, texts[name] ?? '']] : [];

const changedNames = (before: Texts, after: Texts): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]);

/** Whether another window has stored a text that the one that sends a change does not know. */
function isUnknown(stored: string, name: string, { changes, replaced }: Omit<DraftChange, 'window'>): boolean {
  const known = replaced[name];
  return known !== undefined && stored !== changes[name] && draftDigest(stored) !== known;
}

/** Removals are applied first, because they make room. */
function applyDrafts(current: Texts, sent: Changes, replaced: Changes): AppliedDrafts {
  const conflicts = Object.fromEntries(
    Object.entries(current).filter(([name, text]) => isUnknown(text, name, { changes: sent, replaced })),
  );
  const changes = Object.entries(sent).filter(([name]) => !Object.hasOwn(conflicts, name));
  const drafts = new Map(Object.entries(current));
  for (const [name, text] of changes) if (text === null) drafts.delete(name);
  let total = 0;
  for (const text of drafts.values()) total += Buffer.byteLength(text);
  const refusedDrafts: string[] = [];
  for (const [name, text] of changes) {
    if (text === null) continue;
    const size = total - Buffer.byteLength(drafts.get(name) ?? '') + Buffer.byteLength(text);
    if (size > MAX_DRAFTS_BYTES) refusedDrafts.push(name);
    else {
      drafts.set(name, text);
      total = size;
    }
  }
  return { drafts: Object.fromEntries(drafts), refused: refusedDrafts, conflicts };
}
