import path from 'node:path';
import envPaths from 'env-paths';

const own = 'OUTRIGGER_CONFIG_DIR';
const paths = () => envPaths('outrigger', { suffix: '' });

/**
 * The user's configuration folder, as the system has it; OUTRIGGER_CONFIG_DIR names another, for portable use
 * and for tests.
 */
export function configFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env[own] ?? paths().config;
}
/** For what can be made again at any time. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env[own] ? path.join(env[own], 'cache') : paths().cache;
}
/** Every folder in which Outrigger may keep secrets or state of this user; no request sends a file of them. */
export function privateFolders(env: NodeJS.ProcessEnv = process.env): string[] {
  const { config, data } = paths();
  return [...new Set([configFolder(env), config, data])];
}
