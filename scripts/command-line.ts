/**
 * Bundles the command line separately from the other entries, so that a start loads only what commands use, without the
 * schemas of calls that only windows make (a tenth of the start). Used as a Vite plugin of the application's build.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { lateSchemas } from './late-schemas.ts';
import { loadLate } from './load-late.ts';
import { shortSources } from './short-source.ts';
import { plainExports } from './plain-exports.ts';

interface CommandLineOptions {
  /** Packages that become part of the bundle. The other packages of `dependencies` are loaded from `node_modules`. */
  bundled: readonly string[];
  /** Text at the beginning of `cli.cjs`. */
  banner: string;
}

function externalPackages(root: string, bundled: readonly string[]): string[] {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies).filter((name) => !bundled.includes(name));
}

async function buildCommandLine(root: string, { bundled, banner }: CommandLineOptions) {
  const external = externalPackages(root, bundled);
  return (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    // The last one leaves the getters of schemas that are created late.
    plugins: [loadLate('node:crypto'), loadLate('iconv-lite'), lateSchemas, plainExports, shortSources],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'src/cli/index.ts',
      write: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
        // Schemas that nothing refers to are removed. Creating one has no other effect.
        treeshake: { manualPureFunctions: ['z'] },
        // Some modules are imported dynamically by one importer, and statically by another one.
        checks: { ineffectiveDynamicImport: false },
        output: {
          format: 'cjs',
          entryFileNames: 'cli.cjs',
          chunkFileNames: 'cli/[name].cjs',
          banner: ({ isEntry }) => (isEntry ? banner : ''),
        },
      },
    },
  })) as Rolldown.RolldownOutput;
}

export function commandLine(root: string, options: CommandLineOptions): Plugin {
  return {
    name: 'outrigger-command-line',
    async generateBundle() {
      for (const file of (await buildCommandLine(root, options)).output) {
        if (file.type === 'chunk') this.emitFile({ type: 'asset', fileName: file.fileName, source: file.code });
      }
    },
  };
}
