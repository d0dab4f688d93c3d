/** The known name that differs least: in letter case, or in up to two letters; undefined when all differ more. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const scored = known.map((candidate) => ({ candidate, far: distance(name.toLowerCase(), candidate.toLowerCase()) }));
  const best = scored.sort((a, b) => a.far - b.far)[0];
  return best && best.far <= 2 ? best.candidate : undefined;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
