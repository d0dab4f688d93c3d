/**
 * What a fresh realm gets: the globals of a script, and the life of one script from start to end. Evaluated
 * inside the realm; returns the two functions through which the process talks to it.
 */
import { MAX_REPORTED_ERRORS, operation, type HostFunction } from '../contract/guest-operations.ts';
import { createChannel } from './channel.ts';
import { describeError, type DescribedError } from './describe-error.ts';
import type { LoadChunk } from './libraries.ts';
import { watchLastingWork } from './lasting-work.ts';
import { createPm, type Script } from './pm.ts';
import { parseJson, PlainError, whenSettled } from './primordials.ts';
import { setScriptName } from './script-position.ts';
import { createTests } from './tests.ts';
import { createTimers } from './timers.ts';

export interface Realm {
  global: object;
  hostFunction: HostFunction;
  loadChunk: LoadChunk;
  /** Names of libraries that the next script is likely to use, one a line. */
  preload: string;
}
interface RunMessage extends Script {
  run: number;
  name: string;
}
const NEVER_SETTLES: DescribedError = {
  name: 'Error',
  message: 'The script awaits a promise that nothing can settle: it has no timer, request or program left.',
};
const AsyncFunction = (async () => undefined).constructor as new (source: string) => () => Promise<unknown>;

/** At the beginning of a script, `'use strict'` has no effect in Postman: what assigns to undeclared names goes on to work. */
const STRICT = /^(?:\s|\/\/.*\n|\/\*[^]*?\*\/)*(['"])use strict\1/;
const withoutDirective = (source: string): string => (STRICT.test(source) ? `;${source}` : source);

export function boot({ global, hostFunction, loadChunk, preload }: Realm) {
  let currentRun = 0;
  let mainEnded = false;
  let finished = false;
  let askedIdle = false;
  /** Something may run code of the script that neither a timer nor a call announces. */
  let usesLastingWork = false;
  let errors = 0;
  const channel = createChannel(hostFunction, () => currentRun);
  watchLastingWork(() => {
    usesLastingWork = true;
    channel.host(operation.retire, '');
  });
  const timers = createTimers(channel);
  const tests = createTests(channel, () => pm, settleSoon);
  const { pm, libraries, begin, end } = createPm({ global, channel, loadChunk, timers, tests, endNow: () => finish() });

  const isBusy = () => timers.active() > 0 || channel.pendingCalls() > 0;
  // Asked once the microtasks are through: a promise that settles now may still start something.
  function settleSoon(): void {
    if (finished || askedIdle || isBusy()) return;
    askedIdle = true;
    channel.host(operation.askIdle, '');
  }
  /**
   * The script has ended when its own code, its tests, its timers and its calls have. Where code or tests wait with no
   * timer and no call left, they wait for ever: that is an error, and not a script that hangs.
   */
  function settle(): void {
    askedIdle = false;
    if (finished || isBusy()) return;
    if (mainEnded && tests.open() === 0) return finish();
    if (usesLastingWork) return;
    tests.failOpen();
    finish(mainEnded ? undefined : NEVER_SETTLES);
  }
  function finish(error?: DescribedError): void {
    if (finished) return;
    finished = true;
    const tell = (left: Record<string, unknown>, reason = error) =>
      channel.post({ t: 'done', ...left, ...(reason ? { error: reason } : {}) });
    try {
      tell(end());
    } catch (thrown) {
      // Nested too deeply for JSON in what is left of the stack: the end must be told all the same.
      tell({ scopes: {} }, describeError(thrown));
    }
  }
  const fail = (thrown: unknown) => finish(describeError(thrown));
  /** An error of a callback, or a rejection that nobody handles: told at once, and the rest of the script goes on. */
  function report(thrown: unknown): void {
    if (finished) return;
    errors += 1;
    if (errors > MAX_REPORTED_ERRORS) return fail(thrown);
    channel.post({ t: 'error', error: describeError(thrown) });
    settleSoon();
  }

  function run(message: RunMessage): void {
    currentRun = message.run;
    setScriptName(message.name);
    begin(message);
    let main: Promise<unknown>;
    try {
      main = new AsyncFunction(`${withoutDirective(message.source)}\n//# sourceURL=${message.name}`)();
    } catch (thrown) {
      const place = channel.host(operation.locateSyntaxError, message.source);
      const found = (place ? parseJson(place) : {}) as { line?: number; column?: number };
      const { stack: _stack, ...error } = describeError(thrown);
      return finish({ ...error, ...found });
    }
    whenSettled(
      main,
      () => {
        mainEnded = true;
        settleSoon();
      },
      fail,
    );
    settleSoon();
  }

  libraries.preload(preload.split('\n').filter((name) => name !== ''));

  return {
    /** A message of the process: JSON, or the reply to a call. */
    deliver(text: string): void {
      if (text[0] === '=') {
        channel.settle(text.slice(1));
        return whenSettled(Promise.resolve(), settleSoon, settleSoon);
      }
      const message = parseJson(text) as { t: string; id?: number } & Record<string, unknown>;
      switch (message.t) {
        case 'run':
          return run(message as unknown as RunMessage);
        case 'timer':
          try {
            timers.due(message.id ?? 0);
          } catch (thrown) {
            return report(thrown);
          }
          return settleSoon();
        case 'subtle':
          channel.settleProcess(message.id ?? 0, String(message['answer']));
          return whenSettled(Promise.resolve(), settleSoon, settleSoon);
        case 'idle':
          return settle();
        default:
          throw new PlainError('unknown message');
      }
    },
    /** A promise that was rejected with nobody listening. */
    unhandled: report,
  };
}
