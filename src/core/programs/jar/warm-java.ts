/**
 * JVMs that stay between calls of jar methods: a call then takes about two milliseconds instead of the start of Java. One
 * for each jar, Java, working directory and environment; calls of the same one wait for each other.
 */
import { realpathSync, statSync } from 'node:fs';
import { codedError } from '../../../contract/errors.ts';
import type { GuestReply } from '../../../contract/to-guest.ts';
import { abortable } from '../../platform/abortable.ts';
import type { Reaper } from '../../processes/reaper.ts';
import { startDirectly, type StartOptions, type StartProgram } from '../../processes/start-program.ts';
import { startWarmJvm, type MethodRequest, type WarmJvm } from './warm-jvm.ts';

const IDLE_MS = 60_000;
/** Of those without a call. Each takes some 40 MB. */
const MAX_IDLE = 4;

export interface WarmCall extends MethodRequest, Omit<StartOptions, 'hasInput'> {
  /** Absolute path of the jar. When it changes, the next call gets a new JVM. */
  jar: string;
}

export interface WarmJava {
  /** Whether calls of methods of this jar are warm that do not say so themselves; `jar` with all links resolved. */
  isWarm(jar: string): boolean;
  /**
   * Waits for the JVM of a jar, and gives a `start` that makes the call there instead of starting a program.
   * Rejects when the signal aborts while others are before it.
   */
  use(call: WarmCall, signal: AbortSignal, run: (start: StartProgram) => Promise<GuestReply>): Promise<GuestReply>;
  /** Ends every JVM, also in the middle of a call, and refuses further calls. */
  close(): Promise<void>;
}

interface Place {
  /** Settles when the last call that was taken in has ended. */
  last: Promise<void>;
  calls: number;
  jvm?: WarmJvm | undefined;
  /** The jar as it was when the JVM was started. */
  stamp?: string;
  idle?: NodeJS.Timeout | undefined;
}

export function createWarmJava({
  start = startDirectly,
  reaper,
  idleMs = IDLE_MS,
  warmJars = () => [],
}: {
  start?: StartProgram;
  reaper: Pick<Reaper, 'watch' | 'release'>;
  /** Milliseconds without a call, after which a JVM is ended. */
  idleMs?: number;
  /** Absolute paths of jars; read at each call. */
  warmJars?: () => readonly string[];
}): WarmJava {
  /** The one that was used last stands last. */
  const places = new Map<string, Place>();
  const ending = new Set<Promise<void>>();
  let isClosed = false;

  function retire(place: Place): Promise<void> {
    clearTimeout(place.idle);
    const ended = place.jvm?.end() ?? Promise.resolve();
    place.jvm = undefined;
    ending.add(ended);
    void ended.finally(() => ending.delete(ended));
    return ended;
  }
  function forget(key: string, place: Place): void {
    if (place.calls > 0) return;
    if (places.get(key) === place) places.delete(key);
    void retire(place);
  }
  function keepIdle(key: string, place: Place): void {
    if (place.calls > 0) return;
    if (!place.jvm) return forget(key, place);
    place.idle = setTimeout(() => forget(key, place), idleMs).unref();
    const idle = [...places].filter(([, { calls }]) => calls === 0);
    for (const [oldest, one] of idle.slice(0, Math.max(0, idle.length - MAX_IDLE))) forget(oldest, one);
  }
  /** A JVM that can take the call. Only for whoever has its turn. */
  async function ready(place: Place, { jar, argv, executable, cwd, env }: WarmCall): Promise<WarmJvm> {
    // Asked at once: by a thread it would take a tenth of the call.
    const { size, mtimeNs, ctimeNs, ino } = statSync(jar, { bigint: true });
    const stamp = [size, mtimeNs, ctimeNs, ino].join(' ');
    if (place.jvm?.isUsable() && place.stamp === stamp) return place.jvm;
    await retire(place);
    place.jvm = await startWarmJvm({ argv, executable, cwd, env }, { start, reaper });
    place.stamp = stamp;
    if (isClosed) await retire(place);
    return place.jvm ?? Promise.reject(closed());
  }

  return {
    isWarm: (jar) => warmJars().some((one) => realPath(one) === jar),
    async use(call, signal, run) {
      if (isClosed) throw closed();
      // The list of names gives the variables their order.
      const environment = JSON.stringify(call.env, Object.keys(call.env).sort());
      const key = JSON.stringify([call.executable, call.argv, call.cwd, environment]);
      const place = places.get(key) ?? { last: Promise.resolve(), calls: 0 };
      places.delete(key);
      places.set(key, place);
      place.calls += 1;
      clearTimeout(place.idle);
      const before = place.last;
      const turn = Promise.withResolvers<void>();
      place.last = before.then(() => turn.promise);
      try {
        await abortable(before, signal);
        const reply = await run(async () => (await ready(place, call)).call(call));
        // One that was ended from outside is on its way out, though it may not be seen yet.
        const wasEnded = !reply.ok && reply.error['code'] !== 'ProgramFailed';
        if (wasEnded || !place.jvm?.isUsable()) await retire(place);
        return reply;
      } finally {
        turn.resolve();
        place.calls -= 1;
        keepIdle(key, place);
      }
    },
    async close() {
      isClosed = true;
      for (const place of places.values()) void retire(place);
      places.clear();
      await Promise.all(ending);
    },
  };
}

const closed = () => codedError('Cancelled', 'The workspace was closed.');

function realPath(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    return undefined; // it was moved since it was set
  }
}
