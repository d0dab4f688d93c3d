/**
 * Sets up a fresh realm: the globals of a script, and the lifetime of one script. Evaluated inside of the realm;
 * returns the two functions through which the process communicates with it.
 */
import './prelude.ts';
import { IDLE, operation, type HostFunction } from '../contract/scripts/guest-operations.ts';
import { createChannel, type Channel } from './channel.ts';
import { describeError, rejectionError, type DescribedError } from './describe-error.ts';
import { watchLastingWork } from './lasting-work.ts';
import type { LoadChunk } from './libraries/libraries.ts';
import { createPm, type PmParts, type Script } from './pm/pm.ts';
import {
  afterMicrotasks,
  parseJson,
  partOf,
  PlainError,
  toText,
  whenSettled,
  withoutPrototype,
} from './primordials.ts';
import { createScriptLife, type ScriptLife } from './script-life.ts';
import { setScriptName } from './script-position.ts';
import { createTests, type Tests } from './pm/tests.ts';
import { createTimers, type Timers } from './timers.ts';

export interface Realm {
  global: object;
  hostFunction: HostFunction;
  loadChunk: LoadChunk;
  /** Names of libraries that the next script will probably use, one on each line. */
  preload: string;
}
interface RunMessage extends Script {
  run: number;
  name: string;
}
/** Has a parameter `arguments`, because that is undefined at the top of a script in Postman. */
const AsyncFunction = (async () => undefined).constructor as new (
  parameter: string,
  source: string,
) => () => Promise<unknown>;

/**
 * In Postman `'use strict'` at the beginning of a script has no effect, so scripts that assign to undeclared names have
 * to work here as well.
 */
const STRICT = /^(?:\s|\/\/.*\n|\/\*[^]*?\*\/)*(['"])use strict\1/;
const withoutDirective = (source: string): string => (STRICT.test(source) ? `;${source}` : source);

/** The semicolon is what follows an unfinished script in Postman, whose error names it. */
const functionBody = ({ source, name }: RunMessage): string => `${withoutDirective(source)}\n;//# sourceURL=${name}`;

export function boot({ global, hostFunction, loadChunk, preload }: Realm) {
  let currentRun = 0;
  const channel = createChannel(hostFunction, () => currentRun);
  watchLastingWork(() => life.lastingWorkBegan());
  const timers = createTimers(channel);
  let tests: Tests | undefined;
  const pmParts: PmParts = withoutPrototype({
    __proto__: null,
    global,
    channel,
    loadChunk,
    timers,
    tests: () =>
      (tests ??= createTests(
        channel,
        () => pm,
        () => life.checkForEndSoon(),
      )),
    endNow() {
      life.finish();
      // The script may catch the error that ends it, and go on.
      channel.close();
    },
  });
  const { pm, libraries, begin, end } = createPm(pmParts);
  const life = createScriptLife(withoutPrototype({ __proto__: null, channel, timers, end, tests: () => tests }));

  function run(message: RunMessage): void {
    currentRun = message.run;
    setScriptName(message.name);
    begin(message);
    let main: Promise<unknown>;
    try {
      main = new AsyncFunction('arguments', functionBody(message))();
    } catch (thrown) {
      return life.finish(describeSyntaxError(channel, message.source, thrown));
    }
    whenSettled(main, life.mainEnded, life.mainFailed);
    life.checkForEndSoon();
  }
  const received = withoutPrototype<Received>({ __proto__: null, channel, timers, life, run });
  if (preload !== '') libraries.preload(preload.split('\n'));

  return withoutPrototype({
    __proto__: null,
    /** Receives a message of the process: JSON, or the reply to a call. */
    deliver(text: string): void {
      try {
        receive(text, received);
      } catch (thrown) {
        // Else a script that has replaced a built-in that the sandbox uses here would wait until its time limit.
        life.finish(describeError(thrown));
      }
    },
    /** Receives a rejection without a handler. */
    unhandled: (reason: unknown): void => void (currentRun !== 0 && life.report(rejectionError(reason))),
  });
}

interface Received {
  channel: Channel;
  timers: Timers;
  life: ScriptLife;
  run: (message: RunMessage) => void;
}

/** @param text JSON, or the reply to a call */
function receive(text: string, { channel, timers, life, run }: Received): void {
  // A late reply to an earlier script's call must not end this script, which may not have begun.
  if (text[0] === '=') return channel.settle(partOf(text, 1)) ? checkForEndAfterReply(life) : undefined;
  if (text === IDLE) return life.checkForEnd();
  const message = parseJson(text) as { t: string; id?: number } & Record<string, unknown>;
  if (message.t === 'run') return run(message as unknown as RunMessage);
  if (message.t === 'timer') return runTimer(timers, life, message.id ?? 0);
  if (message.t !== 'subtle') throw new PlainError('unknown message');
  channel.settleProcess(message.id ?? 0, toText(message['answer']));
  checkForEndAfterReply(life);
}

/**
 * The error that was thrown while the source was parsed, with line and column, which only the process can get from V8.
 */
function describeSyntaxError(channel: Channel, source: string, thrown: unknown): DescribedError {
  const place = channel.host(operation.locateSyntaxError, source);
  const position = (place ? parseJson(place) : {}) as { line?: number; column?: number };
  const { stack: _stack, ...error } = describeError(thrown);
  return { ...error, ...position };
}

/** Settled after the callbacks of the call, which may start further work. */
function checkForEndAfterReply({ checkForEndSoon }: ScriptLife): void {
  afterMicrotasks(checkForEndSoon);
}

function runTimer(timers: Timers, life: ScriptLife, id: number): void {
  try {
    timers.due(id);
  } catch (thrown) {
    return life.report(thrown);
  }
  life.checkForEndSoon();
}
