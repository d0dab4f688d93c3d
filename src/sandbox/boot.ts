/**
 * What a fresh realm gets: the globals of a script, and the life of one script from start to end. Evaluated
 * inside the realm; returns the two functions through which the process talks to it.
 */
import { operation, type HostFunction } from '../contract/scripts/guest-operations.ts';
import { createChannel, type Channel } from './channel.ts';
import { describeError, type DescribedError } from './describe-error.ts';
import { watchLastingWork } from './lasting-work.ts';
import type { LoadChunk } from './libraries/libraries.ts';
import { createPm, type PmParts, type Script } from './pm/pm.ts';
import { parseJson, PlainError, whenSettled, withoutPrototype } from './primordials.ts';
import { createScriptLife, type ScriptLife } from './script-life.ts';
import { setScriptName } from './script-position.ts';
import { createTests, type Tests } from './pm/tests.ts';
import { createTimers, type Timers } from './timers.ts';

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
const AsyncFunction = (async () => undefined).constructor as new (source: string) => () => Promise<unknown>;

/** At the beginning of a script, `'use strict'` has no effect in Postman: what assigns to undeclared names goes on to work. */
const STRICT = /^(?:\s|\/\/.*\n|\/\*[^]*?\*\/)*(['"])use strict\1/;
const withoutDirective = (source: string): string => (STRICT.test(source) ? `;${source}` : source);

export function boot({ global, hostFunction, loadChunk, preload }: Realm) {
  let currentRun = 0;
  const channel = createChannel(hostFunction, () => currentRun);
  watchLastingWork(() => life.lastingWorkBegan());
  const timers = createTimers(channel);
  let tests: Tests | undefined;
  const ofPm: PmParts = withoutPrototype({
    __proto__: null,
    global,
    channel,
    loadChunk,
    timers,
    tests: () =>
      (tests ??= createTests(
        channel,
        () => pm,
        () => life.settleSoon(),
      )),
    endNow: () => life.finish(),
  });
  const { pm, libraries, begin, end } = createPm(ofPm);
  const life = createScriptLife(withoutPrototype({ __proto__: null, channel, timers, end, tests: () => tests }));

  function run(message: RunMessage): void {
    currentRun = message.run;
    setScriptName(message.name);
    begin(message);
    let main: Promise<unknown>;
    try {
      main = new AsyncFunction(`${withoutDirective(message.source)}\n//# sourceURL=${message.name}`)();
    } catch (thrown) {
      return life.finish(describeSyntaxError(channel, message.source, thrown));
    }
    whenSettled(main, life.mainEnded, life.fail);
    life.settleSoon();
  }
  libraries.preload(preload.split('\n').filter((name) => name !== ''));

  return withoutPrototype({
    __proto__: null,
    /** A message of the process: JSON, or the reply to a call. */
    deliver(text: string): void {
      // A reply that an earlier script has not waited for must not end this one, which may not have begun.
      if (text[0] === '=') return channel.settle(text.slice(1)) ? settleAfterReply(life) : undefined;
      const message = parseJson(text) as { t: string; id?: number } & Record<string, unknown>;
      if (message.t === 'run') return run(message as unknown as RunMessage);
      if (message.t === 'timer') return runTimer(timers, life, message.id ?? 0);
      if (message.t === 'idle') return life.settle();
      if (message.t !== 'subtle') throw new PlainError('unknown message');
      channel.settleProcess(message.id ?? 0, String(message['answer']));
      settleAfterReply(life);
    },
    /** A promise that was rejected with nobody listening. */
    unhandled: (reason: unknown): void => void (currentRun !== 0 && life.report(reason)),
  });
}

/** What was thrown while the source was parsed, with its line and column: V8 gives them only to the process. */
function describeSyntaxError(channel: Channel, source: string, thrown: unknown): DescribedError {
  const place = channel.host(operation.locateSyntaxError, source);
  const position = (place ? parseJson(place) : {}) as { line?: number; column?: number };
  const { stack: _stack, ...error } = describeError(thrown);
  return { ...error, ...position };
}

/** The callbacks of the call run first: they may start something. */
function settleAfterReply({ settleSoon }: ScriptLife): void {
  whenSettled(Promise.resolve(), settleSoon, settleSoon);
}

function runTimer(timers: Timers, life: ScriptLife, id: number): void {
  try {
    timers.due(id);
  } catch (thrown) {
    return life.report(thrown);
  }
  life.settleSoon();
}
