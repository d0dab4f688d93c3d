/**
 * Starts programs from a small process. To start one, a system like Linux copies the tables of all memory of whoever
 * starts it, while that stands still: 2 ms for a small process, 10 and more for an application with large answers in
 * memory. The program's streams are connections to us, so that nothing is handed on in between.
 */
import type { SandboxRuntime } from '../find-runtime.ts';
import { startHelper, type LauncherHelper } from './launcher-helper.ts';
import { startDirectly, type StartProgram } from '../start-program.ts';

export interface Launcher {
  start: StartProgram;
  close(): void;
}

/** The process takes a moment and memory, so it is for those who start more than one program. */
const DIRECTLY = 1;

/**
 * Until the process is there, and where it cannot be, programs are started directly. So they are on Windows, where no
 * memory is copied.
 */
export function createLauncher(runtime: SandboxRuntime, platform: NodeJS.Platform = process.platform): Launcher {
  let started = 0;
  let helper: LauncherHelper | undefined;
  /** It cannot be had here: no place for its socket, for one. */
  let isUseless = platform === 'win32';
  const onGone = (wasReady: boolean) => {
    helper = undefined;
    isUseless ||= !wasReady;
  };
  return {
    start(options) {
      if (helper?.ready()) return helper.launch(options);
      started += 1;
      if (started > DIRECTLY && !isUseless) {
        try {
          helper ??= startHelper(runtime, onGone);
        } catch {
          isUseless = true;
        }
      }
      return startDirectly(options);
    },
    close() {
      helper?.close();
      helper = undefined;
    },
  };
}
