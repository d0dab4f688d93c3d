/** Unsaved texts, written to disk within a moment so that they outlive a crash. */
import * as z from 'zod';
import type { HostApi } from '../../contract/host-contract.ts';
import { openJsonStore, type JsonStore } from '../platform/json/json-store.ts';

/** Limit for all drafts together, in bytes of UTF-8. */
export const MAX_DRAFTS_BYTES = 24 * 1024 * 1024;

const schema = z.object({ drafts: z.record(z.string(), z.string()).default({}) });

export interface Drafts {
  api: Pick<HostApi, 'drafts.get' | 'drafts.set'>;
  /** Settles when all drafts that the host was sent are on disk. */
  close(): Promise<void>;
}

/** @param file is read with the first call */
export function createDrafts(file: string, onNotice: (text: string) => void): Drafts {
  let openedStore: Promise<JsonStore<z.output<typeof schema>>> | undefined;
  const store = () =>
    (openedStore ??= openJsonStore({ file, schema: () => schema, initial: { drafts: {} }, onNotice }));
  const writes = new Set<Promise<unknown>>();

  async function write(changes: Record<string, string | null>): Promise<string[]> {
    let refusedDrafts: string[] = [];
    const drafts = await store();
    await drafts.update((current) => {
      const change = applyDrafts(current.drafts, changes);
      refusedDrafts = change.refused;
      return { drafts: change.drafts };
    });
    return refusedDrafts;
  }
  return {
    api: {
      'drafts.get': async () => (await store()).refresh(),
      async 'drafts.set'({ drafts }) {
        const written = write(drafts);
        writes.add(written);
        return { refused: await written.finally(() => writes.delete(written)) };
      },
    },
    close: async () => void (await Promise.allSettled(writes)),
  };
}

/** Removals are applied first, because they make room. */
function applyDrafts(current: Record<string, string>, changes: Record<string, string | null>) {
  const drafts = new Map(Object.entries(current).filter(([name]) => changes[name] !== null));
  let total = 0;
  for (const text of drafts.values()) total += Buffer.byteLength(text);
  const refusedDrafts: string[] = [];
  for (const [name, text] of Object.entries(changes)) {
    if (text === null) continue;
    const size = total - Buffer.byteLength(drafts.get(name) ?? '') + Buffer.byteLength(text);
    if (size > MAX_DRAFTS_BYTES) refusedDrafts.push(name);
    else {
      drafts.set(name, text);
      total = size;
    }
  }
  return { drafts: Object.fromEntries(drafts), refused: refusedDrafts };
}
