/**
 * A small selection of `npm run compare` as a test: some cases of each subject, compared with newman and the current
 * runtime.
 */
import { expect, inject, test } from 'vitest';
import { readBrunoCases } from './bruno.ts';
import { readCases } from './cases.ts';
import { docsPage } from './docs-page.ts';
import { runWithNewman } from './newman.ts';
import { runWithOutrigger } from './outrigger.ts';
import { compareOutcomes, reportText, unknownCases } from './report.ts';

const everyNth = <T>(all: readonly T[], distance: number): T[] => all.filter((_, index) => index % distance === 0);

const all = readCases();
const bruno = readBrunoCases();

test('every known difference names existing cases', () => {
  expect(unknownCases([...all.requests, ...all.flows, ...bruno].map(({ id }) => id))).toEqual([]);
});

test('the page for those who come from Postman lists the known differences', async () => {
  const { current, expected } = await docsPage();
  expect(current, 'Run: npm run compare -- --write-docs').toBe(expected);
});

test('no two cases have the same id', () => {
  const ids = [...all.requests, ...all.flows, ...bruno].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test(
  'cases have the same outcome here and in newman, except for the known differences',
  { timeout: 120_000 },
  async () => {
    const cases = { requests: everyNth(all.requests, 11), flows: everyNth(all.flows, 18) };
    const ids = [...cases.requests, ...cases.flows].map(({ id }) => id);
    const [newmanResult, ours] = await Promise.all([
      runWithNewman(cases),
      runWithOutrigger(cases, [], inject('sandboxEntry')),
    ]);
    const report = compareOutcomes(ids, newmanResult, ours);
    expect(report.unknown.length + report.stale.length, reportText(report)).toBe(0);
    expect(report.same.length).toBeGreaterThan(cases.requests.length / 2);
  },
);
