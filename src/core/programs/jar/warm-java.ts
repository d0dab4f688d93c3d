/**
 * JVMs that are reused for calls of jar methods: a call then takes about two milliseconds instead of Java's start.
 * There is one for each combination of jar, Java, working directory and environment; calls of the same combination wait
 * for each other.
 */
import { realpathSync, statSync } from 'node:fs';
import { codedError } from '../../../contract/errors.ts';
import type { GuestReply } from '../../../contract/scripts/to-guest.ts';
import { abortable } from '../../platform/abortable.ts';
import type { Reaper } from '../../processes/ending/reaper.ts';
import { startDirectly, type StartOptions, type StartProgram } from '../../processes/start-program.ts';
import { createJvmPlaces, type JvmPlace } from './jvm-places.ts';
import { startWarmJvm, type MethodRequest, type WarmJvm } from './warm-jvm.ts';

const IDLE_MS = 60_000;
/** The number of idle JVMs that are kept. Each takes about 40 MB. */
const MAX_IDLE = 4;

export interface WarmCall extends MethodRequest, Omit<StartOptions, 'hasInput'> {
  /** Absolute path of the jar. When it changes, the next call gets a new JVM. */
  jar: string;
}

export interface WarmJava {
  /** Whether calls of this jar's methods are warm by default; `jar` has all links resolved. */
  isWarm(jar: string): boolean;
  /**
   * Waits for the JVM of a jar, and passes on a `start` that makes the call there instead of starting a program.
   * Rejects when the signal aborts while it waits.
   */
  use(call: WarmCall, signal: AbortSignal, run: (start: StartProgram) => Promise<GuestReply>): Promise<GuestReply>;
  /** Ends every JVM, even during a call, and refuses further calls. */
  close(): Promise<void>;
}

export interface WarmJavaOptions {
  start?: StartProgram;
  reaper: Pick<Reaper, 'watch' | 'release'>;
  /** Milliseconds without a call after which a JVM is ended. */
  idleMs?: number;
  /** Absolute paths of jars; read at each call. */
  warmJars?: () => readonly string[];
}

export function createWarmJava(options: WarmJavaOptions): WarmJava {
  const { start = startDirectly, reaper, idleMs = IDLE_MS, warmJars = () => [] } = options;
  const places = createJvmPlaces({ idleMs, maxIdle: MAX_IDLE });

  /** Returns a usable JVM. To be called only when it is the call's turn. */
  async function readyJvm(place: JvmPlace, { jar, argv, executable, cwd, env }: WarmCall): Promise<WarmJvm> {
    // Synchronous, because a thread of Node's pool would take a tenth of the call's time.
    const { size, mtimeNs, ctimeNs, ino } = statSync(jar, { bigint: true });
    const stamp = [size, mtimeNs, ctimeNs, ino].join(' ');
    if (place.jvm?.isUsable() && place.stamp === stamp) return place.jvm;
    await places.retire(place);
    place.jvm = await startWarmJvm({ argv, executable, cwd, env }, { start, reaper });
    place.stamp = stamp;
    if (places.isClosed()) await places.retire(place);
    return place.jvm ?? Promise.reject(closedError());
  }

  return {
    isWarm: (jar) => warmJars().some((warmJar) => realPath(warmJar) === jar),
    async use(call, signal, run) {
      if (places.isClosed()) throw closedError();
      const { place, turn, release } = places.enter(keyOf(call));
      try {
        await abortable(turn, signal);
        const reply = await run(async () => (await readyJvm(place, call)).call(call));
        // A JVM that was ended from outside may look usable for a moment.
        const wasEnded = !reply.ok && reply.error['code'] !== 'ProgramFailed';
        if (wasEnded || !place.jvm?.isUsable()) await places.retire(place);
        return reply;
      } finally {
        release();
      }
    },
    close: places.close,
  };
}

/** Calls with the same key can share a JVM. */
function keyOf({ executable, argv, cwd, env }: WarmCall): string {
  // The list of names gives the variables a fixed order.
  return JSON.stringify([executable, argv, cwd, JSON.stringify(env, Object.keys(env).sort())]);
}

const closedError = () => codedError('Cancelled', 'The workspace was closed.');

function realPath(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    return undefined; // The file was moved after the setting was made.
  }
}
