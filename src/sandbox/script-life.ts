/**
 * When a script has ended, and what is reported about it until then. It has ended when its own code, its tests, its timers
 * and its calls have. Where code or tests wait with no timer and no call left, they wait for ever: that is an error, and
 * not a script that hangs.
 */
import { withoutPrototype } from './primordials.ts';
import { MAX_REPORTED_ERRORS, operation } from '../contract/scripts/guest-operations.ts';
import type { Channel } from './channel.ts';
import { describeError, type DescribedError } from './describe-error.ts';
import type { Tests } from './pm/tests.ts';
import type { Timers } from './timers.ts';

const NEVER_SETTLES: DescribedError = {
  name: 'Error',
  message: 'The script awaits a promise that nothing can settle: it has no timer, request or program left.',
};

export interface ScriptLifeParts {
  channel: Channel;
  timers: Timers;
  /** Undefined as long as the script has no test. */
  tests: () => Tests | undefined;
  /** What the script leaves behind: the fields of `done`. */
  end: () => Record<string, unknown>;
}

export type ScriptLife = ReturnType<typeof createScriptLife>;

export function createScriptLife({ channel, timers, tests, end }: ScriptLifeParts) {
  let mainEnded = false;
  let finished = false;
  let askedIdle = false;
  /** Something may run code of the script that neither a timer nor a call announces. */
  let usesLastingWork = false;
  let errors = 0;
  const isBusy = () => timers.active() > 0 || channel.pendingCalls() > 0;
  /** Settles once the microtasks are through: a promise that settles now may still start something. */
  function settleSoon(): void {
    if (finished || askedIdle || isBusy()) return;
    askedIdle = true;
    channel.host(operation.askIdle, '');
  }
  function finish(error?: DescribedError): void {
    if (finished) return;
    finished = true;
    const postDone = (fields: Record<string, unknown>, reason = error) =>
      channel.post({ t: 'done', ...fields, ...(reason ? { error: reason } : {}) });
    try {
      postDone(end());
    } catch (thrown) {
      // Nested too deeply for JSON in what remains of the stack: the end is reported all the same.
      postDone({ scopes: {} }, describeError(thrown));
    }
  }
  const fail = (thrown: unknown) => finish(describeError(thrown));
  return withoutPrototype({
    __proto__: null,
    settleSoon,
    finish,
    fail,
    /** The script's own code has ended. */
    mainEnded(): void {
      mainEnded = true;
      settleSoon();
    },
    lastingWorkBegan(): void {
      usesLastingWork = true;
      channel.host(operation.retire, '');
    },
    /** The microtasks are through. */
    settle(): void {
      askedIdle = false;
      if (finished || isBusy()) return;
      if (mainEnded && !tests()?.open()) return finish();
      if (usesLastingWork) return;
      tests()?.failOpen();
      finish(mainEnded ? undefined : NEVER_SETTLES);
    },
    /** An error of a callback, or a rejection that nobody handles: reported at once, and the rest of the script goes on. */
    report(thrown: unknown): void {
      if (finished) return;
      errors += 1;
      if (errors > MAX_REPORTED_ERRORS) return fail(thrown);
      channel.post({ t: 'error', error: describeError(thrown) });
      settleSoon();
    },
  });
}
