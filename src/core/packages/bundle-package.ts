/**
 * Bundles a package and its dependencies into one CommonJS module for the realm of a script. No code of the package is
 * executed.
 */
import { isBuiltin } from 'node:module';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codedError, isErrorCode } from '../../contract/errors.ts';
import { scriptLibraries } from '../../contract/scripts/guest-operations.ts';
import { abortable } from '../platform/abortable.ts';
import { isInside, resolveLinks } from '../platform/files/paths.ts';

/** The same limit as for a script. */
const MAX_BUNDLE_BYTES = 5 * 1024 * 1024;
const MAX_BUNDLE_MS = 60_000;
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
export async function bundlePackage(folder: string, name: string, signal: AbortSignal): Promise<BundledPackage> {
  signal.throwIfAborted();
  const entry = path.join(folder, 'outrigger-entry.cjs');
  await writeFile(entry, `module.exports = require(${JSON.stringify(name)});`);
  // Lazy, because it is native code of several megabytes.
  const { rolldown } = await import('rolldown');
  const missing = new Map<string, string>();
  let outside: string | undefined;
  const bundle = await rolldown({
    input: entry,
    cwd: folder,
    platform: 'browser',
    tsconfig: false,
    transform: { define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' } },
    onLog: () => undefined,
    plugins: [
      {
        name: 'modules-of-node',
        // A package may name any file of this computer, which its code would read out of the bundle.
        load(id) {
          if (!path.isAbsolute(id) || isInside(folder, resolveLinks(id) ?? '')) return undefined;
          outside ??= id;
          return { code: '', moduleType: 'js' };
        },
        async resolveId(source, importer) {
          if (source.endsWith('.node')) missing.set(`native code (${path.basename(source)})`, importer ?? name);
          if (!isBuiltin(source)) return undefined;
          // An npm package of the same name, such as `events` or `buffer`, is a polyfill for environments without Node.
          const resolved = source.startsWith('node:') ? null : await this.resolve(source, importer, { skipSelf: true });
          if (resolved !== null && resolved.external === false) return resolved;
          if (!sandboxModules.has(source.replace(/^node:/, ''))) missing.set(source, importer ?? name);
          return { id: source, external: true };
        },
      },
    ],
  });
  try {
    const generated = bundle.generate({ format: 'cjs', exports: 'auto', codeSplitting: false });
    const { output } = await abortable(generated, AbortSignal.any([signal, AbortSignal.timeout(MAX_BUNDLE_MS)]));
    const [chunk] = output;
    if (outside !== undefined) {
      throw codedError('PackageUnsupported', `${name} names a file outside of its folder: ${outside}.`);
    }
    if (missing.size > 0) throw unsupported(name, folder, missing);
    if (Buffer.byteLength(chunk.code) > MAX_BUNDLE_BYTES) {
      const megabytes = MAX_BUNDLE_BYTES / 1024 / 1024;
      throw codedError(
        'PackageUnsupported',
        `${name} has more than ${megabytes} MB as one file, the limit for scripts.`,
      );
    }
    return { source: chunk.code, files: chunk.moduleIds };
  } catch (error) {
    if (signal.aborted) throw codedError('Cancelled', `Adding ${name} was stopped.`);
    if (isErrorCode((error as { code?: unknown }).code)) throw error;
    throw codedError('PackageUnsupported', `${name} could not be made into one file: ${(error as Error).message}`);
  } finally {
    await bundle.close();
  }
}

function unsupported(name: string, folder: string, missing: ReadonlyMap<string, string>): Error {
  const needs = [...missing].map(([what, importer]) => `${what} (in ${path.relative(folder, importer)})`);
  return codedError(
    'PackageUnsupported',
    `${name} needs modules that scripts do not have: ${needs.join(', ')}. Of the modules of Node, scripts have ${[...sandboxModules].sort().join(', ')}.`,
  );
}
