/** The mask of a session for everything that it stores, reports or prints: its stored secrets, and added values. */
import { createMask, type Mask } from '../platform/secrets/mask.ts';
import type { SecretStore } from '../platform/secrets/secret-store.ts';

export interface WorkspaceMask {
  /** The mask object stays the same until a value changes. */
  current(): Promise<Mask>;
  /** The mask with the stored secrets as they were last read. */
  latest(): Mask;
  add(values: readonly string[]): void;
  /** Adds a value that changes: of those that were set under this name, the last ones are masked. */
  set(name: string, value: string): void;
}

/** Runs that go on beside each other may each have set a value of their own. */
const MAX_VALUES = 8;

/** @param root real path of the workspace */
export function createWorkspaceMask(secrets: Pick<SecretStore, 'valuesToMask'>, root: string): WorkspaceMask {
  let added: readonly string[] = [];
  let named: ReadonlyMap<string, readonly string[]> = new Map();
  let read: readonly string[] = [];
  let last: { stored: readonly string[]; added: readonly string[]; named: typeof named; mask: Mask } | undefined;
  function maskOf(stored: readonly string[]): Mask {
    if (last?.stored !== stored || last.added !== added || last.named !== named) {
      last = { stored, added, named, mask: createMask([...stored, ...added, ...[...named.values()].flat()]) };
    }
    return last.mask;
  }
  return {
    async current() {
      read = await secrets.valuesToMask(root);
      return maskOf(read);
    },
    latest: () => maskOf(read),
    set(name, value) {
      const before = named.get(name) ?? [];
      if (before.at(-1) === value) return;
      const values = [...before.filter((one) => one !== value), value].slice(-MAX_VALUES);
      named = new Map([...named, [name, values]]);
    },
    add(values) {
      const newValues = values.filter((value) => !added.includes(value));
      if (newValues.length > 0) added = [...added, ...newValues];
    },
  };
}
