/** setTimeout and similar functions; the process has the actual timers, and knows only their ids. */
import { MAX_TIMER_MS } from '../contract/runs/timer-limit.ts';
import { operation } from '../contract/scripts/guest-operations.ts';
import type { Channel } from './channel.ts';
import { apply, defineHidden, max, min, PlainNumber, withoutPrototype, Table } from './primordials.ts';

/** An immediate is due before each timeout, also one of 0 milliseconds. */
type TimerKind = 'timeout' | 'interval' | 'immediate';
type Callback = (...values: unknown[]) => void;
interface Timer {
  fire: () => void;
  every: boolean;
}

type TimerGlobals = Record<
  `${'set' | 'clear'}${'Timeout' | 'Interval' | 'Immediate'}`,
  (...values: never[]) => unknown
>;

export interface Timers {
  /** The functions for scripts; always the same objects. */
  globals(): TimerGlobals;
  /** Whether a callback that is not a function is an error, as in Node; in Postman it has no effect. Default false. */
  refuseOtherCallbacks(isRefused: boolean): void;
  /** A timer that does not keep the script open. */
  inBackground(fire: () => void, ms: number): void;
  /** Runs a timer that has expired in the process. */
  due(id: number): void;
  active(): number;
}

export function createTimers(channel: Channel): Timers {
  const timers = new Table<Timer>();
  /** By their ids, which are negative. */
  let background: Table<() => void> | undefined;
  let globals: TimerGlobals | undefined;
  let isRefused = false;
  return withoutPrototype<Timers>({
    __proto__: null,
    globals: () => (globals ??= createTimerGlobals(channel, timers, () => isRefused)),
    refuseOtherCallbacks: (value) => void (isRefused = value),
    inBackground(fire, ms) {
      background ??= new Table();
      const id = -1 - background.size;
      background.add(id, fire);
      channel.host(operation.startTimer, `${id} ${delayOf(ms, 0)} timeout`);
    },
    due(id) {
      if (id < 0) return background?.get(id)?.();
      const timer = timers.get(id);
      if (!timer) return;
      if (!timer.every) timers.remove(id);
      timer.fire();
    },
    active: () => timers.size,
  });
}

const delayOf = (ms: unknown, least: number) => min(max(PlainNumber(ms) || 0, least), MAX_TIMER_MS);

function refuseCallback(value: unknown): never {
  const received = value === null || value === undefined ? `${value}` : `type ${typeof value}`;
  const message = `The "callback" argument must be of type function. Received ${received}`;
  throw defineHidden(new TypeError(message), 'code', 'ERR_INVALID_ARG_TYPE') as Error;
}

/** @param isRefused see `refuseOtherCallbacks` */
function createTimerGlobals(channel: Channel, timers: Table<Timer>, isRefused: () => boolean): TimerGlobals {
  let lastId = 0;
  const start = (kind: TimerKind, callback: Callback, delay: unknown, values: unknown[]) => {
    // As in Postman: code as a text is not run, and is not an error.
    if (typeof callback !== 'function') return isRefused() ? refuseCallback(callback) : undefined;
    const id = ++lastId;
    const every = kind === 'interval';
    // Converted first: an object as the delay may throw, and a timer that is not started would never end.
    const ms = delayOf(delay, every ? 1 : 0);
    timers.add(id, { fire: () => void apply(callback, {}, values), every });
    channel.host(operation.startTimer, `${id} ${ms} ${kind}`);
    return id;
  };
  const stop = (id: unknown) => {
    const number = PlainNumber(id);
    if (timers.remove(number)) channel.host(operation.stopTimer, `${number}`);
  };
  return {
    setTimeout: (run: Callback, delay?: number, ...values: unknown[]) => start('timeout', run, delay, values),
    setInterval: (run: Callback, delay?: number, ...values: unknown[]) => start('interval', run, delay, values),
    setImmediate: (run: Callback, ...values: unknown[]) => start('immediate', run, 0, values),
    clearTimeout: stop,
    clearInterval: stop,
    clearImmediate: stop,
  };
}
