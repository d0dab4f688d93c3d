/**
 * Validates everything that a sandbox process sends. A frame or call that violates the protocol ends the process before
 * it has any effect, because the process runs a stranger's code.
 */
import { LIBRARY_CHUNK } from '../../contract/scripts/guest-operations.ts';
import { replyText } from '../../contract/scripts/to-guest.ts';
import { encodeFrame, frameOfBytes } from './frames.ts';
import { libraryChunk } from './sandbox-libraries.ts';
import type { ProcessState } from './served-script.ts';

/** Import the zod schemas in parallel with the spawn. */
export const loadSchemas = () => import('../../contract/scripts/guest-contract.ts');
type Schemas = Awaited<ReturnType<typeof loadSchemas>>;

const FOREIGN_SCRIPT = 'it sent something for a script that does not run in it';

interface FrameHandlerOptions {
  state: ProcessState;
  kill: (reason: string) => void;
  /** @param broken names of the sandbox walls that do not hold */
  onReady: (broken: string[]) => void;
}

/** @returns a function that handles one frame of the asynchronous pipe */
export function createFrameHandler({ state, kill, onReady }: FrameHandlerOptions) {
  return (bytes: Buffer, { parseGuestFrame }: Schemas): void => {
    // Messages that a process sent before it was killed are not executed afterwards.
    if (state.killReason !== undefined) return;
    const frame = parse(parseGuestFrame, bytes);
    if (!frame) return kill('it sent something that is not a message');
    if (frame.t === 'ready') return onReady(frame.broken);
    if (frame.t === 'retire') return void (state.retiring = true);
    const { script } = state;
    if (frame.run !== script?.run) return kill(FOREIGN_SCRIPT);
    if (frame.t !== 'done') return script.listener.onFrame(frame, bytes.length);
    if (script.waits) return kill('it ended a script in the middle of a call');
    state.script = undefined;
    state.usedLibraries = frame.usedLibraries ?? false;
    script.listener.onFrame(frame, bytes.length);
    if (state.retiring) kill('its script used what can go on after the end of a script');
  };
}

interface SyncCallHandlerOptions {
  state: ProcessState;
  kill: (reason: string) => void;
  /** Sends the frame of an answer to the process. */
  answer: (...parts: Uint8Array[]) => void;
  /** The built file of the program in the process; its libraries are in the same folder. */
  entry: string;
}

/** @returns a function that handles one call of the synchronous pipe */
export function createSyncCallHandler({ state, kill, answer, entry }: SyncCallHandlerOptions) {
  return async (bytes: Buffer, { parseSyncCall, guestCalls }: Schemas): Promise<void> => {
    if (state.killReason !== undefined) return;
    const call = parse(parseSyncCall, bytes);
    if (!call) return kill('it sent something that is not a call');
    if (state.script?.waits) return kill('it called again before it had its answer');
    if (call.method === LIBRARY_CHUNK) return answer(encodeFrame(chunkText(entry, call.params)));
    // A library that is preloaded (jsrsasign) asks for random bytes while no script runs.
    const random =
      call.run === 0 && call.method === 'random.bytes' && guestCalls['random.bytes']().safeParse(call.params);
    if (random && random.success) {
      // Web Crypto's global is lazy: importing node:crypto would take 5 ms before the process is spawned.
      const value = Buffer.from(crypto.getRandomValues(new Uint8Array(random.data.count))).toString('base64');
      return answer(encodeFrame(replyText({ ok: true, value })));
    }
    const { script } = state;
    if (call.run !== script?.run) return kill(FOREIGN_SCRIPT);
    script.waits = true;
    const reply = await script.listener.onSyncCall(call);
    script.waits = false;
    if (script !== state.script) return;
    if (reply.ok && reply.utf8) answer(...frameOfBytes('+', reply.utf8));
    else answer(encodeFrame(replyText(reply)));
  };
}

function chunkText(entry: string, params: unknown): string {
  const name = (params as { name?: unknown } | null)?.name;
  return typeof name === 'string' ? libraryChunk(entry, name) : '';
}

function parse<T>(check: (value: unknown) => T | undefined, bytes: Buffer): T | undefined {
  try {
    return check(JSON.parse(bytes.toString()));
  } catch {
    return undefined;
  }
}
