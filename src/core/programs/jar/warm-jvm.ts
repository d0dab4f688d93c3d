/**
 * A warm JVM for calls of a jar's methods (java/src/outrigger/jarexecuter/WarmServer.java documents the protocol). It
 * makes one call at a time; each looks like a started program to its caller.
 */
import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { killTree } from '../../processes/ending/kill-tree.ts';
import type { Reaper } from '../../processes/ending/reaper.ts';
import type { ExitStatus, StartedProgram, StartOptions, StartProgram } from '../../processes/start-program.ts';
import { findEndMark } from './end-mark.ts';

export interface MethodRequest {
  /** `package.Class.method(Type,Type)` */
  signature: string;
  /** JSON of each parameter. */
  parameters: readonly string[];
  stdin: string | undefined;
}

export interface WarmJvm {
  /** Whether it can take another call: it runs, and no call has left threads or other state in it. */
  isUsable(): boolean;
  /** Only after the call before has exited. All calls return this JVM as their process. */
  call(request: MethodRequest): StartedProgram;
  /** Settles when the JVM and every process that its calls have started have ended. */
  end(): Promise<void>;
}

interface Call {
  stdout: PassThrough;
  stderr: PassThrough;
  takeStdout: (bytes: Buffer) => void;
  takeStderr: (bytes: Buffer) => void;
  exited: PromiseWithResolvers<ExitStatus>;
}

/** Rejects with the system's error when it cannot be started. */
export async function startWarmJvm(
  options: Omit<StartOptions, 'hasInput'>,
  { start, reaper }: { start: StartProgram; reaper: Pick<Reaper, 'watch' | 'release'> },
): Promise<WarmJvm> {
  const { pid, stdin, stdout, stderr, exited } = await start({ ...options, hasInput: true });
  reaper.watch(pid);
  let usable = true;
  let exitStatus: ExitStatus | undefined;
  let ended: Promise<void> | undefined;
  let call: Call | undefined;
  /** Output before the first call, such as a notice of Java, becomes part of it. */
  const early: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] };

  stdin?.on('error', () => undefined);
  stdout.on('data', (bytes: Buffer) => (call ? call.takeStdout(bytes) : early.stdout.push(bytes)));
  stderr.on('data', (bytes: Buffer) => (call ? call.takeStderr(bytes) : early.stderr.push(bytes)));
  stdout.once('close', () => call?.stdout.end());
  stderr.once('close', () => call?.stderr.end());
  void exited.then((status) => {
    usable = false;
    exitStatus = status;
    call?.exited.resolve(status);
  });

  return {
    isUsable: () => usable,
    call({ signature, parameters, stdin: input }) {
      const nonce = randomBytes(16).toString('hex');
      const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
      const exit = Promise.withResolvers<ExitStatus>();
      call = {
        ...streams,
        exited: exit,
        takeStdout: findEndMark(nonce, streams.stdout, ([exitCode, isReusable]) => {
          usable &&= isReusable === '1';
          exit.resolve({ exitCode: Number(exitCode), signal: null });
        }),
        takeStderr: findEndMark(nonce, streams.stderr, () => undefined),
      };
      for (const bytes of early.stdout.splice(0)) call.takeStdout(bytes);
      for (const bytes of early.stderr.splice(0)) call.takeStderr(bytes);
      // The JVM may have ended since it was started or used, which is not reported again.
      if (stdout.closed) streams.stdout.end();
      if (stderr.closed) streams.stderr.end();
      if (exitStatus) exit.resolve(exitStatus);
      const json = Buffer.from(JSON.stringify({ nonce, signature, parameters, stdin: input ?? null }));
      const length = Buffer.alloc(4);
      length.writeUInt32BE(json.length);
      stdin?.write(Buffer.concat([length, json]));
      return { pid, stdin: null, ...streams, exited: exit.promise };
    },
    end() {
      usable = false;
      stdin?.end();
      return (ended ??= killTree(pid).then(() => reaper.release(pid)));
    },
  };
}
