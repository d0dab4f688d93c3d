/** Runs one argv, without a shell, and streams its output. The caller decides whether the result is a failure. */
import type { Readable } from 'node:stream';
import { MAX_TIMER_MS } from '../../contract/runs/timer-limit.ts';
import { collectOutput } from './output/collect-output.ts';
import { killTree } from './ending/kill-tree.ts';
import { startDirectly, type StartedProgram, type StartProgram } from './start-program.ts';

/** Milliseconds of silence after a program's end after which no more output is expected. */
const SILENCE_MS = 500;

export type StreamName = 'stdout' | 'stderr';

export interface ProgramExit {
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  durationMs: number;
  /** Why the program was ended from outside, or that it could not be started. */
  endedBy?: 'timeout' | 'output' | 'stop' | 'start';
  /** The system's error when it could not be started. */
  startError?: NodeJS.ErrnoException;
}

export interface SpawnOptions {
  argv: readonly [string, ...string[]];
  /** The file that is started with the name `argv[0]`. Default: the program that the system finds by that name. */
  executable?: string | undefined;
  cwd: string;
  env: NodeJS.ProcessEnv;
  stdin?: string | undefined;
  timeoutMs?: number | undefined;
  /** The encoding of stdout and stderr, as named by iconv-lite. */
  encoding: string;
  /** Limit for each stream, in bytes; a program that prints more is ended. */
  maxOutput: number;
  signal: AbortSignal;
  /** Default: this process starts the program. */
  start?: StartProgram | undefined;
  onStarted: (pid: number) => void;
  /** Called when the program itself has ended; other processes of its group may still run. */
  onEnded: (pid: number) => void;
  onLines: (stream: StreamName, text: string) => void;
  /** Receives the bytes of stdout, within the limit, as they come. */
  onStdout?: (bytes: Buffer) => void;
}

/**
 * Never rejects because of the program; after an abort it settles when every process that the program started has
 * ended.
 */
export async function spawnProgram(options: SpawnOptions): Promise<ProgramExit> {
  const { argv, executable, cwd, env, stdin, encoding, maxOutput, onLines, onStdout } = options;
  const startedAt = performance.now();
  let program: StartedProgram;
  try {
    program = await (options.start ?? startDirectly)({ argv, executable, cwd, env, hasInput: stdin !== undefined });
  } catch (error) {
    const startError = error as NodeJS.ErrnoException;
    const noResult = { exitCode: null, signal: null, stdout: '', stderr: '' };
    return { ...noResult, durationMs: performance.now() - startedAt, endedBy: 'start', startError };
  }
  const { pid } = program;
  options.onStarted(pid);
  const termination = watchForEnd(pid, options);
  program.stdin?.on('error', () => undefined); // A program need not read its input.
  program.stdin?.end(stdin);

  const onTooMuch = () => termination.end('output');
  const common = { encoding, maxBytes: maxOutput, onTooMuch };
  const streams = [program.stdout, program.stderr];
  const streamEnds = streams.map(untilClosed);
  const stdout = collectOutput(program.stdout, {
    ...common,
    onLines: (text) => onLines('stdout', text),
    ...(onStdout ? { onBytes: onStdout } : {}),
  });
  const stderr = collectOutput(program.stderr, { ...common, onLines: (text) => onLines('stderr', text) });
  const { exitCode, signal } = await program.exited;
  // Background processes of an ended program may hold its pipes open forever.
  closeWhenSilent(streams);
  await Promise.all(streamEnds);
  const endedBy = await termination.finish();
  options.onEnded(pid);
  stdout.end();
  stderr.end();
  return {
    exitCode,
    signal,
    // Lazy: a caller that has read the lines does not need the whole text.
    get stdout() {
      return stdout.text();
    },
    get stderr() {
      return stderr.text();
    },
    durationMs: performance.now() - startedAt,
    ...(endedBy ? { endedBy } : {}),
  };
}

/** A program without output may have ended, and closed its streams, before this process began to listen to them. */
const untilClosed = (stream: Readable): Promise<unknown> =>
  stream.closed ? Promise.resolve() : new Promise((resolve) => stream.once('close', resolve));

/** Ends a program at its timeout, at an abort, or on request. */
function watchForEnd(pid: number, { signal, timeoutMs }: SpawnOptions) {
  let endedBy: ProgramExit['endedBy'];
  let killing: Promise<void> | undefined;
  const end = (reason: NonNullable<ProgramExit['endedBy']>) => {
    endedBy ??= reason;
    killing ??= killTree(pid);
  };
  const stop = () => end('stop');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => end('timeout'), Math.min(timeoutMs, MAX_TIMER_MS));
  return {
    end,
    /**
     * Called when the program has ended. Resolves, when its processes have ended, to the first reason for which it was
     * ended.
     */
    async finish() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      await killing;
      return endedBy;
    },
  };
}

/** Closes the streams when they have been silent for a while. */
function closeWhenSilent(streams: readonly Readable[]): void {
  const open = new Set(streams.filter((stream) => !stream.closed));
  if (open.size === 0) return;
  let isSilent = false;
  const silence = setTimeout(() => {
    isSilent = true;
    // Where this process was busy, its timers run before it reads what has arrived meanwhile; the reading comes first.
    setImmediate(() => {
      if (isSilent) streams.forEach((stream) => stream.destroy());
    });
  }, SILENCE_MS);
  for (const stream of open) {
    stream.on('data', () => {
      isSilent = false;
      silence.refresh();
    });
    stream.once('close', () => {
      open.delete(stream);
      if (open.size === 0) clearTimeout(silence);
    });
  }
}
