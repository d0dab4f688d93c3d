import { distance } from 'fastest-levenshtein';

const MAX_LETTERS = 2;

/** The known name with the smallest difference: letter case, or up to two letters; undefined when all differ more. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const scored = known
    // Comparing letters takes time in the product of both lengths, and the name may be a script's.
    .filter((candidate) => Math.abs(candidate.length - name.length) <= MAX_LETTERS)
    .map((candidate) => ({ candidate, far: distance(lower, candidate.toLowerCase()) }));
  const best = scored.sort((a, b) => a.far - b.far)[0];
  return best && best.far <= MAX_LETTERS ? best.candidate : undefined;
}
