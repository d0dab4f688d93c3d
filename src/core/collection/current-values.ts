/**
 * What scripts have made of variables: kept by workspace in the user's folder, never in the workspace's files, for a
 * script may put a token there. Only what differs from the files is kept, so that a change of a file is seen.
 */
import * as z from 'zod';
import { openJsonFile, type JsonFile } from '../platform/json-file.ts';

type Values = Record<string, unknown>;
const values = z.record(z.string(), z.unknown());
const workspaceValues = z.object({
  globals: values,
  collection: values,
  environments: z.record(z.string(), values),
});
type WorkspaceValues = z.output<typeof workspaceValues>;
const schema = z.object({ workspaces: z.record(z.string(), workspaceValues) });

export interface CurrentValues {
  of(root: string): WorkspaceValues;
  set(root: string, next: WorkspaceValues): Promise<void>;
}

export async function openCurrentValues(file: string, onNotice: (text: string) => void): Promise<CurrentValues> {
  const stored: JsonFile<z.output<typeof schema>> = await openJsonFile({
    file,
    schema,
    initial: { workspaces: {} },
    onNotice,
  });
  const of = (root: string): WorkspaceValues =>
    stored.get().workspaces[root] ?? { globals: {}, collection: {}, environments: {} };
  return {
    of,
    async set(root, next) {
      if (JSON.stringify(next) === JSON.stringify(of(root))) return;
      await stored.set({ workspaces: { ...stored.get().workspaces, [root]: next } });
    },
  };
}

/** Those of `after` that `before` has not, or has otherwise. */
export function changedValues(before: Values, after: Values): Values {
  const differs = ([name, value]: [string, unknown]) =>
    !Object.hasOwn(before, name) || JSON.stringify(before[name]) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(after).filter(differs));
}
