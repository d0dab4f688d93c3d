/**
 * Bundles the code that runs in a script's realm as source text. `virtual:guest-bundles` contains the sandbox's own
 * parts, each bundled from src/sandbox into one expression in strict mode. `bundleLibraries` builds the libraries that
 * scripts can `require`: one CommonJS chunk for each name, and chunks that several of them share (their names begin
 * with `~`).
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, minify, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { brunoLibraries, scriptLibraries } from '../src/contract/scripts/guest-operations.ts';
import { codeCacheOf } from './code-cache.ts';
import { bundleWithLateParts, type RealmCode } from './late-parts.ts';
import { patchLibraries } from './library-patches.ts';
import { late, replaceModules } from './replaced-modules.ts';

const id = 'virtual:guest-bundles';

const libraries = [
  ...scriptLibraries,
  // Packages that the sandbox itself is built from; scripts cannot `require` them.
  'chai-postman',
  'event-target-shim',
  'handlebars',
  'buffer',
  'liquid-json',
  'lodash3',
  'web-streams-polyfill',
  'whatwg-url',
];
/**
 * SugarJS, in the form that Postman's scripts have. It is not a module: it changes the prototypes of the realm in which its
 * text is evaluated.
 */
const SUGAR = 'node_modules/postman-sandbox/lib/vendor/sugar.js';
async function sugarChunk(root: string): Promise<string> {
  const { code } = await minify('sugar.js', await readFile(path.join(root, SUGAR), 'utf8'), { module: false });
  const notice = '/* SugarJS, Copyright (c) 2013 Andrew Plummer, MIT license */';
  return `(function () { (function () { ${notice} ${code}\n}).call(globalThis); })`;
}

/** Modules of the sandbox that are loaded like a library. */
const ownChunks: Record<string, string> = {
  '~bruno': 'src/sandbox/bruno/bruno.ts',
  '~bruno-checks': 'src/sandbox/bruno/bruno-checks.ts',
};

/** The files of the libraries that come with Bruno, by the names of their chunks. */
function filesOfBruno(root: string): Record<string, string> {
  const requireFromProject = createRequire(path.join(root, 'package.json'));
  const { resolve } = createRequire(requireFromProject.resolve('@usebruno/js/package.json'));
  /** Builds that need neither Node nor the network. */
  const files: Record<string, string> = {
    cheerio: path.join(path.dirname(resolve('cheerio')), '../browser/index.js'),
    'csv-parse/sync': 'csv-parse-modern/sync',
    handlebars: 'handlebars',
    'js-yaml': 'js-yaml',
    yaml: path.join(path.dirname(resolve('yaml')), '../browser/index.js'),
    uuid: path.join(path.dirname(resolve('uuid')), 'esm-browser/index.js'),
  };
  return Object.fromEntries(
    Object.entries(brunoLibraries).map(([name, chunk]) => [chunk, files[name] ?? resolve(name)]),
  );
}

const common: InlineConfig = { configFile: false, logLevel: 'error' };

/** Modules of src/sandbox that most scripts do not use: evaluated at their first call. */
const lateParts = [
  'describe-error.ts',
  'console/console.ts',
  'libraries/library-hooks.ts',
  'libraries/libraries.ts',
  'modules/workspace-modules.ts',
  'pm/execution-flow.ts',
  'pm/expect.ts',
  'pm/requests/http.ts',
  'pm/legacy/legacy.ts',
  'pm/programs.ts',
  'pm/requests/request.ts',
  'pm/requests/response.ts',
  'pm/variables/replace-variables.ts',
  'pm/variables/scopes.ts',
  'pm/tests.ts',
  'pm/vault.ts',
  'pm/visualizer.ts',
  'webhooks/webhooks.ts',
  'web/dom-exception.ts',
  'web/structured-clone.ts',
  'web/web-parts.ts',
];

/** Returns the source of one function (exports, require, module, __process) for each chunk. */
export async function bundleLibraries(root: string): Promise<Record<string, string>> {
  const result = (await build({
    ...common,
    root,
    plugins: [patchLibraries(), replaceModules(root)],
    resolve: {
      alias: [
        {
          find: /^web-streams-polyfill$/,
          replacement: path.join(root, 'node_modules/web-streams-polyfill/dist/ponyfill.mjs'),
        },
        { find: /^handlebars$/, replacement: path.join(root, 'node_modules/handlebars/dist/handlebars.min.js') },
        // The default entry loads locales by a computed name.
        { find: /^moment$/, replacement: path.join(root, 'node_modules/moment/min/moment.min.js') },
      ],
    },
    define: { 'process.env.NODE_ENV': '"production"', process: '__process', global: 'globalThis' },
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      rolldownOptions: {
        input: {
          ...Object.fromEntries(libraries.map((name) => [name, name])),
          ...late,
          ...filesOfBruno(root),
          ...ownChunks,
        },
        preserveEntrySignatures: 'strict',
        output: {
          format: 'cjs',
          exports: 'auto',
          keepNames: true,
          entryFileNames: '[name]',
          chunkFileNames: '~[name]',
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = result.output.filter((output) => output.type === 'chunk');
  return {
    ...Object.fromEntries(
      chunks.map(({ fileName, code }) => [fileName, `(function (exports, require, module, __process) {${code}\n})`]),
    ),
    '~sugar': await sugarChunk(root),
  };
}

/** Bundles the sandbox's own parts. @param root the project's folder */
export function bundleBoot(root: string): Promise<RealmCode> {
  const inSandbox = (file: string) => path.join(root, 'src/sandbox', file);
  return bundleWithLateParts(inSandbox('boot.ts'), lateParts.map(inSandbox));
}

/** @param root the project's folder */
export function guestBundles(root: string): Plugin {
  return {
    name: 'outrigger-guest-bundles',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      const boot = await bundleBoot(root);
      for (const module of boot.modules) this.addWatchFile(module);
      const bootCache = codeCacheOf(boot.code, root);
      if (bootCache === '') this.warn('The code of realms could not be compiled: sandbox processes start more slowly.');
      const bundles = { boot: boot.code, bootCache };
      return `export const bundles = ${JSON.stringify(bundles)};`;
    },
  };
}
