/** The host's end of one sandbox process: its frames, and its life. Knows nothing of what a script may ask. */
import { spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import type { FromGuest } from '../../contract/guest-contract.ts';
import { LIBRARY_CHUNK } from '../../contract/guest-operations.ts';
import { MAX_FRAME_BYTES, toGuestText, type ToGuest } from '../../contract/to-guest.ts';
import type { SlotRuntime } from '../processes/find-runtime.ts';
import { encodeFrame, frameReader, pieceHead } from './frames.ts';
import { libraryChunk } from './slot-libraries.ts';

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

/** Loaded while the process starts: either takes as long. */
const loadSchemas = () => import('../../contract/guest-contract.ts');
type Schemas = Awaited<ReturnType<typeof loadSchemas>>;

export type GuestFrame = Exclude<FromGuest, { t: 'ready' }>;
export type SyncCall = (call: { run: number; method: string; params: unknown }) => Promise<string>;

export interface Slot {
  readonly pid: number | undefined;
  /** Settles when the slot can take its first script; rejects when it never will. After `done` it can take the next. */
  ready(): Promise<void>;
  send(message: ToGuest): void;
  /** Bytes of UTF-8 with which the answer of a call begins, sent before it is complete. */
  sendPiece(id: number, bytes: Uint8Array): void;
  /** Who receives the frames of the script that runs now. */
  listen(listener: { onFrame: (frame: GuestFrame) => void; onSyncCall: SyncCall }): void;
  /** Whether its last script has used libraries: they are loaded for its next one, before that can begin. */
  usedLibraries(): boolean;
  /** False from the moment it is to be ended; the process itself may live a little longer. */
  usable(): boolean;
  /** Settles with the reason once the process is gone. */
  readonly gone: Promise<string>;
  /** Told once the process is gone, or at once. A script must not wait for `gone`: it would stay with the slot. */
  onGone(listener: (reason: string) => void): () => void;
  kill(reason: string): void;
}

export function startSlot(options: { runtime: SlotRuntime; entry: string }): Slot {
  const child = spawn(options.runtime.executable, [...flags, options.entry], {
    cwd: '/',
    env: options.runtime.env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const [, , , line, syncLine] = child.stdio as unknown as [null, null, null, Duplex, Duplex];
  let listener: Parameters<Slot['listen']>[0] | undefined;
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
    killedFor ??= reason;
    child.kill('SIGKILL');
  };

  const onReady = (broken: string[]) => {
    clearTimeout(readyTimer);
    if (broken.length > 0) kill(`these walls of the sandbox do not hold: ${broken.join(', ')}`);
    else ready.resolve();
  };
  const onText = (text: string, { fromGuest }: Schemas) => {
    const frame = parse(fromGuest, text);
    if (!frame) return kill('it sent something that is no message');
    if (frame.t === 'ready') return onReady(frame.broken);
    if (frame.t === 'done') usedLibraries = frame.usedLibraries ?? false;
    listener?.onFrame(frame);
  };
  const onSyncText = async (text: string, { syncFromGuest }: Schemas) => {
    const call = parse(syncFromGuest, text);
    if (!call || (!listener && call.method !== LIBRARY_CHUNK)) return kill('it sent something that is no call');
    const reply = call.method === LIBRARY_CHUNK ? chunkOf(call.params) : await listener?.onSyncCall(call);
    if (reply === undefined) return;
    if (!syncLine.destroyed) syncLine.write(encodeFrame(reply));
  };
  const chunkOf = (params: unknown): string => {
    const name = (params as { name?: unknown } | null)?.name;
    return typeof name === 'string' ? libraryChunk(options.entry, name) : '';
  };
  const onTooLong = (bytes: number) => kill(`it announced a message of ${bytes} bytes`);

  const read = (from: Duplex, onFrame: (bytes: Buffer) => void) =>
    from.on('data', frameReader({ maxBytes: MAX_FRAME_BYTES, onFrame, onTooLong }));
  void loadSchemas().then((schemas) => {
    read(line, (bytes) => onText(bytes.toString(), schemas));
    read(syncLine, (bytes) => void onSyncText(bytes.toString(), schemas));
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
    ready: () => ready.promise,
    sendPiece(id, bytes) {
      if (line.destroyed) return;
      line.cork();
      line.write(pieceHead(id, bytes.length));
      line.write(bytes);
      line.uncork();
    },
    send: (message) => void (line.destroyed || line.write(encodeFrame(toGuestText(message)))),
    listen: (next) => void (listener = next),
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
