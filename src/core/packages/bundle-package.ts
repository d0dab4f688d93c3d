/**
 * Bundles a package and its dependencies into one CommonJS module for the realm of a script. No code of the package is
 * executed.
 */
import { writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { codedError } from '../../contract/errors.ts';
import { scriptLibraries } from '../../contract/scripts/guest-operations.ts';
import type { SandboxRuntime } from '../processes/find-runtime.ts';
import { watchMemory } from '../processes/memory-limit.ts';
import { spawnProgram } from '../processes/spawn-program.ts';
import { bundleArguments, type BundleOrder, type BundleReport } from './bundle-process.ts';

/** The same limit as for a script. */
const MAX_BUNDLE_BYTES = 5 * 1024 * 1024;
const MAX_BUNDLE_MS = 60_000;
/** Of the bundle and the names of its files. */
const MAX_REPORT_BYTES = 64 * 1024 * 1024;
/** Characters of what the bundler says about a package. */
const MAX_PROBLEM_LENGTH = 4000;
/** Modules of Node that the sandbox provides to scripts. */
const sandboxModules = new Set([...scriptLibraries.filter((name) => isBuiltin(name)), 'buffer', 'os']);

export interface BundledPackage {
  source: string;
  /** Absolute paths of the bundled files. */
  files: string[];
}

/**
 * @param folder the real path of the folder where the package is installed, with a `node_modules`
 * @throws PackageUnsupported where it needs a module that the sandbox does not have, Cancelled
 */
export async function bundlePackage(
  folder: string,
  name: string,
  { runtime, signal }: { runtime: SandboxRuntime; signal: AbortSignal },
): Promise<BundledPackage> {
  signal.throwIfAborted();
  const entry = path.join(folder, 'outrigger-entry.cjs');
  await writeFile(entry, `module.exports = require(${JSON.stringify(name)});`);
  const { code, files, missing, outside } = await runBundler({ folder, entry, name }, runtime, signal);
  if (outside !== undefined) {
    throw codedError('PackageUnsupported', `${name} names a file outside of its folder: ${outside}.`);
  }
  if (missing.length > 0) throw unsupported(name, folder, missing);
  if (Buffer.byteLength(code) > MAX_BUNDLE_BYTES) {
    const megabytes = MAX_BUNDLE_BYTES / 1024 / 1024;
    throw codedError('PackageUnsupported', `${name} has more than ${megabytes} MB as one file, the limit for scripts.`);
  }
  return { source: code, files };
}

/** @throws PackageUnsupported, Cancelled */
async function runBundler(
  { folder, entry, name }: Pick<BundleOrder, 'folder' | 'entry'> & { name: string },
  runtime: SandboxRuntime,
  signal: AbortSignal,
): Promise<BundleReport> {
  const order: BundleOrder = { folder, entry, allowedModules: [...sandboxModules] };
  const tooLarge = new AbortController();
  let memoryProblem: string | undefined;
  let memory: ReturnType<typeof watchMemory> | undefined;
  const { exitCode, stdout, stderr, endedBy, startError } = await spawnProgram({
    argv: [runtime.executable, ...bundleArguments()],
    cwd: folder,
    env: runtime.env,
    stdin: JSON.stringify(order),
    timeoutMs: MAX_BUNDLE_MS,
    encoding: 'utf8',
    maxOutput: MAX_REPORT_BYTES,
    signal: AbortSignal.any([signal, tooLarge.signal]),
    onStarted: (pid) => {
      memory = watchMemory(pid, (reason) => {
        memoryProblem = reason;
        tooLarge.abort();
      });
    },
    onEnded: () => memory?.stop(),
    onLines: () => undefined,
  });
  if (signal.aborted) throw codedError('Cancelled', `Adding ${name} was stopped.`);
  if (exitCode === 0 && endedBy === undefined) return JSON.parse(stdout) as BundleReport;
  const reasons = {
    timeout: `it took longer than ${MAX_BUNDLE_MS / 1000} seconds`,
    output: 'it is too large',
    stop: memoryProblem ?? 'it was stopped',
    start: startError?.message ?? 'the bundler could not be started',
  };
  const problem = stripVTControlCharacters(stderr).trim().slice(0, MAX_PROBLEM_LENGTH);
  const reason = endedBy
    ? reasons[endedBy]
    : problem || 'the bundler has crashed, as it does on code that is nested deeply';
  throw codedError('PackageUnsupported', `${name} could not be made into one file: ${reason}.`);
}

function unsupported(name: string, folder: string, missing: BundleReport['missing']): Error {
  const needs = missing.map(([what, importer]) => `${what} (in ${path.relative(folder, importer)})`);
  return codedError(
    'PackageUnsupported',
    `${name} needs modules that scripts do not have: ${needs.join(', ')}. Of the modules of Node, scripts have ${[...sandboxModules].sort().join(', ')}.`,
  );
}
