/** The timeline of a failed pm.webhooks.expectSequence: the expected steps and the arrivals, in aligned columns. */
import { type Notification, describeMismatches, type Mismatch } from './webhook-filter.ts';
import { ALREADY_RETURNED } from './webhook-nearest.ts';

const MAX_LINES = 40;
const MAX_WANTED = 40;
const MAX_ARRIVED = 120;
/** The number of rows that are kept during the wait. */
const MAX_ROWS = 200;

interface Row {
  /** The zero-based step; undefined for a notification that completes none. */
  step?: number;
  mark: '✓' | '✗' | '-' | ' ';
  time: string;
  text: string;
}

export interface Timeline {
  /** Adds an arrival; `step` is the step that it completes, `laterStep` one that it would complete later. */
  add(notification: Notification, step?: number, laterStep?: number): void;
  /** Records one that matches the awaited step, but was returned to the script before. */
  addReturned(notification: Notification): void;
  /** Records a notification that does not match the awaited step, with its differences. */
  compare(notification: Notification, differences: readonly Mismatch[]): void;
  /** The arrival that is most similar to the awaited step, as text; undefined where none arrived. */
  nearest(): string | undefined;
  /** The number of arrivals, including those that completed steps. */
  count(): number;
  draw(expected: readonly string[]): string;
}

export function createTimeline(): Timeline {
  const rows: Row[] = [];
  let [count, dropped, done] = [0, 0, 0];
  let nearest: { text: string; differences: number } | undefined;

  function push(row: Row): void {
    rows.push(row);
    if (rows.length <= MAX_ROWS) return;
    const first = rows.findIndex(({ step }) => step === undefined);
    rows.splice(Math.max(0, first), 1);
    dropped += 1;
  }
  const nearestText = () => nearest && `nearest: ${nearest.text}`;

  return {
    add(notification, step, laterStep) {
      count += 1;
      const early = laterStep === undefined ? '' : `: would be step ${laterStep + 1}, but came before step ${done + 1}`;
      const text = `${titleOf(notification)}${early}`;
      const time = notification.receivedAt.slice(11, 23);
      push(step === undefined ? { mark: ' ', time, text } : { step, mark: '✓', time, text });
      if (step === undefined) return;
      done = step + 1;
      nearest = undefined;
    },
    addReturned(notification) {
      count += 1;
      nearest = { text: `${titleOf(notification)}: ${ALREADY_RETURNED}`, differences: -1 };
    },
    compare(notification, differences) {
      if (nearest && nearest.differences < differences.length) return;
      const reason = describeMismatches(differences);
      nearest = { text: titleOf(notification) + (reason && `: ${reason}`), differences: differences.length };
    },
    nearest: nearestText,
    count: () => count,
    draw(expected) {
      const missing = expected.slice(done).map((_filter, index): Row => ({
        step: done + index,
        mark: index === 0 ? '✗' : '-',
        time: '',
        text: index === 0 ? (nearestText() ?? 'did not come') : 'not reached',
      }));
      return table(elided([...rows, ...missing], dropped, done), expected);
    },
  };
}

/** Limits the rows; those about the failed step are kept first. */
function elided(rows: readonly Row[], dropped: number, failedStep: number): Row[] {
  const failedRow = rows.findIndex(({ step, mark }) => step === failedStep && mark === '✗');
  const from = Math.max(0, Math.min(failedRow - Math.floor(MAX_LINES / 2), rows.length - MAX_LINES));
  const listed = rows.slice(from, from + MAX_LINES);
  const before = from + dropped;
  const after = rows.length - from - listed.length;
  const note = (text: string): Row => ({ mark: ' ', time: '', text });
  return [
    ...(before > 0 ? [note(`… ${before} more not shown`)] : []),
    ...listed,
    ...(after > 0 ? [note(`… ${after} more steps`)] : []),
  ];
}

function table(rows: readonly Row[], expected: readonly string[]): string {
  const stepOf = ({ step }: Row) => (step === undefined ? '' : `${step + 1}`);
  const wantedOf = ({ step }: Row) => (step === undefined ? '' : oneLine(expected[step] ?? '', MAX_WANTED));
  const width = Math.max('wanted'.length, ...rows.map((row) => wantedOf(row).length));
  const line = (mark: string, step: string, filter: string, time: string, text: string) =>
    `  ${mark} ${step.padEnd(4)}  ${filter.padEnd(width)}  ${time.padEnd(12)}  ${text}`.trimEnd();
  return [
    line(' ', 'step', 'wanted', 'time', 'arrived'),
    ...rows.map((row) => line(row.mark, stepOf(row), wantedOf(row), row.time, oneLine(row.text, MAX_ARRIVED))),
  ].join('\n');
}

const titleOf = ({ title, id }: Notification): string => `${title} (number ${id})`;

function oneLine(text: string, max: number): string {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length > max ? `${flat.slice(0, max - 1)}…` : flat;
}
