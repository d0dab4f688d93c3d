import { distance } from 'fastest-levenshtein';

/** The known name with the smallest difference: letter case, or up to two letters; undefined when all differ more. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const scored = known.map((candidate) => ({ candidate, far: distance(name.toLowerCase(), candidate.toLowerCase()) }));
  const best = scored.sort((a, b) => a.far - b.far)[0];
  return best && best.far <= 2 ? best.candidate : undefined;
}
