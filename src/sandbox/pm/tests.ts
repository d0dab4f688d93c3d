/** pm.test: an async function is awaited, and its rejection fails the test. */
import type { Channel } from '../channel.ts';
import { describeError } from '../describe-error.ts';
import { partOf, PlainError, PlainPromise, toText, whenSettled, withoutPrototype, Table } from '../primordials.ts';

type Done = (error?: unknown) => void;
type TestFunction = (done?: Done) => unknown;
interface TestRunner {
  (name: unknown, fn?: unknown): unknown;
  skip(name: unknown, fn?: TestFunction): unknown;
  index(): number;
}

export interface Tests {
  test: TestRunner;
  /** A test with a known result, such as those of the legacy object `tests`. */
  addResult(name: string, passed: boolean, value: string): void;
  /** Called when the script's own code has ended, before its timers and calls have. */
  onMainEnd: (() => void) | undefined;
  /** The number of tests that have begun and not ended. */
  open(): number;
  /**
   * Fails the open tests, because nothing is left that could end them.
   * @param hasErrors whether an error of a callback was reported, which then is why a test did not call its `done`
   */
  failOpen(hasErrors: boolean): void;
}

/** The text of a function may have been passed instead of a name. */
const MAX_TITLE = 100;
const DONE_NOT_CALLED = 'The test did not call its callback "done", and nothing is left that could call it.';
const NOT_SETTLED = 'The promise of the test did not settle, and nothing is left that could settle it.';

export function createTests(channel: Channel, pm: () => unknown, onEnd: () => void): Tests {
  /** Functions that fail the open tests. */
  const open = new Table<(hasErrors: boolean) => void>();
  let count = 0;

  const run = createTestStart(channel, open, onEnd);
  const test: TestRunner = (name, fn) => {
    count += 1;
    const title = toText(name);
    if (typeof fn === 'function') run(title, fn as TestFunction);
    else {
      // As in Postman, it passes: scripts note with it which of several cases has occurred.
      channel.post('test', { name: title, state: 'passed' });
      // Such as `pm.test('ok', pm.response.to.be.ok)`: what would fail has thrown before the call.
      const hasChecked = fn === true || (typeof fn === 'object' && fn !== null);
      if (!hasChecked) channel.warn(checksNothing(title));
    }
    return pm();
  };
  test.skip = (name) => {
    count += 1;
    channel.post('test', { name: toText(name), state: 'skipped' });
    return pm();
  };
  test.index = () => count;
  const addResult = (name: string, passed: boolean, value: string) => {
    count += 1;
    const error = { name: 'AssertionError', message: `expected ${value} to be truthy` };
    channel.post('test', passed ? { name, state: 'passed' } : { name, state: 'failed', error });
  };
  const failOpen = (hasErrors: boolean) => open.each((abandon) => abandon(hasErrors));
  return withoutPrototype<Tests>({
    __proto__: null,
    test,
    addResult,
    onMainEnd: undefined,
    open: () => open.size,
    failOpen,
  });
}

/**
 * Calls the function of a test and reports its result once it is known.
 * @param open receives a function that fails the test, until it has ended
 * @param onEnd called after each result
 */
function createTestStart(
  channel: Channel,
  open: Table<(hasErrors: boolean) => void>,
  onEnd: () => void,
): (name: string, fn: TestFunction) => void {
  /** The number of tests whose result is reported in the place of their call, although it is known later. */
  let places = 0;
  let lastId = 0;
  return (name, fn) => {
    const id = ++lastId;
    const takesDone = fn.length > 0;
    const abandon = (hasErrors: boolean) => {
      // As in Postman: the error is what there is to read.
      if (takesDone && hasErrors) open.remove(id);
      else fail(new PlainError(takesDone ? DONE_NOT_CALLED : NOT_SETTLED));
    };
    let hasThrown = false;
    let place: number | undefined;
    const keepPlace = () => {
      place = places += 1;
      channel.post('test', { name, state: 'open', place });
    };
    open.add(id, abandon);
    const end = (failed: boolean, thrown?: unknown) => {
      // As in Postman, each call of `done` is a result, and what is thrown after one: else a failure would be lost.
      if ((!open.remove(id) && !takesDone) || hasThrown) return;
      // Members that are undefined are left out of the JSON.
      const error = failed ? describeError(thrown) : undefined;
      channel.post('test', { name, state: failed ? 'failed' : 'passed', error, place });
      onEnd();
    };
    const pass = () => end(false);
    const fail = (thrown: unknown) => end(true, thrown);
    try {
      const result = takesDone ? fn((error) => (error ? fail(error) : pass())) : fn();
      if (result instanceof PlainPromise) {
        if (!takesDone) keepPlace();
        whenSettled(result, takesDone ? () => undefined : pass, fail);
      } else if (isThenable(result)) {
        keepPlace();
        result.then(pass, fail);
      } else if (!takesDone) pass();
    } catch (thrown) {
      fail(thrown);
      hasThrown = true;
    }
  };
}

function checksNothing(title: string): string {
  const short = title.length > MAX_TITLE ? `${partOf(title, 0, MAX_TITLE)}…` : title;
  return `The test "${short}" has no function: it checks nothing.`;
}

function isThenable(value: unknown): value is { then(ok: () => void, bad: (reason: unknown) => void): void } {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
