/** The variables of the shown owner as the host has them, with which what is typed is compared when it is written. */
import type { HostClient } from '../../contract/host-contract.ts';
import type { DeclaredVariable, VariableOwner } from '../../contract/variable-calls.ts';
import type { VariableSnapshot } from './variable-history.ts';
import { changedText, same, toRows, toText } from './variable-rows.ts';

export interface ReadVariables extends VariableSnapshot {
  version: string;
  /** Names of secrets that have a value. */
  stored: string[];
  /** Names of secrets for which a script has set a value. */
  hidden: string[];
}

interface TypedVariables extends VariableSnapshot {
  /** Names that are to get a value; a row without one is not written yet. */
  wanted: readonly string[];
  /** Names of secrets that have a value. */
  stored: readonly string[];
}

export interface VariableStorage {
  read(owner: VariableOwner): Promise<ReadVariables>;
  /** From now on, what is typed is compared with this. */
  accept(onDisk: VariableSnapshot & { version: string }): void;
  /** Another owner is shown: overwritten secrets of the former cannot be brought back any more. */
  forgetSecrets(): void;
  /**
   * Writes what differs from what the host has.
   * @param write.overwrite also when another program has changed the file
   * @returns names of the secrets that were written
   */
  write(write: { owner: VariableOwner; typed: TypedVariables; overwrite: boolean }): Promise<string[]>;
}

export function createVariableStorage(client: HostClient): VariableStorage {
  let onDisk: VariableSnapshot & { version: string } = { rows: [], current: {}, version: '' };
  /** Values of secrets before they were overwritten here, by name, so that undo brings them back. */
  let overwrittenSecrets = new Map<string, string>();

  async function reveal(environment: string, name: string): Promise<string> {
    return (await client.call('variables.reveal', { environment, name })).value ?? '';
  }
  /** Remembers the value of each stored secret that is about to be overwritten; an empty one gets that value back. */
  async function withOverwrittenSecrets(owner: VariableOwner, rows: DeclaredVariable[], stored: readonly string[]) {
    for (const { name, value, secret } of rows) {
      if (!secret || value === '' || overwrittenSecrets.has(name) || !stored.includes(name)) continue;
      overwrittenSecrets.set(name, owner.kind === 'environment' ? await reveal(owner.name, name) : '');
    }
    return rows.map((row) =>
      row.secret && row.value === '' ? { ...row, value: overwrittenSecrets.get(row.name) ?? '' } : row,
    );
  }
  async function writeRows(owner: VariableOwner, { rows, wanted, stored }: TypedVariables, overwrite: boolean) {
    // A name that is to be defined and has no value yet would count as defined.
    const isPending = ({ name, value, secret }: DeclaredVariable) =>
      value === '' && !secret && wanted.includes(name) && !onDisk.rows.some((row) => row.name === name);
    const variables = await withOverwrittenSecrets(
      owner,
      rows.filter((row) => !isPending(row)),
      stored,
    );
    const expected = overwrite ? {} : { version: onDisk.version };
    onDisk.version = (await client.call('variables.write', { owner, variables, ...expected })).version;
    return variables.filter(({ secret, value }) => secret && value !== '').map(({ name }) => name);
  }

  return {
    async read(owner) {
      const answer = await client.call('variables.read', { owner });
      const isGlobals = owner.kind === 'globals';
      const rows = isGlobals ? toRows(answer.current) : answer.variables;
      return { ...answer, rows, current: isGlobals ? {} : answer.current };
    },
    accept({ rows, current, version }) {
      onDisk = { rows, current, version };
    },
    forgetSecrets() {
      overwrittenSecrets = new Map();
    },
    async write({ owner, typed, overwrite }) {
      const { rows, current } = typed;
      const values =
        owner.kind === 'globals'
          ? changedText(toText(onDisk.rows), toText(rows))
          : changedText(onDisk.current, current);
      if (owner.kind === 'globals' || Object.keys(values).length > 0) {
        await client.call('variables.setCurrent', { owner, values });
      }
      const isTableChanged = owner.kind !== 'globals' && !same(rows, onDisk.rows);
      const secrets = isTableChanged ? await writeRows(owner, typed, overwrite) : [];
      onDisk = { ...onDisk, rows, current };
      return secrets;
    },
  };
}
