/** Runs one argv, without a shell, and streams what it prints. Whether the result is a failure is decided above. */
import { execa } from 'execa';
import { killTree } from './kill-tree.ts';
import { lineSplitter } from './line-splitter.ts';

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
  /** Bytes kept per stream; a program that prints more is ended. */
  maxOutput: number;
  signal: AbortSignal;
  onStarted?: (pid: number) => void;
  onLines: (stream: StreamName, text: string) => void;
}

/** Never rejects for what the program does; every process it started is gone when this settles after an abort. */
export async function spawnProgram(options: SpawnOptions): Promise<ProgramExit> {
  const [file, ...args] = options.argv;
  const began = performance.now();
  let endedBy: ProgramExit['endedBy'];
  let killed: Promise<void> | undefined;
  const child = execa(file, args, {
    cwd: options.cwd,
    env: options.env,
    extendEnv: false,
    shell: false,
    buffer: false,
    reject: false,
    stripFinalNewline: false,
    windowsHide: true,
    // A group of its own, so that the whole tree can be signalled.
    detached: process.platform !== 'win32',
    cleanup: true,
    stdin: options.stdin === undefined ? 'ignore' : 'pipe',
  });
  if (child.pid !== undefined) options.onStarted?.(child.pid);
  const end = (reason: NonNullable<ProgramExit['endedBy']>) => {
    endedBy ??= reason;
    if (child.pid !== undefined) killed ??= killTree(child.pid);
  };
  const stop = () => end('stop');
  options.signal.addEventListener('abort', stop, { once: true });
  if (options.signal.aborted) stop();
  const timer = options.timeoutMs === undefined ? undefined : setTimeout(() => end('timeout'), options.timeoutMs);
  child.stdin?.on('error', () => undefined); // a program need not read its input
  child.stdin?.end(options.stdin);

  const read = (name: StreamName) => {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    const lines = lineSplitter((text) => options.onLines(name, text));
    child[name]?.on('data', (chunk: Buffer) => {
      const kept = chunk.subarray(0, Math.max(0, options.maxOutput - bytes));
      bytes += chunk.length;
      if (kept.length > 0) {
        chunks.push(kept);
        lines.push(kept);
      }
      if (bytes > options.maxOutput) end('output');
    });
    return () => {
      lines.end();
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks));
    };
  };
  const [readStdout, readStderr] = [read('stdout'), read('stderr')];

  // What the program left running in the background may hold its pipes open for ever: the program has ended.
  const { nodeChildProcess } = child;
  nodeChildProcess.once('exit', () => {
    const close = () => [child.stdout, child.stderr].forEach((stream) => stream?.destroy());
    let silence = setTimeout(close, SILENCE_MS);
    const goOn = () => {
      clearTimeout(silence);
      silence = setTimeout(close, SILENCE_MS);
    };
    child.stdout?.on('data', goOn);
    child.stderr?.on('data', goOn);
    nodeChildProcess.once('close', () => {
      clearTimeout(silence);
      child.stdout?.off('data', goOn);
      child.stderr?.off('data', goOn);
    });
  });

  const result = await child;
  clearTimeout(timer);
  options.signal.removeEventListener('abort', stop);
  await killed;
  const startError = child.pid === undefined ? (result as { cause?: NodeJS.ErrnoException }).cause : undefined;
  return {
    exitCode: result.exitCode ?? null,
    signal: result.signal ?? null,
    stdout: readStdout(),
    stderr: readStderr(),
    durationMs: performance.now() - began,
    ...(endedBy ? { endedBy } : {}),
    ...(child.pid === undefined ? { endedBy: 'start' as const } : {}),
    ...(startError ? { startError } : {}),
  };
}
