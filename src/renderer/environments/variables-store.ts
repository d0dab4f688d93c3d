/**
 * The variables of the environment, folder or scope that the page shows, with what is typed into them: stored a moment
 * later, and undone change by change.
 */
import { createStore, type StoreApi } from 'zustand';
import { toFailure, type Failure } from '../../contract/errors.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import type { DeclaredVariable, VariableOwner } from '../../contract/variable-calls.ts';
import { changedText, same, toRows, toText, whatChanged } from './variable-rows.ts';

const SAVE_DELAY_MS = 400;
/** Changes of one cell within this time are undone together. */
const SAME_CHANGE_MS = 1000;
const MAX_UNDO = 200;

interface Snapshot {
  rows: DeclaredVariable[];
  current: Record<string, string>;
}
interface History {
  past: Snapshot[];
  future: Snapshot[];
  last: { what: string; at: number };
}

export interface VariablesStore extends Snapshot {
  owner: VariableOwner | null;
  /** Names of secrets that have a value. */
  stored: string[];
  /** Names of secrets for which a script has set a value. */
  hidden: string[];
  status: 'saved' | 'saving' | 'unsaved';
  /** Why the last change is not stored. */
  problem: Failure | null;
  /** Names to be given a value: rows for them are shown. */
  wanted: readonly string[];
  canUndo: boolean;
  canRedo: boolean;
  /** Stores what is typed, then shows another owner. */
  show(owner: VariableOwner): Promise<void>;
  define(names: readonly string[]): void;
  edit(rows: readonly DeclaredVariable[]): void;
  /** The value that requests use now; null goes back to the shared one. */
  setCurrent(values: Record<string, string | null>): void;
  undo(): void;
  redo(): void;
  /** The value of a secret, for the person who asked to see it. */
  reveal(name: string): Promise<string | null>;
  /** @param overwrite also when another program has changed the file */
  save(overwrite?: boolean): Promise<void>;
  /** Lets go of what is typed and shows what is on disk. */
  takeTheirs(): Promise<void>;
  add(name: string, copyOf: string | null): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** @returns what brings it back */
  remove(name: string): Promise<() => Promise<void>>;
}

const keyOf = (owner: VariableOwner | null) => JSON.stringify(owner);

/** @param onStored is called after every change that is stored, so that other views read the variables again */
export function createVariablesStore(client: HostClient, onStored: () => Promise<void>): StoreApi<VariablesStore> {
  const histories = new Map<string, History>();
  /** What the host has, to which what is typed is compared. */
  let onDisk: Snapshot & { version: string } = { rows: [], current: {}, version: '' };
  /** Secrets that were overwritten here, by name, so that undo brings them back. */
  let former = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> = Promise.resolve();
  /** The owner of the last call of `show`. */
  let latestShown = '';

  const store = createStore<VariablesStore>()((set, get) => {
    const history = (): History => {
      const key = keyOf(get().owner);
      const history = histories.get(key) ?? { past: [], future: [], last: { what: '', at: 0 } };
      histories.set(key, history);
      return history;
    };
    const showHistory = () => set({ canUndo: history().past.length > 0, canRedo: history().future.length > 0 });
    /** @param what the same for changes that are undone together */
    const change = (next: Partial<Snapshot>, what: string) => {
      const { rows, current } = get();
      const all = history();
      const now = Date.now();
      if (all.last.what !== what || now - all.last.at > SAME_CHANGE_MS) all.past.push({ rows, current });
      all.past = all.past.slice(-MAX_UNDO);
      all.future = [];
      all.last = { what, at: now };
      put(next);
    };
    const put = (next: Partial<Snapshot>) => {
      set({ ...next, status: 'unsaved' });
      showHistory();
      clearTimeout(timer);
      timer = setTimeout(() => void get().save(), SAVE_DELAY_MS);
    };
    const step = (from: 'past' | 'future') => {
      const all = history();
      const next = all[from].pop();
      if (!next) return;
      const { rows, current } = get();
      all[from === 'past' ? 'future' : 'past'].push({ rows, current });
      all.last = { what: '', at: 0 };
      put(next);
    };
    const load = async (owner: VariableOwner) => {
      const answer = await client.call('variables.read', { owner });
      const isGlobals = owner.kind === 'globals';
      const rows = isGlobals ? toRows(answer.current) : answer.variables;
      return { ...answer, rows, current: isGlobals ? {} : answer.current };
    };
    const write = async (overwrite: boolean) => {
      const { owner, rows, current, wanted } = get();
      if (!owner) return;
      if (owner.kind === 'globals') {
        await client.call('variables.setCurrent', { owner, values: changedText(toText(onDisk.rows), toText(rows)) });
      } else {
        const values = changedText(onDisk.current, current);
        if (Object.keys(values).length > 0) await client.call('variables.setCurrent', { owner, values });
        if (!same(rows, onDisk.rows)) {
          // A name that is to be defined and has no value yet would count as defined.
          const isPending = ({ name, value, secret }: DeclaredVariable) =>
            value === '' && !secret && wanted.includes(name) && !onDisk.rows.some((row) => row.name === name);
          const variables = await withFormer(rows.filter((row) => !isPending(row)));
          const version = overwrite ? {} : { version: onDisk.version };
          onDisk.version = (await client.call('variables.write', { owner, variables, ...version })).version;
          const secrets = variables.filter(({ secret, value }) => secret && value !== '').map(({ name }) => name);
          set(({ stored }) => ({ stored: [...new Set([...stored, ...secrets])] }));
        }
      }
      onDisk = { ...onDisk, rows, current };
    };
    /** Before a stored secret is overwritten it is remembered; one that is empty again gets its value back. */
    const withFormer = async (rows: readonly DeclaredVariable[]): Promise<DeclaredVariable[]> => {
      for (const { name, value, secret } of rows) {
        if (!secret || value === '' || former.has(name) || !get().stored.includes(name)) continue;
        former.set(name, (await get().reveal(name)) ?? '');
      }
      return rows.map((row) => (row.secret && row.value === '' ? { ...row, value: former.get(row.name) ?? '' } : row));
    };
    const refresh = async () => {
      const { owner, status } = get();
      if (!owner || status !== 'saved') return;
      const answer = await load(owner);
      if (keyOf(get().owner) !== keyOf(owner) || get().status !== 'saved') return;
      accept(answer);
    };
    const accept = (answer: Awaited<ReturnType<typeof load>>) => {
      const { rows: shown, wanted } = get();
      // The value of a secret is not read back: what is typed stays in its field.
      const typed = new Map(shown.filter(({ secret }) => secret).map(({ name, value }) => [name, value]));
      const rows = answer.rows.map((row) => (row.secret ? { ...row, value: typed.get(row.name) ?? '' } : row));
      onDisk = { rows, current: answer.current, version: answer.version };
      const missing = wanted.filter((name) => !rows.some((row) => row.name === name));
      const next = [...rows, ...missing.map((name) => ({ name, value: '', secret: false }))];
      const { current, stored, hidden } = answer;
      set({ rows: same(next, shown) ? shown : next, current, stored, hidden, status: 'saved', problem: null });
    };
    return {
      owner: null,
      rows: [],
      current: {},
      stored: [],
      hidden: [],
      status: 'saved',
      problem: null,
      wanted: [],
      canUndo: false,
      canRedo: false,
      async show(owner) {
        latestShown = keyOf(owner);
        if (keyOf(get().owner) === keyOf(owner)) return refresh();
        const answer = await load(owner);
        // What is typed while the host answers is stored first, or the former owner stays on the screen.
        while (get().status !== 'saved') {
          await get().save();
          if (get().status === 'unsaved' && get().problem) return;
        }
        // Several calls may wait at once: only the last one counts, and the second of two for one owner changes nothing.
        if (latestShown !== keyOf(owner) || keyOf(get().owner) === keyOf(owner)) return;
        former = new Map();
        set(({ owner: before, wanted }) => ({ owner, rows: [], wanted: before ? [] : wanted }));
        accept(answer);
        showHistory();
      },
      define(names) {
        set(({ rows }) => ({
          wanted: names,
          rows: [
            ...rows,
            ...names
              .filter((name) => !rows.some((row) => row.name === name))
              .map((name) => ({ name, value: '', secret: false })),
          ],
        }));
      },
      edit(rows) {
        change({ rows: [...rows] }, whatChanged(get().rows, rows));
      },
      setCurrent(values) {
        const next = Object.entries({ ...get().current, ...values }).filter(([, value]) => value !== null);
        const reset = Object.keys(values).filter((name) => get().hidden.includes(name));
        const { owner } = get();
        if (reset.length > 0 && owner) {
          const taken = Object.fromEntries(reset.map((name) => [name, null]));
          set(({ hidden }) => ({ hidden: hidden.filter((name) => !reset.includes(name)) }));
          saving = saving.then(() =>
            client.call('variables.setCurrent', { owner, values: taken }).then(() => undefined),
          );
        }
        change(
          { current: Object.fromEntries(next) as Record<string, string> },
          `current ${Object.keys(values).join()}`,
        );
      },
      undo: () => step('past'),
      redo: () => step('future'),
      async reveal(name) {
        const { owner } = get();
        if (owner?.kind !== 'environment') return null;
        return (await client.call('variables.reveal', { environment: owner.name, name })).value;
      },
      save(overwrite = false) {
        clearTimeout(timer);
        saving = saving.then(async () => {
          if (get().status === 'saved') return;
          const { rows, current } = get();
          set({ status: 'saving' });
          try {
            await write(overwrite);
            const isNewest = get().rows === rows && get().current === current;
            set({ problem: null, ...(isNewest ? { status: 'saved' } : {}) });
            await onStored();
          } catch (error) {
            set({ status: 'unsaved', problem: toFailure(error) });
          }
        });
        return saving;
      },
      async takeTheirs() {
        const { owner } = get();
        if (!owner) return;
        clearTimeout(timer);
        await saving;
        accept(await load(owner));
      },
      async add(name, copyOf) {
        await get().save();
        await client.call('collection.addEnvironment', { name, copyOf });
        await onStored();
        await get().show({ kind: 'environment', name });
      },
      async rename(from, to) {
        await get().save();
        await client.call('collection.renameEnvironment', { from, to });
        const [key, next] = [keyOf({ kind: 'environment', name: from }), keyOf({ kind: 'environment', name: to })];
        const moved = histories.get(key);
        if (moved) histories.set(next, moved);
        await onStored();
        await get().show({ kind: 'environment', name: to });
      },
      async remove(name) {
        await get().save();
        const { token } = await client.call('collection.removeEnvironment', { name });
        set({ owner: null, rows: [], current: {} });
        await onStored();
        return async () => {
          await client.call('collection.restore', { token });
          await onStored();
          await get().show({ kind: 'environment', name });
        };
      },
    };

    /** Another program, or a script, may have changed what is shown. */
    function follow() {
      void refresh().catch(() => undefined);
    }
    client.on('workspace.changed', follow);
    client.on('run.event', (event) => event.type === 'run.finished' && follow());
  });
  return store;
}
