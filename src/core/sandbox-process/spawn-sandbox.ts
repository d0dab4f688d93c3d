/** Starts the operating-system process of a sandbox, with the flags of Node that confine it. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import type { SandboxRuntime } from '../processes/find-runtime.ts';

const HEAP_MB = 256;

/** Each flag but the last three is a wall or removes a way around one: see docs/adr/0001-sandbox.md. */
export const sandboxFlags: readonly string[] = [
  '--permission',
  '--no-addons',
  '--no-experimental-sqlite',
  '--disable-sigusr1',
  '--experimental-vm-modules',
  '--disallow-code-generation-from-strings',
  `--max-old-space-size=${HEAP_MB}`,
  '--no-warnings',
  // Each realm leaves 300 KB of garbage: a larger initial heap postpones collections that would free little.
  '--initial-old-space-size=32',
  // The smaller one of V8 is full twice before a process is ready.
  '--min-semi-space-size=2',
];

/**
 * For a debugged process. Its inspector listens on loopback, and its secret address is printed on stderr only:
 * `--inspect-publish-uid` keeps it from the HTTP server.
 */
const inspectorFlags = ['--allow-inspector', '--inspect=127.0.0.1:0', '--inspect-publish-uid=stderr'];

export interface SandboxProcessOptions {
  runtime: SandboxRuntime;
  /** The built file of the program in the sandbox process. */
  entry: string;
  /** Starts it with an inspector, whose address allows running code in it. */
  debugged?: boolean | undefined;
}

export interface SpawnedSandbox {
  child: ChildProcess;
  /** Carries the frames of scripts and the answers to them. */
  pipe: Duplex;
  /** Carries synchronous calls. */
  syncPipe: Duplex;
}

export function spawnSandbox({ runtime, entry, debugged = false }: SandboxProcessOptions): SpawnedSandbox {
  const child = spawn(runtime.executable, [...sandboxFlags, ...(debugged ? inspectorFlags : []), entry], {
    cwd: '/',
    env: runtime.env,
    stdio: ['ignore', 'ignore', debugged ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const [, , , pipe, syncPipe] = child.stdio as unknown as [null, null, null, Duplex, Duplex];
  // A broken pipe is reported by the exit of the process.
  pipe.on('error', () => undefined);
  syncPipe.on('error', () => undefined);
  return { child, pipe, syncPipe };
}
