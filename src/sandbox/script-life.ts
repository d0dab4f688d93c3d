/**
 * Determines when a script has ended, and reports its results. It has ended when its own code, its tests, its timers
 * and its calls have ended. Code or tests that wait while no timer and no call is left would wait forever, which is
 * reported as an error.
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
  /** Undefined until the script has a test. */
  tests: () => Tests | undefined;
  /** A new object with the fields of `done`, at the end of the script. */
  end: () => Record<string, unknown>;
}

export type ScriptLife = ReturnType<typeof createScriptLife>;

export function createScriptLife({ channel, timers, tests, end }: ScriptLifeParts) {
  let main: 'runs' | 'ended' | 'failed' = 'runs';
  let isFinished = false;
  const idle = createIdleRequest(channel);
  /** True after the use of a built-in that may run code of the script later without a timer or a call. */
  let usesLastingWork = false;
  let errors = 0;
  /** The error of the script's own code, until it is reported: after rejections that precede it, as in Postman. */
  let mainError: { thrown: unknown } | undefined;
  const isBusy = () => timers.active() > 0 || callsToAwait(channel, main === 'failed') > 0;
  /** Checks for the end after pending microtasks, because a promise that settles now may start further work. */
  const checkForEndSoon = () => void (!isFinished && !isBusy() && idle.request());
  function finish(error?: DescribedError): void {
    if (isFinished) return;
    isFinished = true;
    postDone(channel, end, error);
  }
  /** Reports an error of a callback, or an unhandled rejection, at once; the script continues. */
  function report(thrown: unknown): void {
    if (isFinished) return;
    errors += 1;
    if (errors > MAX_REPORTED_ERRORS) return finish(describeError(thrown));
    channel.post('error', { error: describeError(thrown) });
    checkForEndSoon();
  }
  function endMain(how: 'ended' | 'failed'): void {
    main = how;
    tests()?.onMainEnd?.();
    checkForEndSoon();
  }
  return withoutPrototype({
    __proto__: null,
    checkForEndSoon,
    finish,
    report,
    mainEnded: () => endMain('ended'),
    /** The script's own code has thrown. As in Postman, its timers and requests go on, and their tests count. */
    mainFailed(thrown: unknown): void {
      mainError = { thrown };
      endMain('failed');
      idle.request();
    },
    lastingWorkBegan(): void {
      usesLastingWork = true;
      channel.host(operation.retire, '');
    },
    /** Called when the pending microtasks have run. */
    checkForEnd(): void {
      idle.isRequested = false;
      const failed = mainError;
      mainError = undefined;
      if (failed) return report(failed.thrown);
      if (isFinished || isBusy()) return;
      if (main !== 'runs' && !tests()?.open()) return finish();
      if (usesLastingWork) return;
      tests()?.failOpen(errors > 0);
      finish(main === 'runs' ? NEVER_SETTLES : undefined);
    },
  });
}

/** Asks to be called when the pending microtasks have run, once at a time. */
function createIdleRequest(channel: Channel) {
  const idle = {
    isRequested: false,
    request(): void {
      if (idle.isRequested) return;
      idle.isRequested = true;
      channel.host(operation.askIdle, '');
    },
  };
  return idle;
}

/** A script that has failed does not wait for a person, a program or a webhook. */
const callsToAwait = (channel: Channel, hasFailed: boolean): number =>
  channel.pendingCalls() - (hasFailed ? channel.openWaits() : 0);

function postDone(channel: Channel, end: ScriptLifeParts['end'], error: DescribedError | undefined): void {
  try {
    const fields = end();
    if (error) fields['error'] = error;
    channel.post('done', fields);
  } catch (thrown) {
    // Nested too deeply for JSON with the remaining stack, or a script has replaced a built-in; the end is reported
    // nevertheless.
    channel.post('done', { scopes: {}, error: describeError(thrown) });
  }
}
