/** AbortController and AbortSignal of the web. */
import { domException } from './dom-exception.ts';

interface EventLike {
  readonly type: string;
}
export interface AbortParts {
  /** The realm's classes. */
  EventTarget: new () => {
    addEventListener(type: string, listener: () => void, options?: object): void;
    dispatchEvent(event: EventLike): boolean;
  };
  Event: new (type: string) => EventLike;
  /** Does not keep the script open. */
  setTimer: (callback: () => void, ms: number) => void;
}

/** The reason with which each signal has been aborted. */
type States = WeakMap<object, { reason?: { value: unknown } }>;

const named = (message: string, name: string) => new (domException())(message, name);

export function createAbort({ EventTarget, Event, setTimer }: AbortParts) {
  const states: States = new WeakMap();
  /** Constructors of the web that only the web itself may call. */
  const secret = {};

  const abort = (signal: AbortSignal, reason: unknown): void => {
    const state = states.get(signal);
    if (!state || state.reason) return;
    state.reason = { value: reason === undefined ? named('This operation was aborted', 'AbortError') : reason };
    const event = new Event('abort');
    if (typeof signal.onabort === 'function') signal.onabort(event);
    signal.dispatchEvent(event);
  };

  class AbortSignal extends EventTarget {
    onabort: ((event: EventLike) => void) | null = null;

    constructor(key?: unknown) {
      if (key !== secret) throw new TypeError('Illegal constructor');
      super();
      states.set(this, {});
    }
    static abort(reason?: unknown): AbortSignal {
      const signal = new AbortSignal(secret);
      abort(signal, reason);
      return signal;
    }
    static timeout(ms: number): AbortSignal {
      const signal = new AbortSignal(secret);
      setTimer(() => abort(signal, named('The operation was aborted due to timeout', 'TimeoutError')), ms);
      return signal;
    }
    static any(signals: Iterable<AbortSignal>): AbortSignal {
      const all = [...signals];
      const joint = new AbortSignal(secret);
      const aborted = all.find((signal) => signal.aborted);
      if (aborted) abort(joint, aborted.reason);
      else
        for (const signal of all) signal.addEventListener('abort', () => abort(joint, signal.reason), { once: true });
      return joint;
    }
    get aborted(): boolean {
      return states.get(this)?.reason !== undefined;
    }
    get reason(): unknown {
      return states.get(this)?.reason?.value;
    }
    throwIfAborted(): void {
      if (this.aborted) throw this.reason;
    }
  }

  return { AbortController: controllerClass(() => new AbortSignal(secret), abort), AbortSignal };
}

function controllerClass<Signal>(create: () => Signal, abort: (signal: Signal, reason: unknown) => void) {
  return class AbortController {
    readonly #signal = create();

    get signal(): Signal {
      return this.#signal;
    }
    abort(reason?: unknown): void {
      abort(this.#signal, reason);
    }
  };
}
