/** The differences of a collection that Bruno has written: the order of its entries and of its scripts. */

import type { Environment } from '@opencollection/types/config/environments';
import { textOf } from '../variables/variable-value.ts';

export interface BrunoCollection {
  /** True: post-response scripts run from the request up to the collection, which is Bruno's default. */
  runsRequestFirst: boolean;
  /** Values of the `.env` file, under names such as `process.env.NAME`. */
  processEnvironment: Readonly<Record<string, string>>;
}

/**
 * Recognises the root file of Bruno by its member `extensions.bruno`. Without options of its own, Bruno writes the
 * members `bundled: false` and `extensions: {}`.
 * @returns undefined for a collection that Bruno has not written
 */
export function brunoCollectionOf(root: { extensions?: unknown; bundled?: unknown }): BrunoCollection | undefined {
  const { extensions, bundled } = root;
  if (typeof extensions !== 'object' || extensions === null) return undefined;
  const { bruno } = extensions as { bruno?: unknown };
  if (bundled === false && Object.keys(extensions).length === 0) return withoutOptions();
  if (typeof bruno !== 'object' || bruno === null) return undefined;
  const { flow } = ((bruno as { scripts?: unknown }).scripts ?? {}) as { flow?: unknown };
  return { ...withoutOptions(), runsRequestFirst: flow !== 'sequential' };
}

/** The environment with numbers and flags that have no type as texts, as Bruno reads its files. */
export const withTexts = (environment: Environment): Environment => ({
  ...environment,
  variables: (environment.variables ?? []).map((variable) =>
    'value' in variable && typeof variable.value !== 'object'
      ? { ...variable, value: textOf(variable.value ?? '') }
      : variable,
  ),
});

const withoutOptions = (): BrunoCollection => ({ runsRequestFirst: true, processEnvironment: {} });

interface Scripted {
  request: { runtime?: { scripts?: readonly Script[] | undefined } | undefined };
  defaults: readonly { scripts?: readonly Script[] | undefined }[];
}
interface Script {
  code: string;
}

/**
 * Recognises a collection that was written by hand for Bruno, whose root file says nothing of it, by its scripts: some use
 * `bru`, or the functions of `req` and `res`, and none uses `pm`.
 */
export function brunoCollectionByScripts(requests: readonly Scripted[]): BrunoCollection | undefined {
  let isOfBruno = false;
  const searched = new Set<unknown>();
  for (const { request, defaults } of requests) {
    for (const level of [...defaults, request.runtime]) {
      if (!level?.scripts || searched.has(level)) continue;
      searched.add(level);
      for (const { code } of level.scripts) {
        if (/\bpm\s*\./.test(code)) return undefined;
        isOfBruno ||= /\b(?:bru\s*\.|re[qs]\s*\.\s*[gs]et[A-Z])/.test(code);
      }
    }
  }
  return isOfBruno ? withoutOptions() : undefined;
}

interface Entry {
  seq: number;
  entries: readonly { item?: { kind: string; id: string } }[];
}

/**
 * Sorts folders before requests. A folder without `seq` is sorted by the name of its file; a folder with one is inserted
 * at that position.
 * @param sorted by `seq`; an absent `seq` is Infinity
 */
export function inBrunoOrder<T extends Entry>(sorted: readonly T[]): T[] {
  const isFolder = ({ entries }: T) => entries[0]?.item?.kind === 'folder';
  const fileOf = ({ entries }: T) => entries[0]?.item?.id ?? '';
  const folders = sorted.filter(isFolder).sort((a, b) => fileOf(a).localeCompare(fileOf(b), 'en'));
  return [...atBrunoPlaces(folders), ...sorted.filter((item) => !isFolder(item))];
}

/** @param byName folders, sorted by their names; those of equal `seq` share a position */
export function atBrunoPlaces<T extends { seq: number }>(byName: readonly T[]): T[] {
  const isNumbered = ({ seq }: T) => Number.isInteger(seq) && seq > 0;
  const places = byName.filter((item) => !isNumbered(item)).map((item) => [item]);
  for (const item of byName.filter(isNumbered).sort((a, b) => a.seq - b.seq)) {
    const there = places[item.seq - 1];
    if (there?.[0]?.seq === item.seq) there.push(item);
    else places.splice(item.seq - 1, 0, [item]);
  }
  return places.flat();
}
