/**
 * Starts programs from a small process. To start a program, systems such as Linux copy the page tables of the starting
 * process, which is stopped meanwhile: 2 ms for a small process, 10 ms and more for an application with large responses
 * in memory. The program's streams are connections to this process, so that no data is passed on in between.
 */
import type { SandboxRuntime } from '../find-runtime.ts';
import { startHelper, type LauncherHelper } from './launcher-helper.ts';
import { startDirectly, type StartProgram } from '../start-program.ts';

export interface Launcher {
  start: StartProgram;
  close(): void;
}

/**
 * Programs that are started directly before the launcher process is started: it takes time and memory that only several
 * programs justify.
 */
const DIRECTLY = 1;

/**
 * Until the launcher process is ready, and where it cannot be started, programs are started directly. On Windows they
 * always are, because it does not copy page tables.
 */
export function createLauncher(runtime: SandboxRuntime, platform: NodeJS.Platform = process.platform): Launcher {
  let startedCount = 0;
  let helper: LauncherHelper | undefined;
  /** True where the launcher process cannot be used, for example because its socket cannot be created. */
  let isUseless = platform === 'win32';
  const onGone = (wasReady: boolean) => {
    helper = undefined;
    isUseless ||= !wasReady;
  };
  return {
    start(options) {
      if (helper?.ready()) return helper.launch(options);
      startedCount += 1;
      if (startedCount > DIRECTLY && !isUseless) {
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
