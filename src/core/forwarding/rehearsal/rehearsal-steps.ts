/** Makes the steps of a rehearsal from its plan: the same seed gives the same steps. */
import type { RehearsalFault, RehearsalPlan, RehearsalStep } from '../../../contract/webhooks/rehearsal-calls.ts';

const MAX_LATE = 5;
/** The most steps between a request and its repetition. */
const MAX_APART = 3;

type Shares = Pick<
  RehearsalPlan,
  'seed' | 'duplicates' | 'reordered' | 'delayed' | 'maxDelayMs' | 'gatewayErrors' | 'timeouts'
>;
interface PlacedStep extends RehearsalStep {
  /** Sort key of the steps; a repetition comes after its request. */
  place: number;
}

/** @param ids in the order of their arrival */
export function rehearsalSteps(ids: readonly number[], plan: Shares): RehearsalStep[] {
  const random = randomNumbers(plan.seed);
  // A number is drawn for every notification and every fault, so that a change of one share does not change the other
  // faults.
  const isOf = (part: number) => random() < part;
  const upTo = (max: number) => Math.floor(random() * (max + 1));
  const steps: PlacedStep[] = [];
  ids.forEach((notification, index) => {
    const [reordered, late] = [isOf(plan.reordered), 1 + upTo(MAX_LATE - 1)];
    const [delayed, pause] = [isOf(plan.delayed), Math.round(random() * plan.maxDelayMs)];
    const [timedOut, gatewayError] = [isOf(plan.timeouts), isOf(plan.gatewayErrors)];
    const [redeliveredAfter, duplicated, duplicatedAfter] = [
      1 + upTo(MAX_APART - 1),
      isOf(plan.duplicates),
      upTo(MAX_APART),
    ];
    const place = index + (reordered ? late : 0);
    const step = { notification, delayMs: 0, together: false, late: 0 };
    const fault: RehearsalFault = timedOut ? 'time-out' : gatewayError ? 'gateway error' : 'none';
    // The half moves a delayed notification behind the one whose place it takes.
    const first = place + (reordered ? 0.5 : 0);
    steps.push({ ...step, fault, delayMs: delayed ? pause : 0, late: reordered ? late : 0, place: first });
    if (fault !== 'none') steps.push({ ...step, fault: 'redelivery', place: first + redeliveredAfter + 0.1 });
    if (duplicated) {
      const together = duplicatedAfter === 0;
      steps.push({ ...step, fault: 'duplicate', together, place: first + duplicatedAfter + (together ? 0 : 0.2) });
    }
  });
  // The sort is stable: a duplicate with the same key stays right behind its request.
  return steps.sort((a, b) => a.place - b.place).map(({ place: _place, ...step }) => step);
}

/** Pseudo-random numbers from 0 to 1 (exclusive), determined by the seed: mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
