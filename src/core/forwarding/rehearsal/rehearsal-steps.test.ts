import { expect, test } from 'vitest';
import { rehearsalPlan, type RehearsalPlanInput } from '../../../contract/webhooks/rehearsal-calls.ts';
import { rehearsalSteps } from './rehearsal-steps.ts';

const ids = Array.from({ length: 200 }, (_, index) => index + 1);
const stepsOf = (plan: RehearsalPlanInput) => rehearsalSteps(ids, rehearsalPlan.parse(plan));

test('a plan without faults sends each notification once, in order', () => {
  expect(stepsOf({}).map(({ notification }) => notification)).toEqual(ids);
  expect(new Set(stepsOf({}).map(({ fault, delayMs, late }) => `${fault} ${delayMs} ${late}`))).toEqual(
    new Set(['none 0 0']),
  );
});

test('the same seed gives the same steps, another seed different ones', () => {
  const plan = { duplicates: 0.3, reordered: 0.3, delayed: 0.3, gatewayErrors: 0.2, timeouts: 0.2 };
  expect(stepsOf({ ...plan, seed: 7 })).toEqual(stepsOf({ ...plan, seed: 7 }));
  expect(stepsOf({ ...plan, seed: 7 })).not.toEqual(stepsOf({ ...plan, seed: 8 }));
});

test('faults occur as often as planned, and a request whose response is hidden is always repeated', () => {
  const steps = stepsOf({ duplicates: 0.25, gatewayErrors: 0.2, timeouts: 0.2, delayed: 0.5, maxDelayMs: 100 });
  const count = (fault: string) => steps.filter((step) => step.fault === fault).length;
  expect(count('duplicate')).toBeGreaterThan(30);
  expect(count('duplicate')).toBeLessThan(70);
  expect(count('redelivery')).toBe(count('time-out') + count('gateway error'));
  for (const { notification } of steps.filter(({ fault }) => fault === 'time-out')) {
    const faults = steps.filter((step) => step.notification === notification).map(({ fault }) => fault);
    expect(faults.indexOf('redelivery')).toBeGreaterThan(faults.indexOf('time-out'));
  }
  const delays = steps.map(({ delayMs }) => delayMs);
  expect(Math.max(...delays)).toBeLessThanOrEqual(100);
  expect(delays.filter((delay) => delay > 0).length).toBeGreaterThan(50);
});

test('an immediate duplicate follows its request directly, also if that was moved', () => {
  const steps = stepsOf({ duplicates: 1, reordered: 0.5 });
  const together = [...steps.entries()].filter(([, step]) => step.together);
  expect(together.length).toBeGreaterThan(20);
  for (const [index, step] of together) expect(steps[index - 1]?.notification).toBe(step.notification);
  const order = steps.filter(({ fault }) => fault === 'none').map(({ notification }) => notification);
  expect(order).not.toEqual(ids);
  expect(order.toSorted((a, b) => a - b)).toEqual(ids);
});

test('changing the share of one fault does not affect the others', () => {
  const late = (duplicates: number) =>
    stepsOf({ duplicates, reordered: 0.4 })
      .filter((step) => step.late > 0)
      .map(({ notification, late: places }) => [notification, places]);
  expect(late(0)).toEqual(late(1));
});
