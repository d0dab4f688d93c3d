/** Builds every part: main, web host, command line and sandbox process; preload; renderer. */
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'electron-vite';
import { commandLine } from './scripts/command-line.ts';
import { editorDeclarations } from './scripts/editor-declarations.ts';
import { lateSchemas } from './scripts/late-schemas.ts';
import { loadLate } from './scripts/load-late.ts';
import { plainExports } from './scripts/plain-exports.ts';
import { preloadEditor } from './scripts/preload-editor.ts';
import { shortSources } from './scripts/short-source.ts';
import { singleFiles } from './scripts/single-files.ts';
import { SCRIPT_LIBRARY } from './src/renderer/monaco/script-library.ts';

const root = import.meta.dirname;
const from = (...parts: string[]) => path.join(root, ...parts);

/**
 * Packages that every start loads: one file is read in half the time of their hundreds. Packages that are ES modules only
 * and have a default export belong here too: outside of the bundle, `require` does not find that export.
 */
const loadedAtStart = [
  'commander',
  'cross-spawn',
  'env-paths',
  'fastest-levenshtein',
  'p-limit',
  'p-retry',
  'csv-parse-modern',
  'strip-json-comments',
  'tough-cookie',
  'undici',
  'which',
  'yaml',
  'zod',
];

/** A file of the build that is started without `bin/outrigger.cjs` says what it needs instead of failing somewhere inside. */
const oldestNode = `if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(\`Outrigger needs Node 24 or later; this is \${process.version}. bin/outrigger.cjs starts it on the Node that comes with it.\\n\`);
  process.exit(2);
}`;

const config: UserConfig = {
  main: {
    plugins: [
      loadLate('iconv-lite'),
      // In this order: it leaves the getters of schemas that are created late.
      lateSchemas,
      plainExports,
      shortSources,
      singleFiles(root),
      commandLine(root, { bundled: [...loadedAtStart, 'bullmq', 'ioredis'], banner: oldestNode }),
    ],
    build: {
      outDir: 'out/main',
      externalizeDeps: { exclude: loadedAtStart },
      rolldownOptions: {
        input: {
          index: from('src/main/index.ts'),
          web: from('src/web/index.ts'),
          'open-web-host': from('src/web/open-web-host.ts'),
        },
        // Not ES modules: loading those takes a command 30 ms longer.
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'shared/[name].cjs',
          banner: ({ name, isEntry }) => (isEntry && name === 'web' ? oldestNode : ''),
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload must be one CommonJS file, although the package is ES modules.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: from('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), preloadEditor('src/renderer/monaco/monaco.ts')],
    build: {
      outDir: 'out/renderer',
      minify: true, // electron-vite's default is not to
      target: 'chrome140',
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input: { index: from('src/renderer/index.html') },
        output: {
          codeSplitting: {
            groups: [
              // First of all: zod with the module that switches its compiler off, and the styles that those of parts follow.
              { name: 'base', test: /[\\/]zod[\\/]|zod-without-eval|@mantine.*\.css$|global\.css$/, priority: 1 },
              // Parts that the first screen and the later views share would otherwise be forty small files.
              { name: 'shared', test: (id) => !/[\\/]monaco-editor[\\/]/.test(id), minShareCount: 2 },
            ],
          },
        },
      },
    },
    worker: { format: 'es', plugins: () => [editorDeclarations(SCRIPT_LIBRARY)] },
  },
};

/** `npm run dev` builds the page alone where nothing else has changed. */
const onlyPage = process.env['OUTRIGGER_BUILD'] === 'renderer';
export default defineConfig(onlyPage && config.renderer ? { renderer: config.renderer } : config);
