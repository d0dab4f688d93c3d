/**
 * Reports changes of the workspace by other programs: many changes in a row are reported once, and changes without a
 * pause from time to time.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { watch } from 'chokidar';

/** Milliseconds without a change after which the changes before are reported. */
const QUIET_MS = 150;
/** The longest time in milliseconds from a change to its report: a log file may be written without a pause. */
const MAX_DELAY_MS = 2000;
const ignored = new Set(['node_modules', '.git', '.outrigger', '__pycache__', 'target', '.venv', 'venv']);

/** @returns a function that stops watching */
export function watchWorkspace(root: string, onChange: () => void): () => Promise<void> {
  const changes = gatherChanges(onChange);
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    depth: 12,
    ignored: (file) => file !== root && ignored.has(path.basename(file)),
  });
  watcher.on('all', changes.add);
  // A folder that cannot be watched can still be used.
  watcher.on('error', () => undefined);
  return async () => {
    changes.stop();
    await watcher.close();
  };
}

/** Calls `report` when no change was added for 150 ms, and at the latest 2 seconds after the first unreported one. */
export function gatherChanges(report: () => void): { add(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  /** When the first of the changes that are not reported yet was added; undefined when there are none. */
  let firstMs: number | undefined;
  const reportAll = () => {
    firstMs = undefined;
    report();
  };
  return {
    add() {
      const nowMs = performance.now();
      firstMs ??= nowMs;
      clearTimeout(timer);
      timer = setTimeout(reportAll, Math.min(QUIET_MS, Math.max(0, firstMs + MAX_DELAY_MS - nowMs)));
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Reports changes of one file, which need not exist yet; its folder is created.
 * @returns a function that stops watching
 */
export function watchFile(file: string, onChange: () => void): () => Promise<void> {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const watcher = watch(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    depth: 0,
    ignored: (entry) => entry !== folder && entry !== file,
  });
  watcher.on('all', onChange);
  // Where files cannot be watched, their changes are noticed at the next write.
  watcher.on('error', () => undefined);
  return () => watcher.close();
}
