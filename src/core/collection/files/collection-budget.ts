/** The remaining budget for reading a collection. Each limit that is reached is reported once, as a sentence. */
import { sizeText, type CollectionLimits } from './limits.ts';

type Amount = 'files' | 'folders' | 'entries' | 'bytes';

export interface CollectionBudget {
  /** The largest size of one file, in bytes. */
  fileBytes: number;
  remaining(amount: Amount): number;
  /** @returns false when the amount exceeds the budget */
  take(amount: Amount, count: number): boolean;
  /** @param depth of the folder; a folder directly in the collection has depth 1 */
  allowsDepth(depth: number, folder: string): boolean;
}

export function createCollectionBudget(limits: CollectionLimits, problems: string[]): CollectionBudget {
  const remaining = {
    files: limits.files,
    folders: limits.folders,
    entries: limits.entries,
    bytes: limits.totalBytes,
  };
  const words: Record<Amount, string> = {
    files: `more than ${limits.files} files`,
    folders: `more than ${limits.folders} folders`,
    entries: `more than ${limits.entries} entries in its folders`,
    bytes: `more than ${sizeText(limits.totalBytes)} of files`,
  };
  const reportedAmounts = new Set<Amount>();
  return {
    fileBytes: limits.fileBytes,
    remaining: (amount) => remaining[amount],
    take(amount, count) {
      remaining[amount] -= count;
      if (remaining[amount] >= 0) return true;
      if (!reportedAmounts.has(amount)) problems.push(`The collection has ${words[amount]}; the others are not shown.`);
      reportedAmounts.add(amount);
      return false;
    },
    allowsDepth(depth, folder) {
      if (depth <= limits.folderDepth) return true;
      problems.push(`${folder} is more than ${limits.folderDepth} folders deep, and is not shown.`);
      return false;
    },
  };
}
