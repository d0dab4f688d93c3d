/** The warm sandbox processes that run no script, and the sessions that may use them. */
import type { SandboxProcess } from '../sandbox-process.ts';

export interface IdleProcesses {
  /** Observes a new process: it is removed when it ends. */
  watch: (sandboxProcess: SandboxProcess) => void;
  /** Adds a new process at the end. */
  add(sandboxProcess: SandboxProcess): void;
  /** Returns a used process; with `first`, it is the next one to be taken. Ends it if there are enough. */
  putBack(sandboxProcess: SandboxProcess, position: 'first' | 'last'): void;
  /** Removes and returns a process that has run no script of another session; a ready one is preferred. */
  take(session: object): SandboxProcess | undefined;
  /** Records that the process runs a script of the session; from then on no other session gets it. */
  assign(sandboxProcess: SandboxProcess, session: object): void;
  sessionOf(sandboxProcess: SandboxProcess): object | undefined;
  size(): number;
}

/** @param max a returned process beyond this number is ended */
export function createIdleProcesses(max: number): IdleProcesses {
  const idle: SandboxProcess[] = [];
  const sessions = new WeakMap<SandboxProcess, object>();

  return {
    watch(sandboxProcess) {
      void sandboxProcess.gone.then(() => {
        const index = idle.indexOf(sandboxProcess);
        if (index >= 0) idle.splice(index, 1);
      });
    },
    add: (sandboxProcess) => void idle.push(sandboxProcess),
    putBack(sandboxProcess, position) {
      if (!sandboxProcess.usable()) return;
      if (idle.length >= max) return sandboxProcess.kill('it is no longer needed');
      if (position === 'last') idle.push(sandboxProcess);
      else idle.unshift(sandboxProcess);
    },
    take(session) {
      const fits = (sandboxProcess: SandboxProcess) =>
        sandboxProcess.usable() && (sessions.get(sandboxProcess) ?? session) === session;
      // The next realm of a process that is ready takes about a millisecond.
      const readyIndex = idle.findIndex((sandboxProcess) => fits(sandboxProcess) && sandboxProcess.isReady());
      const index = readyIndex < 0 ? idle.findIndex(fits) : readyIndex;
      return index < 0 ? undefined : idle.splice(index, 1)[0];
    },
    assign: (sandboxProcess, session) => void sessions.set(sandboxProcess, session),
    sessionOf: (sandboxProcess) => sessions.get(sandboxProcess),
    size: () => idle.length,
  };
}
