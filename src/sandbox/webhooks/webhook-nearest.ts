/** Records the notifications that did not match a wait: their number, and the most similar ones, as text. */
import { describeMismatches, type Mismatch, type Notification } from './webhook-filter.ts';

/** Why a notification that matches is not the result of a wait. */
export const ALREADY_RETURNED = 'already returned to this script (again: true repeats it)';
const MAX_SHOWN = 20;

interface Candidate {
  id: number;
  differences: number;
  text: string;
}

export interface Nearest {
  /** @param isReturned whether it matches, and was returned to the script before */
  add(notification: Notification, differences: readonly Mismatch[], isReturned: boolean): void;
  count(): number;
  /** The most similar one, and how it differs; undefined where none arrived. */
  first(): string | undefined;
  /** A line for each, the most similar first. */
  lines(): string[];
}

export function createNearest(): Nearest {
  const candidates: Candidate[] = [];
  let count = 0;
  return {
    add({ id, receivedAt, title }, differences, isReturned) {
      count += 1;
      const reason = isReturned ? ALREADY_RETURNED : describeMismatches(differences);
      const text = `${receivedAt.slice(11, 23)} ${title}${reason && `: ${reason}`}`;
      const candidate = { id, differences: isReturned ? -1 : differences.length, text };
      const worseIndex = candidates.findIndex(
        (other) =>
          candidate.differences < other.differences || (candidate.differences === other.differences && id > other.id),
      );
      candidates.splice(worseIndex < 0 ? candidates.length : worseIndex, 0, candidate);
      if (candidates.length > MAX_SHOWN) candidates.pop();
    },
    count: () => count,
    first: () => candidates[0]?.text,
    lines: () => [
      ...candidates.map(({ text }) => `  ${text}`),
      ...(count > candidates.length ? [`  … ${count - candidates.length} more`] : []),
    ],
  };
}
