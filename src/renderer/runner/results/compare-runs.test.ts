import { expect, test } from 'vitest';
import { newReport, startedRequest } from '../../../contract/runs/fold-report.ts';
import type { ReportRequest } from '../../../contract/runs/report.ts';
import { comparisonText, isChanged } from './compare-runs.ts';

const request = (change: Partial<ReportRequest>): ReportRequest => ({
  ...startedRequest({ id: 'a.yml', name: 'a', path: ['Shop', 'a'], iteration: 0 }, 0),
  method: 'GET',
  status: 200,
  durationMs: 1,
  ...change,
});
const reportOf = (change: Partial<ReportRequest>) => ({ ...newReport(), requests: [request(change)] });
const refused = { failure: { message: 'refused', remedy: '' }, status: null };

test('a request with another result or status than in the run before has changed', () => {
  expect(isChanged(reportOf({}), request({ status: 404 }))).toBe(true);
  expect(isChanged(reportOf({}), request(refused))).toBe(true);
  expect(isChanged(reportOf({}), request({}))).toBe(false);
  expect(comparisonText(reportOf({}), reportOf(refused))).toBe('since the run before: 1 broken');
});

test('a request that was stopped, or is under way, is neither changed nor fixed', () => {
  for (const change of [{ status: null, stopped: true }, { stopped: true }, { status: null }]) {
    expect(isChanged(reportOf({}), request(change))).toBe(false);
    expect(isChanged(reportOf(change), request({}))).toBe(false);
    expect(comparisonText(reportOf(refused), reportOf(change))).toBe('same results as the run before');
  }
});
