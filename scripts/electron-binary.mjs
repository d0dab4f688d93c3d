import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const electron = fileURLToPath(new URL('../node_modules/electron', import.meta.url));

/** Electron's binary: named by a variable, or downloaded into its package before; undefined where there is none. */
export function electronBinary() {
  const named = process.env.ELECTRON_EXEC_PATH;
  if (named) return named;
  const pathFile = path.join(electron, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const binary = path.join(electron, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : undefined;
}
