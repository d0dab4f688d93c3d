/**
 * Builds the command line by itself, beside the other entries: a start of it loads only what commands use, and leaves out
 * the schemas of calls that only windows make (a tenth of its time). Used as a Vite plugin of the application's build.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { lateSchemas } from './late-schemas.ts';

interface CommandLineOptions {
  /** Packages that become part of the bundle; the others of `dependencies` are loaded from `node_modules`. */
  bundled: readonly string[];
  /** Stands before everything else in `cli.cjs`. */
  banner: string;
}

function externalPackages(root: string, bundled: readonly string[]): string[] {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies).filter((name) => !bundled.includes(name));
}

/**
 * Loads Node's crypto with its first use: it takes 5 ms, which is a thirtieth of a start, and most commands run without it.
 * A built-in module does nothing else while it loads, so that the moment makes no difference.
 */
const loadCryptoLate: Plugin = {
  name: 'outrigger-load-crypto-late',
  renderChunk(code) {
    const late = code
      .replace(/^let node_crypto = require\("node:crypto"\);$/m, '')
      .replace(/\bnode_crypto\./g, 'require("node:crypto").');
    // A default import is used in another form, which stays as it is.
    return /\bnode_crypto\b/.test(late) ? code : late;
  },
};

async function buildCommandLine(root: string, { bundled, banner }: CommandLineOptions) {
  const external = externalPackages(root, bundled);
  return (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [loadCryptoLate, lateSchemas],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'src/cli/index.ts',
      write: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
        // A schema that nothing refers to is left out: its making has no other effect.
        treeshake: { manualPureFunctions: ['z'] },
        // Some modules are loaded late by who starts without them, and at once by others.
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
