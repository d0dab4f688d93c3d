/** Which names fit what is typed: the best first, and of equals the one that was used last. */
import fuzzysort from 'fuzzysort';

export interface Named {
  id: string;
  label: string;
  /** What else it is found by: its folder, its address, other words. */
  detail?: string;
}
export interface Ranked<T> {
  entry: T;
  /** How well the name matches, from 0 (not at all) to 1 (it is the name). */
  score: number;
  /** Places in the label whose letters were typed. */
  letters: readonly number[];
}

/** Letters spread over a whole label fit almost anything: such a match is left out. */
const THRESHOLD = 0.35;
const DETAIL_WEIGHT = 0.7;
const RECENT_BONUS = 0.15;

/**
 * @param recent ids of what was used last, the newest first
 * @param limit so many are drawn
 * @returns with an empty query, what was used last
 */
export function rankNames<T extends Named>(
  query: string,
  { entries, recent, limit }: { entries: readonly T[]; recent: readonly string[]; limit: number },
): Ranked<T>[] {
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
  const ranked = new Map<string, Ranked<T>>(
    byLabel.map(({ obj, score, indexes }) => [obj.id, { entry: obj, score, letters: [...indexes] }]),
  );
  // What a label does not fit may be found by its folder or address.
  if (byLabel.length < limit) {
    for (const { obj, score } of fuzzysort.go(query, entries, { key: 'detail', limit, threshold: THRESHOLD })) {
      if (!ranked.has(obj.id)) ranked.set(obj.id, { entry: obj, score: score * DETAIL_WEIGHT, letters: [] });
    }
  }
  return [...ranked.values()]
    .map((ranked) => ({ ...ranked, score: Math.min(1, ranked.score + bonus(ranked.entry.id)) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}
