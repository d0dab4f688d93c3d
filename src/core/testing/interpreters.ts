/**
 * Finds the interpreters and other programs that tests start. In CI a missing one is a failure; elsewhere its tests are
 * skipped.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { execaSync } from 'execa';
import type { Language } from '../programs/languages/language.ts';
import { languages } from '../programs/languages/languages.ts';

const versionArguments: Record<string, readonly string[]> = {
  ...Object.fromEntries(languages.map(({ prefix, versionArguments: args }) => [prefix[0], args])),
  sh: ['-c', ':'],
  dash: ['-c', ':'],
  busybox: ['true'],
  openssl: ['version'],
};

/**
 * The system's own interpreters first, because a version manager's shim may have no version installed for this user.
 */
export const interpreterEnvironment: NodeJS.ProcessEnv =
  process.platform === 'win32' ? process.env : { ...process.env, PATH: `/usr/bin:/bin:${process.env['PATH'] ?? ''}` };

export function hasInterpreter(name: string): boolean {
  if (isInstalled(name)) return true;
  if (process.env['CI']) throw new Error(`${name} is missing; run: npx node scripts/install-test-tools.mjs`);
  return false;
}

/** Whether programs of a language can be run here. One that no package installs may be missing in CI. */
export function canRun({ prefix: [command], test: { packages, tools = [] }, needsFile }: Language): boolean {
  const isThere = packages.length === 0 ? isInstalled : hasInterpreter;
  const hasFile = !needsFile || existsSync(path.join(needsFile.defaultFolder, needsFile.file));
  return [command, ...tools].every(isThere) && hasFile;
}

/** What was asked in this process: a JVM takes a third of a second to print its version, and tables of tests ask for each row. */
const known = new Map<string, boolean>();

function isInstalled(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const args = versionArguments[name] ?? ['--version'];
  const isThere = !execaSync(name, args, { stdio: 'ignore', env: interpreterEnvironment, reject: false }).failed;
  known.set(name, isThere);
  return isThere;
}
