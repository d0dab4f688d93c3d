/** All sandbox processes of a pool, from their start to their end. */
import type { Reaper } from '../processes/ending/reaper.ts';
import { startSandboxProcess, type SandboxProcess } from './sandbox-process.ts';
import type { SandboxProcessOptions } from './spawn-sandbox.ts';

export interface RunningProcesses {
  /** @param started a process that was already started */
  start(started?: SandboxProcess): SandboxProcess;
  size(): number;
  /** Ends the selected processes, and settles when they are gone. */
  end(reason: string, filter?: (sandboxProcess: SandboxProcess) => boolean): Promise<void>;
}

export interface RunningProcessOptions extends SandboxProcessOptions {
  /** Ends the processes if this process is killed. */
  reaper: Reaper;
  onStart: (sandboxProcess: SandboxProcess) => void;
}

export function createRunningProcesses({ reaper, onStart, ...options }: RunningProcessOptions): RunningProcesses {
  const all = new Set<SandboxProcess>();
  return {
    start(started) {
      const sandboxProcess = started ?? startSandboxProcess(options);
      all.add(sandboxProcess);
      const { pid } = sandboxProcess;
      if (pid !== undefined) reaper.watch(pid);
      void sandboxProcess.gone.then(() => {
        if (pid !== undefined) reaper.release(pid);
        all.delete(sandboxProcess);
      });
      onStart(sandboxProcess);
      return sandboxProcess;
    },
    size: () => all.size,
    async end(reason, filter = () => true) {
      const processes = [...all].filter(filter);
      for (const sandboxProcess of processes) sandboxProcess.kill(reason);
      await Promise.all(processes.map((sandboxProcess) => sandboxProcess.gone));
    },
  };
}
