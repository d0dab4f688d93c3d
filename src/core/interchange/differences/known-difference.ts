import type { ImportedItem } from '../imported/imported.ts';

/** The form of an entry in known-differences.ts. */
export interface KnownDifference {
  /** Outrigger's behaviour, in a few words. */
  here: string;
  /** The behaviour of Postman or newman. */
  there: string;
  why: string;
  /** What a person can do who relies on the other behaviour. */
  remedy: string;
  /** Recognises scripts that rely on the difference; `what` is the import's word for the lost part. */
  inScripts?: { pattern: RegExp; what: string };
  /** Recognises requests and folders that rely on the difference; `what` continues "not carried over:". */
  inItems?: { isUsedBy: (item: ImportedItem) => boolean; what: string };
  /** The cases of `bench/compare` that prove the difference. */
  cases: readonly string[];
}
