/**
 * The program of a sandbox process: started with an empty environment under `--permission`, it tests its walls, removes
 * dangerous objects, and then runs one script after the other, each in a fresh realm. fd 3 carries messages both ways,
 * fd 4 the synchronous calls. See docs/adr/0001-sandbox.md.
 */
import { Buffer as NodeBuffer } from 'node:buffer';
import {
  EVENT_BYTES,
  IDLE,
  LIBRARY_CHUNK,
  MAX_OUTPUT_BYTES,
  operation,
  type HostFunction,
} from '../../../contract/scripts/guest-operations.ts';
import { encodeFrame, frameReader } from '../frames.ts';
import { freezeIntrinsics } from './freeze.ts';
import { createPieceAnswers } from './piece-answers.ts';
import { createRealm, locateSyntaxError, noteUse, type Realm } from './realm.ts';
import { scrub } from './scrub.ts';
import { createSubtle } from './subtle.ts';
import { brokenWalls } from './walls.ts';

// Not imported, see walls.ts.
const fs = process.getBuiltinModule('node:fs');
const net = process.getBuiltinModule('node:net');

// Ends at once, without the listeners that `process.exit` would run.
const exit = (process as unknown as { reallyExit(code: number): never }).reallyExit.bind(process);
const bytes = NodeBuffer;
const defer = setImmediate;
const clock = { setTimeout, setInterval, clearTimeout, clearInterval, clearImmediate };
const MAX_FRAME_BYTES = 256 * 1024 * 1024;

const READ_BYTES = 256 * 1024;
const line = new net.Socket({
  fd: 3,
  readable: true,
  writable: true,
  // The read buffer is reused, because new memory would have to be cleared by the system first.
  onread: {
    buffer: bytes.alloc(READ_BYTES),
    callback(length, buffer) {
      read((buffer as Buffer).subarray(0, length));
      return true;
    },
  },
});
const send = (text: string) => void line.write(encodeFrame(text));

function readExactly(length: number): Buffer {
  const buffer = bytes.allocUnsafe(length);
  for (let offset = 0; offset < length;) {
    const count = fs.readSync(4, buffer, offset, length - offset, null);
    if (count === 0) exit(0);
    offset += count;
  }
  return buffer;
}
function callSync(text: string): string {
  const frame = encodeFrame(text);
  for (let offset = 0; offset < frame.length;) offset += fs.writeSync(4, frame, offset);
  return readExactly(readExactly(4).readUInt32LE()).toString('utf8');
}

const answers = createPieceAnswers(MAX_FRAME_BYTES, () => exit(1));
/** Undefined once the process is to be replaced. */
let realm: Realm | undefined;
let generation = 0;
/** Code of the current script can continue after its end, so this process gets no further script. */
let retiring = false;
/** The number of bytes that the script has written to its console. */
let outputBytes = 0;
/** Functions that stop the timers, by id. */
let timers = new Map<number, () => void>();

/** @param text id, milliseconds and kind (sandbox/timers.ts) */
function startTimer(text: string, ownGeneration: number): void {
  const [idText, msText, kind] = text.split(' ');
  const [id, ms] = [Number(idText), Number(msText)];
  const due = () => {
    if (ownGeneration !== generation) return;
    if (kind !== 'interval') timers.delete(id);
    deliver(`{"t":"timer","id":${id}}`);
  };
  if (kind === 'immediate') {
    const handle = defer(due);
    timers.set(id, () => clock.clearImmediate(handle));
  } else {
    const handle = kind === 'interval' ? clock.setInterval(due, ms) : clock.setTimeout(due, ms);
    timers.set(id, () => clock.clearTimeout(handle));
  }
}
function stopTimer(id: number): void {
  timers.get(id)?.();
  timers.delete(id);
}

const readLibrary = (name: string) => callSync(JSON.stringify({ run: 0, method: LIBRARY_CHUNK, params: { name } }));

function retire(): void {
  if (!retiring) send('{"t":"retire"}');
  retiring = true;
}

/** @returns a text once the script has used up its output, so that it need not produce more */
function output(text: string): string | undefined {
  if (outputBytes > MAX_OUTPUT_BYTES) return 'full';
  const frame = encodeFrame(text);
  outputBytes += frame.length - 4 + EVENT_BYTES;
  line.write(frame);
  return undefined;
}

/** From here on messages of the script are ignored, and nothing is delivered to it. */
function leaveRealm(): void {
  generation += 1;
  realm = undefined;
  for (const id of timers.keys()) stopTimer(id);
  timers = new Map();
  answers.clear();
  outputBytes = 0;
}

function renew(): void {
  leaveRealm();
  const ownGeneration = generation;
  const subtle = createSubtle();
  const answerSubtle = (id: number, call: string) =>
    subtle.answer(call).then((result) => {
      if (ownGeneration === generation) deliver(JSON.stringify({ t: 'subtle', id, answer: result }));
    });
  const answer: HostFunction = (operationNumber, text) => {
    if (ownGeneration !== generation || typeof text !== 'string') return undefined;
    switch (operationNumber) {
      case operation.message:
        if (text.endsWith('"t":"done"}')) defer(end, text, ownGeneration);
        else send(text);
        return undefined;
      case operation.syncCall:
        return callSync(text);
      case operation.startTimer:
        return startTimer(text, ownGeneration);
      case operation.stopTimer:
        return stopTimer(Number(text));
      case operation.askIdle:
        defer(() => ownGeneration === generation && deliver(IDLE));
        return undefined;
      case operation.locateSyntaxError:
        return JSON.stringify(locateSyntaxError(text) ?? {});
      case operation.useLibrary:
        return noteUse(text);
      case operation.output:
        return output(text);
      case operation.subtle: {
        const space = text.indexOf(' ');
        void answerSubtle(Number(text.slice(0, space)), text.slice(space + 1));
        return undefined;
      }
      case operation.retire:
        return retire();
      default:
        return undefined;
    }
  };
  realm = createRealm(answer, readLibrary);
}
/**
 * Reports the end of a script in a later turn of the event loop, because a script that is still looping has not ended.
 * The host may send the next script at once; it is read when its realm exists. A process that retires is ended by the
 * host.
 */
function end(text: string, ownGeneration: number): void {
  if (ownGeneration !== generation) return;
  send(text);
  if (retiring) return leaveRealm();
  try {
    renew();
  } catch {
    exit(1);
  }
}
function deliver(text: string): void {
  try {
    realm?.deliver(text);
  } catch {
    // Only the script can have thrown; the thrown value is not touched here.
  }
}

process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', (reason) => {
  try {
    realm?.unhandled(reason);
  } catch {
    // As above, only the script can have thrown.
  }
});
line.on('close', () => exit(0));
line.on('error', () => exit(0));
const limits = { maxBytes: MAX_FRAME_BYTES, onTooLong: () => exit(1) };
const read = frameReader({
  ...limits,
  onFrame: (frame) => deliver(answers.complete(frame.toString())),
  onPiece: answers.add,
});

const broken = await brokenWalls();
// Sent before the rest is done, because the host takes a moment to send the first script, which is not read until then.
send(JSON.stringify({ t: 'ready', broken }));
try {
  renew();
  scrub(process);
  freezeIntrinsics();
} catch {
  exit(1);
}
