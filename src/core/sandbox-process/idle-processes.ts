/** The warm sandbox processes that run no script, and which of them a session may use. */
import type { SandboxProcess } from './sandbox-process.ts';

export interface IdleProcesses {
  /** Observes a new process: it is removed when it ends. */
  watch: (sandboxProcess: SandboxProcess) => void;
  /** Adds a new process, behind the others. */
  add(sandboxProcess: SandboxProcess): void;
  /** Returns a used process: `first`, it is the next to be taken. Ends it where there are enough of them. */
  putBack(sandboxProcess: SandboxProcess, position: 'first' | 'last'): void;
  /** Removes and returns a process which has run no script of another session; one that is ready is preferred. */
  take(session: object): SandboxProcess | undefined;
  /** Records that the process runs a script of the session; from then on no other session gets it. */
  assign(sandboxProcess: SandboxProcess, session: object): void;
  sessionOf(sandboxProcess: SandboxProcess): object | undefined;
  size(): number;
}

/** @param max a process that is put back beyond so many is ended */
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
      if (idle.length >= max) return sandboxProcess.kill('it is not needed any more');
      if (position === 'last') idle.push(sandboxProcess);
      else idle.unshift(sandboxProcess);
    },
    take(session) {
      const fits = (sandboxProcess: SandboxProcess) =>
        sandboxProcess.usable() && (sessions.get(sandboxProcess) ?? session) === session;
      // The next realm of a process that is ready takes about a millisecond.
      const ready = idle.findIndex((sandboxProcess) => fits(sandboxProcess) && sandboxProcess.isReady());
      const index = ready < 0 ? idle.findIndex(fits) : ready;
      return index < 0 ? undefined : idle.splice(index, 1)[0];
    },
    assign: (sandboxProcess, session) => void sessions.set(sandboxProcess, session),
    sessionOf: (sandboxProcess) => sessions.get(sandboxProcess),
    size: () => idle.length,
  };
}
