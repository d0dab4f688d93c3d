/** Expectations of a load run: `p95 < 300 ms`, `errors < 1 %`, `rate > 50/s`, `p99 of Log in < 1 s`. */
import { percentileOf } from '../../contract/load/load-table.ts';
import { codedError } from '../../contract/errors.ts';
import { loadPercentiles, type ExpectationResult, type LoadRow } from '../../contract/load/load.ts';

export interface Expectation {
  text: string;
  /** The name of the request; absent: all requests. */
  of?: string | undefined;
  measure: (row: LoadRow) => number;
  comparison: Comparison;
  /** In the unit of `measure`. */
  limit: number;
  show: (value: number) => string;
}

type Comparison = '<' | '<=' | '>' | '>=';
const isMet: Record<Comparison, (actual: number, limit: number) => boolean> = {
  '<': (actual, limit) => actual < limit,
  '<=': (actual, limit) => actual <= limit,
  '>': (actual, limit) => actual > limit,
  '>=': (actual, limit) => actual >= limit,
};

interface Quantity {
  /** Factors of the units that the limit may have. */
  units: Readonly<Record<string, number>>;
  show: (value: number) => string;
}
const milliseconds: Quantity = { units: { ms: 1, s: 1000 }, show: (value) => `${Math.round(value)} ms` };
const perSecond: Quantity = { units: { '/s': 1 }, show: (value) => `${value.toFixed(1)}/s` };
const share: Quantity = { units: { '%': 1 }, show: (value) => `${value.toFixed(2)} %` };
const amount: Quantity = { units: { '': 1 }, show: (value) => String(value) };

const errorShare = ({ failures, requests }: LoadRow): number => (100 * failures) / Math.max(1, requests);
const measures: Readonly<Record<string, { measure: (row: LoadRow) => number; quantity: Quantity }[]>> = {
  ...Object.fromEntries(
    loadPercentiles.map((percent) => [
      `p${percent}`,
      [{ measure: (row: LoadRow) => percentileOf(row, percent), quantity: milliseconds }],
    ]),
  ),
  min: [{ measure: ({ minMs }) => minMs, quantity: milliseconds }],
  max: [{ measure: ({ maxMs }) => maxMs, quantity: milliseconds }],
  avg: [{ measure: ({ averageMs }) => averageMs, quantity: milliseconds }],
  errors: [
    { measure: errorShare, quantity: share },
    { measure: ({ failures }) => failures, quantity: amount },
  ],
  requests: [{ measure: ({ requests }) => requests, quantity: amount }],
  rate: [{ measure: ({ requestsPerSecond }) => requestsPerSecond, quantity: perSecond }],
};

const FORM =
  /^\s*(?<name>[a-z]+[\d.]*)(?:\s+of\s+(?<of>\S.*?))?\s*(?<comparison><=?|>=?)\s*(?<limit>\d+(?:\.\d+)?)\s*(?<unit>[a-z/%]*)\s*$/;
const MAX_LENGTH = 1000;

/** @throws InvalidParams, describing the syntax */
export function parseExpectation(text: string): Expectation {
  const refuse = (problem: string) =>
    codedError(
      'InvalidParams',
      `The expectation "${text.slice(0, MAX_LENGTH)}" ${problem}.`,
      'Write for example "p95 < 300 ms", "errors < 1 %", "rate > 50/s" or "p99 of Log in < 1 s".',
    );
  const groups = text.length > MAX_LENGTH ? undefined : FORM.exec(text)?.groups;
  if (!groups) throw refuse('is not a measure, a comparison (<, <=, >, >=) and a limit');
  const { name = '', of, comparison, limit, unit = '' } = groups;
  const candidates = Object.hasOwn(measures, name) ? measures[name] : undefined;
  if (!candidates)
    throw refuse(`is about ${name}, which is not measured: there are ${Object.keys(measures).join(', ')}`);
  const chosenMeasure = candidates.find(({ quantity }) => Object.hasOwn(quantity.units, unit));
  if (!chosenMeasure) {
    const units = candidates.flatMap(({ quantity }) => Object.keys(quantity.units)).map((item) => item || 'no unit');
    throw refuse(
      `has ${unit === '' ? 'a limit without a unit' : `the unit ${unit}`}: ${name} has ${units.join(' or ')}`,
    );
  }
  const { measure, quantity } = chosenMeasure;
  return {
    text: text.trim(),
    of,
    measure,
    comparison: comparison as Comparison,
    limit: Number(limit) * (quantity.units[unit] ?? 1),
    show: quantity.show,
  };
}

/**
 * An expectation about a request that has never ended is not met, because nothing was measured. A request that was sent
 * with several methods has several rows.
 */
export function checkExpectation(
  { text, of, measure, comparison, limit, show }: Expectation,
  { total, rows }: { total: LoadRow; rows: readonly LoadRow[] },
): ExpectationResult {
  const measured = (of === undefined ? [total] : rows.filter(({ name }) => name === of)).filter(
    ({ requests }) => requests > 0,
  );
  if (measured.length === 0) {
    return { text, isMet: false, actual: of === undefined ? 'no request has ended' : `no request "${of}" has ended` };
  }
  const actual = measured.map((row) => `${measured.length > 1 ? `${row.method} ` : ''}${show(measure(row))}`);
  return { text, isMet: measured.every((row) => isMet[comparison](measure(row), limit)), actual: actual.join(', ') };
}

/** @throws InvalidParams when an expectation names a request that the collection does not have */
export function requireNames(expectations: readonly Expectation[], names: readonly string[]): void {
  for (const { text, of } of expectations) {
    if (of === undefined || names.includes(of)) continue;
    throw codedError(
      'InvalidParams',
      `The expectation "${text}" is about the request "${of}", which is not in this collection.`,
      `There are: ${names.slice(0, 20).join(', ')}.`,
    );
  }
}
