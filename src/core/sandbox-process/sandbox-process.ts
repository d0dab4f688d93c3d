/** The host's end of one sandbox process: its frames, and its life. Knows nothing of what a script may ask. */
import { spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import type { FromGuest } from '../../contract/guest-contract.ts';
import { LIBRARY_CHUNK } from '../../contract/guest-operations.ts';
import {
  MAX_FRAME_BYTES,
  replyText,
  toGuestText,
  type GuestContext,
  type GuestReply,
  type ToGuest,
} from '../../contract/to-guest.ts';
import type { SandboxRuntime } from '../processes/find-runtime.ts';
import { encodeFrame, frameReader, pieceHead } from './frames.ts';
import { inspectorAddress } from './inspector-address.ts';
import { libraryChunk } from './sandbox-libraries.ts';

const NOT_ITS_SCRIPT = 'it sent something for a script that does not run in it';
const HEAP_MB = 256;
const READY_MS = 10_000;

/** Each but the last two is a wall or removes a way around one: see docs/adr/0001-sandbox.md. */
const flags = [
  '--permission',
  '--no-addons',
  '--no-experimental-sqlite',
  '--disable-sigusr1',
  '--experimental-vm-modules',
  '--disallow-code-generation-from-strings',
  `--max-old-space-size=${HEAP_MB}`,
  '--no-warnings',
  // A realm leaves 300 KB behind: below this, it is not worth it to look for what is garbage.
  '--initial-old-space-size=32',
];

/**
 * For a process that is debugged. Its inspector listens on loopback, and its secret address is said on stderr alone: HTTP
 * answers 404 to whoever asks for it.
 */
const inspectorFlags = ['--allow-inspector', '--inspect=127.0.0.1:0', '--inspect-publish-uid=stderr'];

/** Import the zod schemas in parallel with the spawn. */
const loadSchemas = () => import('../../contract/guest-contract.ts');
type Schemas = Awaited<ReturnType<typeof loadSchemas>>;

export type GuestFrame = Exclude<FromGuest, { t: 'ready' | 'retire' }>;

export interface SandboxListener {
  /** A frame of this script, and the bytes of its text. After `done` there are no more. */
  onFrame(frame: GuestFrame, bytes: number): void;
  /** The script waits, and so does its whole process. */
  onSyncCall(call: { method: string; params: unknown }): Promise<GuestReply>;
}

/** The host's side of one script in a process. Once the script has ended, nothing is sent by it any more. */
export interface SandboxScript {
  start(script: { name: string; source: string; context: GuestContext }): void;
  reply(id: number, reply: GuestReply): void;
  /** Bytes of UTF-8 with which the answer of a call begins, sent before it is complete. */
  replyPiece(id: number, bytes: Uint8Array): void;
}

/** The time in which a debugger has stopped the script of a process. */
export interface StoppedTime {
  /** @param time as `Date.now()` says it; the result is in milliseconds */
  msSince(time: number): number;
  /** Settles once it is not stopped. */
  running(): Promise<void>;
}

export interface SandboxProcess {
  readonly pid: number | undefined;
  /** Settles when the sandbox process can take its first script; rejects when it never will. After `done` it can take the next. */
  ready(): Promise<void>;
  /**
   * Gives the process to one script, up to its frame `done`. A frame or call of any other script, and one that comes
   * while there is no script, ends the process before anything is done with it.
   */
  serve(listener: SandboxListener): SandboxScript;
  /** The address of its inspector; undefined for a process that cannot be debugged. */
  readonly inspector: Promise<string> | undefined;
  /** Where a debugger is attached. */
  readonly stopped?: StoppedTime;
  /** Whether its last script has used libraries: they are loaded for its next one, before that can begin. */
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

export interface SandboxProcessOptions {
  runtime: SandboxRuntime;
  /** The built file of the sandbox process process. */
  entry: string;
  /** Starts it with an inspector: whoever has its address can run code in it. */
  debugged?: boolean | undefined;
}

export function startSandboxProcess(options: SandboxProcessOptions): SandboxProcess {
  const { debugged = false } = options;
  const child = spawn(options.runtime.executable, [...flags, ...(debugged ? inspectorFlags : []), options.entry], {
    cwd: '/',
    env: options.runtime.env,
    stdio: ['ignore', 'ignore', debugged ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const inspector = child.stderr ? inspectorAddress(child.stderr) : undefined;
  const [, , , line, syncLine] = child.stdio as unknown as [null, null, null, Duplex, Duplex];
  let current: { run: number; listener: SandboxListener; waits: boolean } | undefined;
  let retiring = false;
  let usable = true;
  let usedLibraries = false;
  let killedFor: string | undefined;
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  const readyTimer = setTimeout(() => kill('the sandbox did not become ready'), READY_MS);
  const gone = Promise.withResolvers<string>();
  const goneListeners = new Set<(reason: string) => void>();
  let goneFor: string | undefined;

  const kill = (reason: string) => {
    usable = false;
    current = undefined;
    killedFor ??= reason;
    child.kill('SIGKILL');
  };

  const onReady = (broken: string[]) => {
    clearTimeout(readyTimer);
    if (broken.length > 0) kill(`these walls of the sandbox do not hold: ${broken.join(', ')}`);
    else ready.resolve();
  };
  const onFrame = (bytes: Buffer, { fromGuest }: Schemas) => {
    // What a process has sent before its end is not executed after it.
    if (killedFor !== undefined) return;
    const frame = parse(fromGuest, bytes.toString());
    if (!frame) return kill('it sent something that is no message');
    if (frame.t === 'ready') return onReady(frame.broken);
    if (frame.t === 'retire') return void (retiring = true);
    const script = current;
    if (frame.run !== script?.run) return kill(NOT_ITS_SCRIPT);
    if (frame.t !== 'done') return script.listener.onFrame(frame, bytes.length);
    if (script.waits) return kill('it ended a script in the middle of a call');
    current = undefined;
    usedLibraries = frame.usedLibraries ?? false;
    script.listener.onFrame(frame, bytes.length);
    if (retiring) kill('its script used what can go on after the end of a script');
  };
  const onSyncFrame = async (bytes: Buffer, { syncFromGuest, guestCalls }: Schemas) => {
    if (killedFor !== undefined) return;
    const call = parse(syncFromGuest, bytes.toString());
    if (!call) return kill('it sent something that is no call');
    if (current?.waits) return kill('it called again before it had its answer');
    if (call.method === LIBRARY_CHUNK) return answerSync(chunkOf(call.params));
    // A library that is loaded ahead of its script (jsrsasign) asks for random bytes; no run is needed for them.
    const random =
      call.run === 0 && call.method === 'random.bytes' && guestCalls['random.bytes'].safeParse(call.params);
    if (random && random.success) {
      // Web Crypto is a lazy global: node:crypto would take 5 ms before the process is spawned.
      const value = Buffer.from(crypto.getRandomValues(new Uint8Array(random.data.count))).toString('base64');
      return answerSync(replyText({ ok: true, value }));
    }
    const script = current;
    if (call.run !== script?.run) return kill(NOT_ITS_SCRIPT);
    script.waits = true;
    const reply = await script.listener.onSyncCall(call);
    script.waits = false;
    if (script === current) answerSync(replyText(reply));
  };
  const answerSync = (text: string) => void (syncLine.destroyed || syncLine.write(encodeFrame(text)));
  const chunkOf = (params: unknown): string => {
    const name = (params as { name?: unknown } | null)?.name;
    return typeof name === 'string' ? libraryChunk(options.entry, name) : '';
  };
  const onTooLong = (bytes: number) => kill(`it announced a message of ${bytes} bytes`);

  const read = (from: Duplex, onFrame: (bytes: Buffer) => void) =>
    from.on('data', frameReader({ maxBytes: MAX_FRAME_BYTES, onFrame, onTooLong }));
  void loadSchemas().then((schemas) => {
    read(line, (bytes) => onFrame(bytes, schemas));
    read(syncLine, (bytes) => void onSyncFrame(bytes, schemas));
  });
  line.on('error', () => undefined);
  syncLine.on('error', () => undefined);

  const end = (reason: string) => {
    clearTimeout(readyTimer);
    usable = false;
    ready.reject(new Error(reason));
    gone.resolve(reason);
    goneFor = reason;
    for (const tell of goneListeners) tell(reason);
  };
  child.on('error', (error) => end(killedFor ?? `it could not be started: ${error.message}`));
  child.on('exit', (code, signal) => end(killedFor ?? `it ended by itself (${signal ?? `exit code ${code}`})`));

  return {
    pid: child.pid,
    inspector,
    ready: () => ready.promise,
    serve(listener) {
      const script = { run: ++lastRun, listener, waits: false };
      const { run } = script;
      current = script;
      const isOver = () => script !== current || line.destroyed;
      const send = (message: ToGuest) => void (isOver() || line.write(encodeFrame(toGuestText(message))));
      return {
        start: (what) => send({ t: 'run', run, ...what }),
        reply: (id, reply) => send({ t: 'reply', run, id, reply }),
        replyPiece(id, bytes) {
          if (isOver()) return;
          line.cork();
          line.write(pieceHead({ run, id }, bytes.length));
          line.write(bytes);
          line.uncork();
        },
      };
    },
    usedLibraries: () => usedLibraries,
    usable: () => usable,
    gone: gone.promise,
    onGone(tell) {
      if (goneFor !== undefined) tell(goneFor);
      else goneListeners.add(tell);
      return () => void goneListeners.delete(tell);
    },
    kill,
  };
}

function parse<T>(schema: { safeParse(value: unknown): { success: boolean; data?: T } }, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
