/** Which interpreters are here. In CI a missing one is a failure; on a person's machine its tests are skipped. */
import { spawnSync } from 'node:child_process';

const versionArguments: Record<string, string[]> = {
  go: ['version'],
  lua: ['-v'],
  java: ['-version'],
  sh: ['-c', ':'],
};

export function hasInterpreter(name: string): boolean {
  const { error } = spawnSync(name, versionArguments[name] ?? ['--version'], { stdio: 'ignore' });
  if (!error) return true;
  if (process.env['CI']) throw new Error(`${name} is missing; run: node scripts/install-test-tools.mjs`);
  return false;
}
