/**
 * Which interpreters, and other programs that tests start, are here. In CI a missing one is a failure; on a person's
 * machine its tests are skipped.
 */
import { spawnSync } from 'node:child_process';

const versionArguments: Record<string, string[]> = {
  go: ['version'],
  lua: ['-v'],
  java: ['-version'],
  sh: ['-c', ':'],
  openssl: ['version'],
};

/**
 * The system's own interpreters first: a version manager's stand-in that is found before them may have nothing
 * behind it for this user.
 */
export const interpreterEnvironment: NodeJS.ProcessEnv =
  process.platform === 'win32' ? process.env : { ...process.env, PATH: `/usr/bin:/bin:${process.env['PATH'] ?? ''}` };

export function hasInterpreter(name: string): boolean {
  const args = versionArguments[name] ?? ['--version'];
  const { status } = spawnSync(name, args, { stdio: 'ignore', env: interpreterEnvironment });
  if (status === 0) return true;
  if (process.env['CI']) throw new Error(`${name} is missing; run: node scripts/install-test-tools.mjs`);
  return false;
}
