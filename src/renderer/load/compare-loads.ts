/** Compares a load run with the one before. */
import { percentileOf } from '../../contract/load/load-table.ts';
import type { LoadModel, LoadReport } from '../../contract/load/load.ts';
import { countText } from '../../contract/count-text.ts';

/** Smaller relative changes count as equal, because two runs of the same server differ by as much. */
const EQUAL = 0.02;

/** One sentence about all requests: rate, 95th percentile and failures. */
export function loadComparison(before: LoadReport, now: LoadReport): string {
  const rate = changeText(before.total.requestsPerSecond, now.total.requestsPerSecond);
  const p95 = changeText(percentileOf(before.total, 95), percentileOf(now.total, 95));
  const failedText = `failed ${shareText(before)} → ${shareText(now)}`;
  return `Since the run before (${modelText(before.model)}): requests/s ${rate}, p95 ${p95}, ${failedText}.`;
}

/** Describes the load of a model. */
export function modelText(model: LoadModel): string {
  if (model.kind === 'arrivals') return `${model.perSecond} iterations/s`;
  return countText(model.users, 'user');
}

function changeText(before: number, now: number): string {
  if (before === 0) return now === 0 ? 'as before' : 'not known before';
  const change = now / before - 1;
  if (Math.abs(change) < EQUAL) return 'as before';
  return `${change > 0 ? '+' : '−'}${Math.abs(change * 100).toFixed(0)} %`;
}

const shareText = ({ total: { requests, failures } }: LoadReport): string =>
  requests === 0 ? 'none' : `${((failures / requests) * 100).toFixed(1)} %`;
