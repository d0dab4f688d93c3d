/**
 * Current values of variables, as scripts have set them: globals by workspace, collection variables by the collection's
 * folder, environment variables by environment. They are stored in the user's folder and never in the workspace's
 * files, because a script may put a token there. Only values that differ from the files are stored, so that a change of
 * a file takes effect.
 */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { entriesOf, environmentEntries, removeEntries } from '../../platform/secrets/environment-entries.ts';
import { renameEntries, restoreEntries, withEntries } from '../../platform/secrets/environment-entries.ts';
import { openJsonStore } from '../../platform/json/json-store.ts';
import { ownValue } from '../../platform/json/own-value.ts';
import { applyChanges, changedValues } from '../../platform/json/value-changes.ts';

type Values = Record<string, unknown>;
export interface ScopeValues {
  globals: Values;
  collection: Values;
  environment: Values;
}
/** `workspace` and `collection` are folders. Without an environment, environment variables are not stored. */
export interface ValuesOwner {
  workspace: string;
  collection: string;
  environment: string | undefined;
}

export interface CurrentValues {
  /** The values that scripts have set, without those that only the files define. */
  of(owner: ValuesOwner): Promise<ScopeValues>;
  /**
   * Stores only the changes of a run, so that values which another run has stored meanwhile stay.
   * @param run.before the values of the scopes when the run began, `run.after` when it ended
   * @param run.inFile the values of the environment's file: a variable that is set back to its value there is not
   * stored
   */
  save(owner: ValuesOwner, run: { before: ScopeValues; after: ScopeValues; inFile: Values }): Promise<void>;
  /** Stores values as if a script had set them; undefined restores the value of the file. */
  set(owner: ValuesOwner, scope: keyof ScopeValues, values: Values): Promise<void>;
  renameEnvironment(workspace: string, from: string, to: string): Promise<void>;
  /** @param token the token under which the trash holds the environment */
  removeEnvironment(workspace: string, environment: string, token: string): Promise<void>;
  /** Undoes a removal; a token of another deletion has no effect. */
  restoreEnvironment(workspace: string, token: string): Promise<void>;
}

const values = z.record(z.string(), z.unknown());
const workspaceValues = z.object({
  globals: values.default({}),
  collections: z.record(z.string(), values).default({}),
  ...environmentEntries(z.unknown()),
});
type WorkspaceValues = z.output<typeof workspaceValues>;
const schema = z.object({ workspaces: z.record(z.string(), workspaceValues).default({}) });

export async function openCurrentValues(file: string, onNotice: (text: string) => void): Promise<CurrentValues> {
  const store = await openJsonStore({ file, schema: () => schema, initial: { workspaces: {} }, onNotice });
  const ofWorkspace = ({ workspaces }: z.output<typeof schema>, workspace: string): WorkspaceValues =>
    ownValue(workspaces, workspace) ?? workspaceValues.parse({});
  const update = (workspace: string, change: (all: WorkspaceValues) => WorkspaceValues) =>
    store.update((all) => ({
      workspaces: { ...all.workspaces, [workspace]: change(ofWorkspace(all, workspace)) },
    }));
  return {
    of: async (owner) => scopeValues(ofWorkspace(await store.refresh(), owner.workspace), owner),
    async save(owner, { before, after, inFile }) {
      if (isDeepStrictEqual(before, after)) return;
      await update(owner.workspace, (all) => {
        const storedValues = scopeValues(all, owner);
        const environment = applyChanges(storedValues.environment, before.environment, after.environment);
        const next: WorkspaceValues = {
          ...all,
          globals: applyChanges(storedValues.globals, before.globals, after.globals),
          collections: {
            ...all.collections,
            [owner.collection]: applyChanges(storedValues.collection, before.collection, after.collection),
          },
        };
        if (owner.environment === undefined) return next;
        return withEntries<Values, WorkspaceValues>(next, owner.environment, changedValues(inFile, environment));
      });
    },
    set: (owner, scope, changed) =>
      update(owner.workspace, (all) => {
        const merged = Object.entries({ ...scopeValues(all, owner)[scope], ...changed });
        const next = Object.fromEntries(merged.filter(([, value]) => value !== undefined));
        if (scope === 'globals') return { ...all, globals: next };
        if (scope === 'collection') return { ...all, collections: { ...all.collections, [owner.collection]: next } };
        if (owner.environment === undefined) return all;
        return withEntries<Values, WorkspaceValues>(all, owner.environment, next);
      }),
    renameEnvironment: (workspace, from, to) => update(workspace, (all) => renameEntries(all, from, to)),
    removeEnvironment: (workspace, environment, token) =>
      update(workspace, (all) => removeEntries(all, environment, token)),
    restoreEnvironment: (workspace, token) => update(workspace, (all) => restoreEntries(all, token)),
  };
}

function scopeValues(all: WorkspaceValues, owner: ValuesOwner): ScopeValues {
  return {
    globals: all.globals,
    collection: ownValue(all.collections, owner.collection) ?? {},
    environment: (owner.environment === undefined ? undefined : entriesOf(all, owner.environment)) ?? {},
  };
}
