/**
 * Starts the sandbox processes of a debugged run. Each runs one script only, because a person at a stop may have
 * changed anything in it.
 */
import { codedError } from '../../contract/errors.ts';
import { abortable } from '../platform/abortable.ts';
import type { Reaper } from '../processes/ending/reaper.ts';
import type { SandboxSource } from '../sandbox-process/pool/sandbox-pool.ts';
import { startSandboxProcess, type SandboxProcess } from '../sandbox-process/sandbox-process.ts';
import type { SandboxProcessOptions } from '../sandbox-process/spawn-sandbox.ts';
import type { DebuggedThreads } from './debugged-threads.ts';

export interface DebuggedProcessOptions extends Pick<SandboxProcessOptions, 'runtime' | 'entry'> {
  /** Ends the processes if this process is killed. */
  reaper: Reaper;
}

export function createDebuggedProcesses(
  { runtime, entry, reaper }: DebuggedProcessOptions,
  threads: Pick<DebuggedThreads, 'attach'>,
): SandboxSource {
  const processes = new Set<SandboxProcess>();

  function start(): SandboxProcess {
    const sandboxProcess = startSandboxProcess({ runtime, entry, debugged: true });
    processes.add(sandboxProcess);
    const { pid } = sandboxProcess;
    if (pid !== undefined) reaper.watch(pid);
    void sandboxProcess.gone.then(() => {
      processes.delete(sandboxProcess);
      if (pid !== undefined) reaper.release(pid);
    });
    return sandboxProcess;
  }
  return {
    async take(signal, { script } = {}) {
      signal?.throwIfAborted();
      const sandboxProcess = start();
      try {
        await abortable(sandboxProcess.ready(), signal);
        const stopped = await abortable(threads.attach(sandboxProcess, script), signal);
        return { ...sandboxProcess, stopped };
      } catch (error) {
        sandboxProcess.kill('it could not be debugged');
        if (signal?.aborted) throw error;
        throw codedError('SandboxUnavailable', `The script cannot be debugged: ${(error as Error).message}`);
      }
    },
    // Each script has a process of its own.
    lendTurn: () => () => undefined,
    giveBack: (sandboxProcess) => sandboxProcess.kill('its script has ended'),
    async close() {
      const runningProcesses = [...processes];
      for (const sandboxProcess of runningProcesses) sandboxProcess.kill('its run has ended');
      await Promise.all(runningProcesses.map(({ gone }) => gone));
    },
  };
}
