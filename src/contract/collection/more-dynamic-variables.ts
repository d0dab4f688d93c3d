/** Dynamic variables that Bruno has and Postman has not, or has in another form. */
import type { FillOptions } from './expand-variables.ts';

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const below = (limit: number): number => Math.floor(Math.random() * limit);

const makers: Record<string, () => string> = {
  $randomNanoId: () => Array.from({ length: 21 }, () => characters[below(characters.length)]).join(''),
  $randomIPV4: () => Array.from({ length: 4 }, () => below(256)).join('.'),
};

const DAY_MS = 24 * 60 * 60 * 1000;
const YEAR_MS = 365 * DAY_MS;
/** A time at most so far from now, and at least a minute, which a slow request may take to be sent. */
const dateWithin = (ms: number): string => {
  const distance = 60_000 + below(Math.abs(ms) - 60_000);
  return new Date(Date.now() + Math.sign(ms) * distance).toISOString();
};
/** Postman writes dates as `Sat Jul 31 2027 01:48:34 GMT+0000`. */
const makersOfBruno: typeof makers = {
  $randomDateFuture: () => dateWithin(YEAR_MS),
  $randomDatePast: () => dateWithin(-YEAR_MS),
  $randomDateRecent: () => dateWithin(-DAY_MS),
};

/** @param name including its `$`. @returns undefined for another name */
export function moreDynamicVariables(name: string, { likeBruno = false }: FillOptions = {}): string | undefined {
  if (likeBruno && Object.hasOwn(makersOfBruno, name)) return makersOfBruno[name]?.();
  return Object.hasOwn(makers, name) ? makers[name]?.() : undefined;
}
