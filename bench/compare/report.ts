/** The cases that differ, divided into known and unknown differences. */
import { knownBrunoDifferences } from './known-bruno-differences.ts';
import { knownDifferences } from '../../src/core/interchange/differences/known-differences.ts';
import { differencesOf, type Outcome } from './outcome.ts';

export interface CompareReport {
  same: string[];
  /** Ids of cases whose differences are known. */
  known: string[];
  /** Cases with unknown differences. */
  unknown: { id: string; differences: string[] }[];
  /** Ids that a known difference lists although they do not differ. */
  stale: string[];
}

const knownCases = [...knownDifferences, ...knownBrunoDifferences].flatMap(({ cases }) => cases);

/** @param ids of the cases that were run; known differences of other cases are ignored */
export function compareOutcomes(
  ids: readonly string[],
  reference: Readonly<Record<string, Outcome>>,
  ours: Readonly<Record<string, Outcome>>,
): CompareReport {
  const known = new Set(knownCases);
  const report: CompareReport = { same: [], known: [], unknown: [], stale: [] };
  for (const id of ids) {
    const [referenceOutcome, ourOutcome] = [reference[id], ours[id]];
    const differences =
      referenceOutcome && ourOutcome
        ? differencesOf(referenceOutcome, ourOutcome)
        : [`${referenceOutcome ? 'ours' : 'theirs'} did not run it`];
    if (differences.length === 0) (known.has(id) ? report.stale : report.same).push(id);
    else if (known.has(id)) report.known.push(id);
    else report.unknown.push({ id, differences });
  }
  return report;
}

/** @returns ids of known differences that no case has */
export function unknownCases(ids: readonly string[]): string[] {
  return knownCases.filter((id) => !ids.includes(id));
}

export function reportText({ same, known, unknown, stale }: CompareReport): string {
  return [
    ...unknown.map(({ id, differences }) => `✗ ${id}\n${differences.map((line) => `  ${line}`).join('\n')}\n`),
    ...stale.map((id) => `✗ ${id}\n  no longer differs: remove it from known-differences.ts\n`),
    `${same.length} the same, ${known.length} known to differ, ${unknown.length} differ, ${stale.length} no longer differ`,
  ].join('\n');
}
