/** Makes V8's compiled form of the code of a script's realm, for a faster start of sandbox processes. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findSandboxRuntime } from '../src/core/processes/find-runtime.ts';
import { sandboxFlags } from '../src/core/sandbox-process/spawn-sandbox.ts';

/**
 * V8 accepts it only in the same version of Node on the same platform and with the same flags, and compiles the code
 * itself elsewhere.
 * @param boot the code: an expression whose value has the function `boot`
 * @param root the project's folder. The place of this file is not known where it is bundled into the configuration of a
 *   build
 * @returns base64; an empty text where it cannot be made
 */
export function codeCacheOf(boot: string, root: string): string {
  const { executable, env } = findSandboxRuntime();
  const program = path.join(root, 'scripts/code-cache-process.mjs');
  const { status, stdout } = spawnSync(executable, [...sandboxFlags, program], { input: boot, env, encoding: 'utf8' });
  return status === 0 ? stdout : '';
}
