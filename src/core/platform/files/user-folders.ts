/**
 * The user's folders in the places that the system defines. OUTRIGGER_CONFIG_DIR names one folder for all of them, for
 * portable use and for tests.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';

const OVERRIDE = 'OUTRIGGER_CONFIG_DIR';
const systemPaths = envPaths('outrigger', { suffix: '' });

/** The folder for settings, trust and secrets. */
export function configFolder(env: NodeJS.ProcessEnv = process.env): string {
  return privateFolder(env[OVERRIDE] ?? systemPaths.config);
}

/** The folder for the state of each workspace: history, notifications, cookies, drafts, runs, trash. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return privateFolder(env[OVERRIDE] ? path.join(env[OVERRIDE], 'data') : systemPaths.data);
}

/** The folder for data that can be rebuilt at any time. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return privateFolder(env[OVERRIDE] ? path.join(env[OVERRIDE], 'cache') : systemPaths.cache);
}

/** Every folder in which Outrigger may keep secrets or state of this user; no request sends a file of them. */
export function privateFolders(env: NodeJS.ProcessEnv = process.env): string[] {
  return [...new Set([configFolder(env), dataFolder(env), systemPaths.config, systemPaths.data])];
}

/**
 * Creates the folder for this user alone. An existing folder keeps its mode: the user may have chosen it. A folder that
 * cannot be created (a read-only home in a container) is not an error here: the first write reports it, and a command
 * that writes nothing still works.
 */
function privateFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // The first write reports the error.
  }
  return folder;
}
