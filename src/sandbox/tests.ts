/** pm.test: an async function is awaited, and its rejection fails the test (pm-api). */
import type { Channel } from './channel.ts';
import { describeError } from './describe-error.ts';
import { toText, whenSettled } from './primordials.ts';

type Done = (error?: unknown) => void;
type TestFunction = (done?: Done) => unknown;
interface TestRunner {
  (name: unknown, fn?: TestFunction): unknown;
  skip(name: unknown, fn?: TestFunction): unknown;
  index(): number;
}

export interface Tests {
  test: TestRunner;
  /** Tests that have begun and not ended. */
  open(): number;
}

export function createTests(channel: Channel, pm: () => unknown, onEnd: () => void): Tests {
  let open = 0;
  let count = 0;

  const run = (name: string, fn: TestFunction) => {
    open += 1;
    let ended = false;
    const end = (failed: boolean, thrown?: unknown) => {
      if (ended) return;
      ended = true;
      open -= 1;
      const outcome = failed ? { state: 'failed', error: describeError(thrown) } : { state: 'passed' };
      channel.post({ t: 'test', name, ...outcome });
      onEnd();
    };
    const pass = () => end(false);
    const fail = (thrown: unknown) => end(true, thrown);
    try {
      const takesDone = fn.length > 0;
      const result = takesDone ? fn((error) => (error ? fail(error) : pass())) : fn();
      if (result instanceof Promise) whenSettled(result, takesDone ? () => undefined : pass, fail);
      else if (isThenable(result)) result.then(pass, fail);
      else if (!takesDone) pass();
    } catch (thrown) {
      fail(thrown);
    }
  };

  const test: TestRunner = (name, fn) => {
    count += 1;
    const title = toText(name);
    if (typeof fn === 'function') run(title, fn);
    else {
      const error = { name: 'TypeError', message: 'pm.test needs a function as its second argument.' };
      channel.post({ t: 'test', name: title, state: 'failed', error });
    }
    return pm();
  };
  test.skip = (name) => {
    count += 1;
    channel.post({ t: 'test', name: toText(name), state: 'skipped' });
    return pm();
  };
  test.index = () => count;
  return { test, open: () => open };
}

function isThenable(value: unknown): value is { then(ok: () => void, bad: (reason: unknown) => void): void } {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
