/** The mask of a session for everything that it stores, reports or prints: its stored secrets, and added values. */
import { createMask, type Mask } from '../platform/secrets/mask.ts';
import type { SecretStore } from '../platform/secrets/secret-store.ts';

export interface WorkspaceMask {
  /** The mask object stays the same until a value changes. */
  current(): Promise<Mask>;
  /** The mask with the stored secrets as they were last read. */
  latest(): Mask;
  add(values: readonly string[]): void;
  /** Adds a value that changes over time; only the latest values set under this name are masked. */
  set(name: string, value: string): void;
}

/** Concurrent runs may each have set a value of their own. */
const MAX_VALUES = 8;

/** @param root real path of the workspace */
export function createWorkspaceMask(secrets: Pick<SecretStore, 'valuesToMask'>, root: string): WorkspaceMask {
  let addedValues: readonly string[] = [];
  let valuesByName: ReadonlyMap<string, readonly string[]> = new Map();
  let storedSecrets: readonly string[] = [];
  let lastMask:
    | { stored: readonly string[]; added: readonly string[]; named: typeof valuesByName; mask: Mask }
    | undefined;
  function maskOf(stored: readonly string[]): Mask {
    if (lastMask?.stored !== stored || lastMask.added !== addedValues || lastMask.named !== valuesByName) {
      lastMask = {
        stored,
        added: addedValues,
        named: valuesByName,
        mask: createMask([...stored, ...addedValues, ...[...valuesByName.values()].flat()]),
      };
    }
    return lastMask.mask;
  }
  return {
    async current() {
      storedSecrets = await secrets.valuesToMask(root);
      return maskOf(storedSecrets);
    },
    latest: () => maskOf(storedSecrets),
    set(name, value) {
      const before = valuesByName.get(name) ?? [];
      if (before.at(-1) === value) return;
      const values = [...before.filter((one) => one !== value), value].slice(-MAX_VALUES);
      valuesByName = new Map([...valuesByName, [name, values]]);
    },
    add(values) {
      const newValues = values.filter((value) => !addedValues.includes(value));
      if (newValues.length > 0) addedValues = [...addedValues, ...newValues];
    },
  };
}
