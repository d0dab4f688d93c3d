/** The edited settings of a load run. */
import { DEFAULT_MAX_RUNNING } from '../../contract/load/load-limits.ts';
import { withStoredFields } from '../host/stored-fields.ts';
import type { LoadModel } from '../../contract/load/load.ts';

/** Numbers are 0 while the field is empty, which counts as 1. */
export interface LoadPlan {
  kind: LoadModel['kind'];
  users: number;
  /** Users that start in a second. */
  usersPerSecond: number;
  /** Iterations that start in a second. */
  perSecond: number;
  durationS: number;
  /** One in each line. */
  expectations: string;
}
const DEFAULT_PLAN: LoadPlan = {
  kind: 'users',
  users: 10,
  usersPerSecond: 5,
  perSecond: 10,
  durationS: 60,
  expectations: '',
};

/** The plan that is stored for a workspace. */
export function readPlan(text: string | null): LoadPlan {
  const plan = withStoredFields({ ...DEFAULT_PLAN }, text);
  return { ...plan, kind: plan.kind === 'arrivals' ? 'arrivals' : 'users' };
}

/** The load model of a plan. */
export function modelOf({ kind, users, usersPerSecond, perSecond }: LoadPlan): LoadModel {
  if (kind === 'users') {
    return { kind, users: atLeastOne(users), usersPerSecond: atLeastOne(usersPerSecond), thinkMs: 0 };
  }
  return { kind, perSecond: atLeastOne(perSecond), spacing: 'poisson', maxRunning: DEFAULT_MAX_RUNNING };
}

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export const atLeastOne = (value: number): number => Math.max(1, value);
