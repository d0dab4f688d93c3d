/**
 * The process that bundles a package. The bundler is native code, and code that is nested deeply enough overflows its
 * stack, which ends the process.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { rolldown as Rolldown } from 'rolldown';

export interface BundleOrder {
  /** The real path of the folder in which the bundler works. */
  folder: string;
  /** The file that requires the package. */
  entry: string;
  /** Modules of Node that scripts have. */
  allowedModules: readonly string[];
}
export interface BundleReport {
  code: string;
  /** Absolute paths of the bundled files. */
  files: string[];
  /** The first file outside of the folder that the package names. */
  outside?: string;
  /** Modules that scripts do not have, each with the file that requires it. */
  missing: [module: string, importer: string][];
}

/**
 * The code of the process, which is started with the source of this function: it cannot use anything outside of it.
 * Reads its order from stdin, and writes its report to stdout.
 */
async function bundle(rolldown: typeof Rolldown): Promise<void> {
  const { isBuiltin } = process.getBuiltinModule('node:module');
  const fs = process.getBuiltinModule('node:fs');
  const path = process.getBuiltinModule('node:path');
  const { folder, entry, allowedModules } = JSON.parse(fs.readFileSync(0, 'utf8')) as BundleOrder;
  const missing = new Map<string, string>();
  let outside: string | undefined;
  function isInside(file: string): boolean {
    try {
      return fs.realpathSync(file).startsWith(folder + path.sep);
    } catch {
      return false;
    }
  }
  const bundled = await rolldown({
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
          if (!path.isAbsolute(id) || isInside(id)) return undefined;
          outside ??= id;
          return { code: '', moduleType: 'js' };
        },
        async resolveId(source, importer) {
          if (source.endsWith('.node')) missing.set(`native code (${path.basename(source)})`, importer ?? entry);
          if (!isBuiltin(source)) return undefined;
          // An npm package of the same name, such as `events` or `buffer`, is a polyfill for environments without Node.
          const resolved = source.startsWith('node:') ? null : await this.resolve(source, importer, { skipSelf: true });
          if (resolved !== null && resolved.external === false) return resolved;
          if (!allowedModules.includes(source.replace(/^node:/, ''))) missing.set(source, importer ?? entry);
          return { id: source, external: true };
        },
      },
    ],
  });
  const { output } = await bundled.generate({ format: 'cjs', exports: 'auto', codeSplitting: false });
  const [chunk] = output;
  const report: BundleReport = { code: chunk.code, files: chunk.moduleIds, missing: [...missing] };
  if (outside !== undefined) report.outside = outside;
  process.stdout.write(JSON.stringify(report));
}

/** The arguments of Node for this process. */
export function bundleArguments(): string[] {
  // The Node that is started cannot read the archive of an installed application.
  const bundler = createRequire(import.meta.url)
    .resolve('rolldown')
    .replace(`app.asar${path.sep}`, `app.asar.unpacked${path.sep}`);
  // Imported here, because a bundler of this project would replace an import inside of the function.
  const source = `import { rolldown } from ${JSON.stringify(pathToFileURL(bundler).href)};
try { await (${bundle.toString()})(rolldown); }
catch (error) { process.stderr.write(String(error?.message ?? error)); process.exitCode = 1; }`;
  return ['--no-warnings', '--input-type=module', '--eval', source];
}
