/** Reports changes of the workspace by other programs: many changes in a row are reported once. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { watch } from 'chokidar';

const QUIET_MS = 150;
const ignored = new Set(['node_modules', '.git', '.outrigger', '__pycache__', 'target', '.venv', 'venv']);

/** @returns a function that stops watching */
export function watchWorkspace(root: string, onChange: () => void): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    depth: 12,
    ignored: (file) => file !== root && ignored.has(path.basename(file)),
  });
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, QUIET_MS);
  });
  // A folder that cannot be watched can still be used.
  watcher.on('error', () => undefined);
  return async () => {
    clearTimeout(timer);
    await watcher.close();
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
