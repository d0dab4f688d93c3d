/** The stored variables of the shown owner, with which edits are compared when they are written. */
import { isSameJson } from '../../ui/same-json.ts';
import type { HostClient } from '../../../contract/host-contract.ts';
import type {
  DeclaredVariable,
  InheritedVariable,
  VariableOwner,
} from '../../../contract/collection/variable-calls.ts';
import { createOverwrittenSecrets } from './overwritten-secrets.ts';
import type { VariableSnapshot } from './variable-history.ts';
import { changedText, toRows, toText } from './variable-rows.ts';

interface StoredVariables extends VariableSnapshot {
  version: string;
}

export interface ReadVariables extends StoredVariables {
  /** Names of secrets that have a value. */
  stored: string[];
  inherited: InheritedVariable[];
  /** Names of secrets for which a script has set a value. */
  hidden: string[];
}

interface TypedVariables extends VariableSnapshot {
  owner: VariableOwner;
  /** Names to be defined; a row for one is not written before it has a value. */
  requestedNames: readonly string[];
  /** Names of secrets that have a value. */
  stored: readonly string[];
}

export interface VariableStorage {
  read(owner: VariableOwner): Promise<ReadVariables>;
  /** @returns the value of a secret; null when it has none, or the owner is not an environment */
  reveal(owner: VariableOwner | null, name: string): Promise<string | null>;
  /** Another owner is shown: overwritten secrets of the former one can no longer be restored. */
  changeOwner(owner: VariableOwner): void;
  /** From now on, edits are compared with these values. */
  accept(storedVariables: StoredVariables): void;
  /**
   * Writes the differences from the stored values.
   * @param overwrite also if another program has changed the file
   * @returns names of the secrets that were written
   */
  write(typed: TypedVariables, overwrite: boolean): Promise<string[]>;
}

export function createVariableStorage(client: HostClient): VariableStorage {
  let onDisk: StoredVariables = { rows: [], current: {}, version: '' };
  let secrets = createOverwrittenSecrets(() => Promise.resolve(null));

  async function reveal(owner: VariableOwner | null, name: string): Promise<string | null> {
    if (owner?.kind !== 'environment') return null;
    return (await client.call('variables.reveal', { environment: owner.name, name })).value;
  }
  async function writeRows(
    { owner, rows, requestedNames, stored }: TypedVariables,
    overwrite: boolean,
  ): Promise<string[]> {
    // A name without a value would count as defined.
    const isPending = ({ name, value, secret }: DeclaredVariable) =>
      value === '' && !secret && requestedNames.includes(name) && !onDisk.rows.some((row) => row.name === name);
    const complete = rows.filter((row) => !isPending(row));
    const variables = await secrets.restore(complete, stored);
    const expected = overwrite ? {} : { version: onDisk.version };
    onDisk.version = (await client.call('variables.write', { owner, variables, ...expected })).version;
    return variables.filter(({ secret, value }) => secret && value !== '').map(({ name }) => name);
  }

  return {
    reveal,
    async read(owner) {
      const answer = await client.call('variables.read', { owner });
      const isGlobals = owner.kind === 'globals';
      const rows = isGlobals ? toRows(answer.current) : answer.variables;
      return { ...answer, rows, current: isGlobals ? {} : answer.current };
    },
    changeOwner(owner) {
      secrets = createOverwrittenSecrets((name) => reveal(owner, name));
    },
    accept({ rows, current, version }) {
      onDisk = { rows, current, version };
    },
    async write(typed, overwrite) {
      const { owner, rows, current } = typed;
      const isGlobals = owner.kind === 'globals';
      const values = isGlobals ? changedText(toText(onDisk.rows), toText(rows)) : changedText(onDisk.current, current);
      if (isGlobals || Object.keys(values).length > 0) await client.call('variables.setCurrent', { owner, values });
      const isTableChanged = !isGlobals && !isSameJson(rows, onDisk.rows);
      const written = isTableChanged ? await writeRows(typed, overwrite) : [];
      onDisk = { ...onDisk, rows, current };
      return written;
    },
  };
}
