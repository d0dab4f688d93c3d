/** The mask of a session for everything that it stores, reports or prints: its stored secrets, and added values. */
import { createMask, type Mask } from '../platform/secrets/mask.ts';
import type { SecretStore } from '../platform/secrets/secret-store.ts';

export interface WorkspaceMask {
  /** The mask object stays the same until a value changes. */
  current(): Promise<Mask>;
  add(values: readonly string[]): void;
  /** Adds a value that changes: the one that was set before under this name is forgotten. */
  set(name: string, value: string): void;
}

/** @param root real path of the workspace */
export function createWorkspaceMask(secrets: Pick<SecretStore, 'valuesToMask'>, root: string): WorkspaceMask {
  let added: readonly string[] = [];
  let named: ReadonlyMap<string, string> = new Map();
  let last: { stored: readonly string[]; added: readonly string[]; named: typeof named; mask: Mask } | undefined;
  return {
    async current() {
      const stored = await secrets.valuesToMask(root);
      if (last?.stored !== stored || last.added !== added || last.named !== named) {
        last = { stored, added, named, mask: createMask([...stored, ...added, ...named.values()]) };
      }
      return last.mask;
    },
    set(name, value) {
      if (named.get(name) !== value) named = new Map([...named, [name, value]]);
    },
    add(values) {
      const fresh = values.filter((value) => !added.includes(value));
      if (fresh.length > 0) added = [...added, ...fresh];
    },
  };
}
