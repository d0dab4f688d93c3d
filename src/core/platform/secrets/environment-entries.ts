/**
 * Values that are stored for each environment of a workspace. They follow the environment: renamed with it, set aside
 * when it is removed, and restored when the removal is undone.
 */
import * as z from 'zod';
import { ownValue } from '../json/own-value.ts';

type Entries = Record<string, unknown>;
export interface EnvironmentEntries<E extends Entries> {
  environments: Record<string, E>;
  /**
   * The entries of removed environments, by the token with which the environment's file can be restored from the trash.
   */
  removed: Record<string, { environment: string; entries: E; removedAt: number }>;
}

/** The same time as the trash stores files. */
const REMOVED_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** @param entry the schema of one value */
export function environmentEntries<V extends z.ZodType>(entry: V) {
  const entries = z.record(z.string(), entry);
  return {
    environments: z.record(z.string(), entries).default({}),
    removed: z.record(z.string(), z.object({ environment: z.string(), entries, removedAt: z.number() })).default({}),
  };
}

export function entriesOf<E extends Entries>(all: EnvironmentEntries<E>, environment: string): E | undefined {
  return ownValue(all.environments, environment);
}
export function withEntries<E extends Entries, A extends EnvironmentEntries<E>>(
  all: A,
  environment: string,
  entries: E,
): A {
  const { [environment]: _before, ...environments } = all.environments;
  const isEmpty = Object.keys(entries).length === 0;
  return { ...all, environments: isEmpty ? environments : { ...environments, [environment]: entries } };
}
/** Replaces entries that a former environment of the new name has left. */
export function renameEntries<E extends Entries, A extends EnvironmentEntries<E>>(all: A, from: string, to: string): A {
  const entries = entriesOf(all, from) ?? ({} as E);
  return withEntries<E, A>(withEntries<E, A>(all, from, {} as E), to, entries);
}
export function removeEntries<E extends Entries, A extends EnvironmentEntries<E>>(
  all: A,
  environment: string,
  token: string,
): A {
  const now = Date.now();
  const recent = Object.entries(all.removed).filter(([, { removedAt }]) => removedAt > now - REMOVED_FOR_MS);
  const entries = entriesOf(all, environment);
  const trashEntry = entries ? { [token]: { environment, entries, removedAt: now } } : {};
  return { ...withEntries<E, A>(all, environment, {} as E), removed: { ...Object.fromEntries(recent), ...trashEntry } };
}
/** Has no effect for a token of another deletion. */
export function restoreEntries<E extends Entries, A extends EnvironmentEntries<E>>(all: A, token: string): A {
  const removedEntries = ownValue(all.removed, token);
  if (!removedEntries) return all;
  const { [token]: _restored, ...removed } = all.removed;
  const entries = { ...removedEntries.entries, ...entriesOf(all, removedEntries.environment) };
  return { ...withEntries<E, A>(all, removedEntries.environment, entries), removed };
}
