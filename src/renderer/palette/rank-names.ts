/** Ranks names by how well they match the query, and equal ones by their last use. */
import fuzzysort from 'fuzzysort';

export interface NamedEntry {
  id: string;
  label: string;
  /** Further text by which it is found: its folder, its address, other words. */
  detail?: string;
}
export interface RankedEntry<T> {
  entry: T;
  /** How well the name matches, from 0 (not at all) to 1 (equal). */
  score: number;
  /** Indexes of the matched letters in the label. */
  letters: readonly number[];
}

/** Minimum score: letters scattered over a label match almost anything. */
const THRESHOLD = 0.35;
const DETAIL_WEIGHT = 0.7;
const RECENT_BONUS = 0.15;

/**
 * @param recent ids of recently used items, the latest first
 * @param limit the number of rendered items
 * @returns recently used items for an empty query
 */
export function rankNames<T extends NamedEntry>(
  query: string,
  { entries, recent, limit }: { entries: readonly T[]; recent: readonly string[]; limit: number },
): RankedEntry<T>[] {
  const turns = new Map(recent.map((id, index) => [id, index]));
  const bonus = (id: string) => {
    const turn = turns.get(id);
    return turn === undefined ? 0 : RECENT_BONUS * (1 - turn / recent.length);
  };
  if (query.trim() === '') {
    return entries
      .filter(({ id }) => turns.has(id))
      .sort((a, b) => (turns.get(a.id) ?? 0) - (turns.get(b.id) ?? 0))
      .slice(0, limit)
      .map((entry) => ({ entry, score: 0, letters: [] }));
  }
  const byLabel = fuzzysort.go(query, entries, { key: 'label', limit: limit * 4, threshold: THRESHOLD });
  const bestMatches = new Map<string, RankedEntry<T>>(
    byLabel.map(({ obj, score, indexes }) => [obj.id, { entry: obj, score, letters: [...indexes] }]),
  );
  // Items whose label does not match may be found by their folder or address.
  if (byLabel.length < limit) {
    for (const { obj, score } of fuzzysort.go(query, entries, { key: 'detail', limit, threshold: THRESHOLD })) {
      if (!bestMatches.has(obj.id)) bestMatches.set(obj.id, { entry: obj, score: score * DETAIL_WEIGHT, letters: [] });
    }
  }
  return [...bestMatches.values()]
    .map((ranked) => ({ ...ranked, score: Math.min(1, ranked.score + bonus(ranked.entry.id)) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}
