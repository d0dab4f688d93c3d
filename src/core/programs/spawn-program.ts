/** Runs one argv, without a shell, and streams what it prints. Whether the result is a failure is decided above. */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import spawn from 'cross-spawn';
import { killTree } from './kill-tree.ts';
import { lineSplitter } from './line-splitter.ts';
import { createDecoder } from './output-decoder.ts';

/** How long the output of an ended program may be silent before nothing more is expected. */
const SILENCE_MS = 500;

export type StreamName = 'stdout' | 'stderr';

export interface ProgramExit {
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  durationMs: number;
  /** Why it was ended from outside, if it was; or that it could not be started. */
  endedBy?: 'timeout' | 'output' | 'stop' | 'start';
  /** The system's own words when it could not be started. */
  startError?: NodeJS.ErrnoException;
}

export interface SpawnOptions {
  argv: readonly [string, ...string[]];
  cwd: string;
  env: NodeJS.ProcessEnv;
  stdin?: string | undefined;
  timeoutMs?: number | undefined;
  /** Of stdout and stderr, as iconv-lite names it. */
  encoding: string;
  /** Bytes kept per stream; a program that prints more is ended. */
  maxOutput: number;
  signal: AbortSignal;
  onStarted: (pid: number) => void;
  /** The program itself has ended; others of its group may live. */
  onEnded: (pid: number) => void;
  onLines: (stream: StreamName, text: string) => void;
  /** Hears the bytes of stdout, within the limit, as they come. */
  onStdout?: (bytes: Buffer) => void;
}

/** Never rejects for what the program does; every process it started is gone when this settles after an abort. */
export async function spawnProgram(options: SpawnOptions): Promise<ProgramExit> {
  const [file, ...args] = options.argv;
  const began = performance.now();
  let endedBy: ProgramExit['endedBy'];
  let killed: Promise<void> | undefined;
  // cross-spawn is node's spawn, and on Windows starts .cmd and .bat files without handing words to cmd.exe.
  let child: ChildProcess;
  try {
    child = spawn(file, args, {
      cwd: options.cwd,
      env: options.env,
      shell: false,
      windowsHide: true,
      // A group of its own, so that the whole tree can be signalled.
      detached: process.platform !== 'win32',
      stdio: [options.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    // Some refusals of the system come at once: a command line that is too long, for one.
    const startError = error as NodeJS.ErrnoException;
    const nothing = { exitCode: null, signal: null, stdout: '', stderr: '' };
    return { ...nothing, durationMs: performance.now() - began, endedBy: 'start', startError };
  }
  const { pid } = child;
  if (pid !== undefined) options.onStarted(pid);
  const end = (reason: NonNullable<ProgramExit['endedBy']>) => {
    endedBy ??= reason;
    if (pid !== undefined) killed ??= killTree(pid);
  };
  const stop = () => end('stop');
  options.signal.addEventListener('abort', stop, { once: true });
  if (options.signal.aborted) stop();
  const timer = options.timeoutMs === undefined ? undefined : setTimeout(() => end('timeout'), options.timeoutMs);
  child.stdin?.on('error', () => undefined); // a program need not read its input
  child.stdin?.end(options.stdin);

  const read = (name: StreamName) =>
    collect(child[name], {
      encoding: options.encoding,
      maxBytes: options.maxOutput,
      onLines: (text) => options.onLines(name, text),
      onTooMuch: () => end('output'),
      ...(name === 'stdout' && options.onStdout ? { onBytes: options.onStdout } : {}),
    });
  const [stdout, stderr] = [read('stdout'), read('stderr')];
  const closed = Promise.withResolvers<{ exitCode: number | null; signal: string | null }>();
  let startError: NodeJS.ErrnoException | undefined;
  child.once('error', (error) => {
    startError = error;
    if (pid === undefined) closed.resolve({ exitCode: null, signal: null });
  });
  // What the program left running in the background may hold its pipes open for ever: the program has ended.
  child.once('exit', () => closeWhenSilent([child.stdout, child.stderr]));
  child.once('close', (exitCode, signal) => closed.resolve({ exitCode, signal }));

  const { exitCode, signal } = await closed.promise;
  clearTimeout(timer);
  options.signal.removeEventListener('abort', stop);
  await killed;
  if (pid !== undefined) options.onEnded(pid);
  if (pid === undefined) endedBy = 'start';
  const [endStdout, endStderr] = [stdout(), stderr()];
  return {
    exitCode,
    signal,
    // Put together when somebody asks: much of it may have gone its way already.
    get stdout() {
      return endStdout();
    },
    get stderr() {
      return endStderr();
    },
    durationMs: performance.now() - began,
    ...(endedBy ? { endedBy } : {}),
    ...(startError ? { startError } : {}),
  };
}

interface Collecting {
  encoding: string;
  maxBytes: number;
  onLines: (text: string) => void;
  onTooMuch: () => void;
  onBytes?: (bytes: Buffer) => void;
}

/** Reads a stream in lines and as a whole, up to a limit. The returned function ends it; what it returns gives all of it. */
function collect(
  stream: Readable | null,
  { encoding, maxBytes, onLines, onTooMuch, onBytes }: Collecting,
): () => () => string {
  // As bytes: whoever wants the whole text of something large asks for it when it has gone wrong.
  const kept: Buffer[] = [];
  let bytes = 0;
  const decoder = createDecoder(encoding);
  const lines = lineSplitter(onLines);
  stream?.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, Math.max(0, maxBytes - bytes));
    bytes += chunk.length;
    if (part.length > 0) {
      kept.push(part);
      onBytes?.(part);
      lines.push(decoder.write(part));
    }
    if (bytes > maxBytes) onTooMuch();
  });
  return () => {
    lines.push(decoder.end());
    lines.end();
    return () => {
      const whole = createDecoder(encoding);
      return whole.write(Buffer.concat(kept)) + whole.end();
    };
  };
}

function closeWhenSilent(streams: (Readable | null)[]): void {
  const close = () => streams.forEach((stream) => stream?.destroy());
  let silence = setTimeout(close, SILENCE_MS);
  const goOn = () => {
    clearTimeout(silence);
    silence = setTimeout(close, SILENCE_MS);
  };
  const open = new Set(streams.filter((stream) => stream !== null && !stream.closed));
  for (const stream of open) {
    stream?.on('data', goOn);
    stream?.once('close', () => {
      open.delete(stream);
      if (open.size === 0) clearTimeout(silence);
    });
  }
  if (open.size === 0) clearTimeout(silence);
}
