/** Runs one argv, without a shell, and streams what it prints. Whether the result is a failure is decided above. */
import type { Readable } from 'node:stream';
import { MAX_TIMER_MS } from '../platform/time-limit.ts';
import { killTree } from './kill-tree.ts';
import { lineSplitter } from './line-splitter.ts';
import { createDecoder } from './output-decoder.ts';
import { startDirectly, type StartedProgram, type StartProgram } from './start-program.ts';

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
  /** What is started under the name `argv[0]`. Default: what the system finds by that name. */
  executable?: string | undefined;
  cwd: string;
  env: NodeJS.ProcessEnv;
  stdin?: string | undefined;
  timeoutMs?: number | undefined;
  /** Of stdout and stderr, as iconv-lite names it. */
  encoding: string;
  /** Bytes kept per stream; a program that prints more is ended. */
  maxOutput: number;
  signal: AbortSignal;
  /** Default: by this process. */
  start?: StartProgram | undefined;
  onStarted: (pid: number) => void;
  /** The program itself has ended; others of its group may live. */
  onEnded: (pid: number) => void;
  onLines: (stream: StreamName, text: string) => void;
  /** Hears the bytes of stdout, within the limit, as they come. */
  onStdout?: (bytes: Buffer) => void;
}

/** Never rejects for what the program does; every process it started is gone when this settles after an abort. */
export async function spawnProgram(options: SpawnOptions): Promise<ProgramExit> {
  const { argv, executable, cwd, env, stdin } = options;
  const began = performance.now();
  let endedBy: ProgramExit['endedBy'];
  let killed: Promise<void> | undefined;
  let program: StartedProgram;
  try {
    program = await (options.start ?? startDirectly)({ argv, executable, cwd, env, hasInput: stdin !== undefined });
  } catch (error) {
    const startError = error as NodeJS.ErrnoException;
    const nothing = { exitCode: null, signal: null, stdout: '', stderr: '' };
    return { ...nothing, durationMs: performance.now() - began, endedBy: 'start', startError };
  }
  const { pid } = program;
  options.onStarted(pid);
  const end = (reason: NonNullable<ProgramExit['endedBy']>) => {
    endedBy ??= reason;
    killed ??= killTree(pid);
  };
  const stop = () => end('stop');
  options.signal.addEventListener('abort', stop, { once: true });
  if (options.signal.aborted) stop();
  const { timeoutMs } = options;
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => end('timeout'), Math.min(timeoutMs, MAX_TIMER_MS));
  program.stdin?.on('error', () => undefined); // a program need not read its input
  program.stdin?.end(stdin);

  const read = (name: StreamName) =>
    collect(program[name], {
      encoding: options.encoding,
      maxBytes: options.maxOutput,
      onLines: (text) => options.onLines(name, text),
      onTooMuch: () => end('output'),
      ...(name === 'stdout' && options.onStdout ? { onBytes: options.onStdout } : {}),
    });
  const streams = [program.stdout, program.stderr];
  const closed = streams.map((stream) => new Promise((resolve) => stream.once('close', resolve)));
  const [stdout, stderr] = [read('stdout'), read('stderr')];
  const { exitCode, signal } = await program.exited;
  // What the program left running in the background may hold its pipes open for ever: the program has ended.
  closeWhenSilent(streams);
  await Promise.all(closed);
  clearTimeout(timer);
  options.signal.removeEventListener('abort', stop);
  await killed;
  options.onEnded(pid);
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
  stream: Readable,
  { encoding, maxBytes, onLines, onTooMuch, onBytes }: Collecting,
): () => () => string {
  // As bytes: whoever wants the whole text of something large asks for it when it has gone wrong.
  const chunks: Buffer[] = [];
  let bytes = 0;
  const decoder = createDecoder(encoding);
  const lines = lineSplitter(onLines);
  stream.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, Math.max(0, maxBytes - bytes));
    bytes += chunk.length;
    if (part.length > 0) {
      chunks.push(part);
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
      return whole.write(Buffer.concat(chunks)) + whole.end();
    };
  };
}

function closeWhenSilent(streams: readonly Readable[]): void {
  const open = new Set(streams.filter((stream) => !stream.closed));
  if (open.size === 0) return;
  const silence = setTimeout(() => streams.forEach((stream) => stream.destroy()), SILENCE_MS);
  for (const stream of open) {
    stream.on('data', () => silence.refresh());
    stream.once('close', () => {
      open.delete(stream);
      if (open.size === 0) clearTimeout(silence);
    });
  }
}
