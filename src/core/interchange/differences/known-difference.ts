import type { ImportedItem } from '../imported/imported.ts';

/** The form of an entry in known-differences.ts. */
export interface KnownDifference {
  /** What Outrigger does, in a few words. */
  here: string;
  /** What Postman or newman does. */
  there: string;
  why: string;
  /** What a person does who relies on it. */
  remedy: string;
  /** Scripts that rely on it, where their text shows it: an import names what of them is not carried over. */
  inScripts?: { pattern: RegExp; what: string };
  /** Requests and folders that rely on it, where their fields show it; `what` continues "not carried over:". */
  inItems?: { isUsedBy: (item: ImportedItem) => boolean; what: string };
  /** The cases of `bench/compare` that show it. */
  cases: readonly string[];
}
