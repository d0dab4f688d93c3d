import envPaths from 'env-paths';

/**
 * The user's configuration folder, as the system has it; OUTRIGGER_CONFIG_DIR names another, for portable use
 * and for tests.
 */
export function configFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env['OUTRIGGER_CONFIG_DIR'] ?? envPaths('outrigger', { suffix: '' }).config;
}
