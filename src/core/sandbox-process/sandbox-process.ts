/**
 * The host's side of one sandbox process: its frames and its lifetime. Independent of the calls that a script may make.
 */
import type { Duplex } from 'node:stream';
import {
  MAX_FRAME_BYTES,
  toGuestText,
  type GuestScript,
  type GuestReply,
  type TextReply,
  type ToGuest,
} from '../../contract/scripts/to-guest.ts';
import { afterRunningFor } from '../platform/time-limit.ts';
import { encodeFrame, frameReader, pieceHead } from './frames.ts';
import { createFrameHandler, createSyncCallHandler, loadSchemas } from './guest-frames.ts';
import { inspectorAddress } from './inspector-address.ts';
import { createProcessEnd } from './process-end.ts';
import type { ProcessState, SandboxListener, ServedScript } from './served-script.ts';
import { spawnSandbox, type SpawnedSandbox, type SandboxProcessOptions } from './spawn-sandbox.ts';

/** In which this process itself runs. */
const READY_MS = 10_000;

/** The host's side of one script in a process. Once the script has ended, it sends nothing more. */
export interface RunningScript {
  start(script: GuestScript): void;
  reply(id: number, reply: GuestReply): void;
  /** Bytes of UTF-8 at the beginning of a call's answer, sent before the answer is complete. */
  replyPiece(id: number, bytes: Uint8Array): void;
}

/** The time in which a debugger had stopped the script of a process. */
export interface StoppedTime {
  /** @param time as returned by `Date.now()`; the result is in milliseconds */
  msSince(time: number): number;
  /** Settles once it is not stopped. */
  running(): Promise<void>;
}

export interface SandboxProcess {
  readonly pid: number | undefined;
  /**
   * Settles when the sandbox process can take its first script; rejects if it never will. After `done` it can take the
   * next.
   */
  ready(): Promise<void>;
  /** Whether it has become ready. */
  isReady(): boolean;
  /**
   * Assigns the process to one script, until its frame `done`. A frame or call of any other script, or without a
   * script, ends the process before it has any effect.
   */
  serve(listener: SandboxListener): RunningScript;
  /** The address of its inspector; undefined for a process that cannot be debugged. */
  readonly inspector: Promise<string> | undefined;
  /** Present where a debugger is attached. */
  readonly stopped?: StoppedTime;
  /** Whether its last script has used libraries, which are loaded again before its next one can begin. */
  usedLibraries(): boolean;
  /** False from the moment it is to be ended; the process itself may live a little longer. */
  usable(): boolean;
  /** Settles with the reason once the process is gone. */
  readonly gone: Promise<string>;
  /** Calls the listener when the process ends, or at once if it has ended. Unlike `gone`, it can be cancelled. */
  onGone(listener: (reason: string) => void): () => void;
  kill(reason: string): void;
}

let lastRun = 0;

export function startSandboxProcess(options: SandboxProcessOptions): SandboxProcess {
  const spawned = spawnSandbox(options);
  const { child, pipe, syncPipe } = spawned;
  const state: ProcessState = {
    script: undefined,
    ready: false,
    usable: true,
    retiring: false,
    usedLibraries: false,
    killReason: undefined,
  };
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  const endReadyWait = afterRunningFor(READY_MS, () => kill('the sandbox did not become ready'));
  const { gone, onGone, end: reportEnd } = createProcessEnd();

  const kill = (reason: string) => {
    state.usable = false;
    state.script = undefined;
    state.killReason ??= reason;
    child.kill('SIGKILL');
  };
  const onReady = (broken: string[]) => {
    endReadyWait();
    if (broken.length > 0) kill(`these walls of the sandbox do not hold: ${broken.join(', ')}`);
    else {
      state.ready = true;
      ready.resolve();
    }
  };
  const answer = (...parts: Uint8Array[]) => writeTogether(syncPipe, parts);
  const onFrame = createFrameHandler({ state, kill, onReady });
  const onSyncCall = createSyncCallHandler({ state, kill, answer, entry: options.entry });
  void loadSchemas().then((schemas) => {
    const onTooLong = (bytes: number) => kill(`it announced a message of ${bytes} bytes`);
    readFrames(pipe, (bytes) => onFrame(bytes, schemas), onTooLong);
    readFrames(syncPipe, (bytes) => void onSyncCall(bytes, schemas), onTooLong);
  });
  const onEnd = (reason: string) => {
    endReadyWait();
    state.usable = false;
    ready.reject(new Error(reason));
    reportEnd(reason);
  };
  whenEnded(child, (reason) => onEnd(state.killReason ?? reason));

  return {
    pid: child.pid,
    inspector: child.stderr ? inspectorAddress(child.stderr) : undefined,
    ready: () => ready.promise,
    isReady: () => state.ready,
    serve: (listener) => serveScript(pipe, state, listener),
    usedLibraries: () => state.usedLibraries,
    usable: () => state.usable,
    gone,
    onGone,
    kill,
  };
}

function writeTogether(pipe: Duplex, parts: readonly Uint8Array[]): void {
  if (pipe.destroyed) return;
  pipe.cork();
  for (const part of parts) pipe.write(part);
  pipe.uncork();
}

function readFrames(pipe: Duplex, onFrame: (bytes: Buffer) => void, onTooLong: (bytes: number) => void): void {
  pipe.on('data', frameReader({ maxBytes: MAX_FRAME_BYTES, onFrame, onTooLong }));
}

function whenEnded(child: SpawnedSandbox['child'], onEnd: (reason: string) => void): void {
  child.on('error', (error) => onEnd(`it could not be started: ${error.message}`));
  child.on('exit', (code, signal) => onEnd(`it ended by itself (${signal ?? `exit code ${code}`})`));
}

/** Makes a script the current one of the process, and sends its messages until another one replaces it. */
function serveScript(pipe: Duplex, state: ProcessState, listener: SandboxListener): RunningScript {
  const script: ServedScript = { run: ++lastRun, listener, waits: false };
  const { run } = script;
  state.script = script;
  const isOver = () => script !== state.script || pipe.destroyed;
  const send = (message: ToGuest) => void (isOver() || pipe.write(encodeFrame(toGuestText(message))));
  return {
    start: (content) => send({ t: 'run', run, ...content }),
    reply(id, reply) {
      const asText: TextReply =
        reply.ok && reply.utf8 ? { ok: true, value: Buffer.from(reply.utf8).toString() } : reply;
      send({ t: 'reply', run, id, reply: asText });
    },
    replyPiece(id, bytes) {
      if (isOver()) return;
      pipe.cork();
      pipe.write(pieceHead({ run, id }, bytes.length));
      pipe.write(bytes);
      pipe.uncork();
    },
  };
}
