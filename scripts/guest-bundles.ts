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
import { bundleWithLateParts } from './late-parts.ts';
import { lazyLibraries } from './lazy-libraries.ts';
import { patchLibraries } from './library-patches.ts';
import { precompiledSchema, schemaKeys } from './precompiled-schema.ts';

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
/** Node's modules, implemented by packages that do not need Node. */
const nodeModules: Record<string, string | undefined> = {
  assert: 'assert/build/assert.js',
  buffer: 'buffer/index.js',
  events: 'events/events.js',
  path: 'path-browserify/index.js',
  punycode: 'punycode/punycode.js',
  querystring: 'querystring-es3/index.js',
  stream: 'readable-stream/lib/ours/browser.js',
  string_decoder: 'string_decoder/lib/string_decoder.js',
  url: 'url/url.js',
  util: 'util/util.js',
};
/**
 * Modules of Bruno's package for which the sandbox has its own implementation: requests, cookies, replacing variables.
 */
const hostOfBruno = /^(@usebruno\/(requests|common)|\.\.\/sandbox\/quickjs)$/;
/** Modules that provide Node's keys and signatures to jsonwebtoken. */
const hostOfJsonwebtoken = /^(crypto|jws)$/;
const brunoFile = /[\\/](@usebruno[\\/]js|sandbox[\\/]bruno)[\\/]/;

/** Modules that libraries import for features that exist only in Node. */
const absent = /^(node:)?(child_process|crypto|fs|http|https|net|os|timers|tls|zlib)$/;

/**
 * Modules that postman-collection and Ajv import at their beginning and most scripts never use. Each is evaluated at its
 * first call, because the generated names and file types alone take three times as long as everything else, and the
 * patterns of addresses a third of Ajv. By the name of the chunk.
 */
const late: Record<string, string> = {
  '~faker': '@faker-js/faker/locale/en',
  '~file-type': 'file-type',
  '~mime': 'mime',
  '~mime-format': 'mime-format',
  '~semver': 'semver',
  '~uri-js': 'uri-js',
  'iconv-lite': 'iconv-lite',
};
const importsLate = /[\\/](postman-collection|ajv)[\\/]/;
/**
 * The same for the classes of Bruno, which every script of a Bruno collection needs: without these packages, they are
 * evaluated in a third of the time. By the name of the package.
 */
const lateOfBruno: Record<string, string> = {
  ajv: '~bruno-ajv',
  'ajv-formats': '~bruno-ajv-formats',
  handlebars: 'handlebars',
  lodash: 'lodash',
};
const importsLateOfBruno = /[\\/]@usebruno[\\/]js[\\/]src[\\/]/;
const LATE = 'outrigger-late:';
const LAZY = 'outrigger-lazy:';
/** The functions and classes of the module by any path; they are looked up when they are called. */
const lateModule = (chunk: string) => `
  const find = (path) => {
    let [owner, value] = [undefined, require('${LATE}${chunk}')];
    for (const key of path) [owner, value] = [value, value[key]];
    return [owner, value];
  };
  const at = (path) => new Proxy(function () {}, {
    get: (_target, key) => at([...path, key]),
    apply(_target, _self, values) {
      const [owner, value] = find(path);
      return Reflect.apply(value, owner, values);
    },
    construct: (_target, values) => Reflect.construct(find(path)[1], values),
  });
  module.exports = at([]);`;
/**
 * Every script of Bruno copies two objects that usually are empty: for those, lodash is not needed, whose evaluation
 * takes longer than most scripts.
 */
const lodashOfBruno = `
  ${lateModule('lodash')}
  const late = module.exports;
  const isEmpty = (value) => Object.getPrototypeOf(value) === Object.prototype && Reflect.ownKeys(value).length === 0;
  const cloneDeep = (value) => (typeof value === 'object' && value && isEmpty(value) ? {} : late.cloneDeep(value));
  module.exports = new Proxy(late, { get: (_target, key) => (key === 'cloneDeep' ? cloneDeep : late[key]) });`;

/** The `process` that libraries import is created in the realm and passed to each chunk. */
const processModule = /^(node:)?process\/?$/;

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
  'modules/workspace-modules.ts',
  'pm/execution-flow.ts',
  'pm/expect.ts',
  'pm/requests/http.ts',
  'pm/legacy/legacy.ts',
  'pm/programs.ts',
  'pm/requests/request.ts',
  'pm/requests/response.ts',
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
  const [nothing, process, schemaCompiler, keys] = ['\0nothing', '\0process', '\0schema-compiler', '\0schema-keys'];
  const ajv = path.join(root, 'node_modules/ajv/lib/ajv.js');
  const lazy = lazyLibraries(root);
  const result = (await build({
    ...common,
    root,
    plugins: [
      patchLibraries(),
      {
        name: 'absent-modules',
        enforce: 'pre',
        // chai's formatter works without Node's, which it would prefer.
        resolveId(source, importer) {
          if (processModule.test(source)) return process;
          if (source === './compile' && importer === ajv) return schemaCompiler;
          if (source === 'fast-json-stable-stringify' && importer === ajv) return keys;
          // Only where a script requires the library: other libraries import single modules of it.
          if (importer === undefined && Object.hasOwn(lazy, source)) return `\0${LAZY}${source}`;
          const chunk = Object.keys(late).find((name) => late[name] === source);
          if (chunk !== undefined && importsLate.test(importer ?? '')) return `\0${LATE}${chunk}`;
          // An alias has replaced some names by the paths of files.
          const ofPackage = source.replace(/^.*[\\/]node_modules[\\/]([^\\/]+)[\\/].*$/, '$1');
          if (importsLateOfBruno.test(importer ?? '') && Object.hasOwn(lateOfBruno, ofPackage))
            return `\0${LATE}${lateOfBruno[ofPackage]}`;
          if (source.startsWith(LATE)) return { id: source, external: true };
          const printer = source === 'util' && /[\\/](chai|loupe|lodash)[\\/]/.test(importer ?? '');
          if (hostOfJsonwebtoken.test(source) && /[\\/]jsonwebtoken[\\/]/.test(importer ?? ''))
            return path.join(root, 'src/sandbox/libraries/jsonwebtoken-host.ts');
          if (absent.test(source) || printer) return nothing;
          // A separate copy of chai, because `pm` adds assertions of the same names and other meaning to its own.
          if (source === 'chai' && brunoFile.test(importer ?? '')) return path.join(root, 'node_modules/chai/chai.js');
          if (hostOfBruno.test(source)) return path.join(root, 'src/sandbox/bruno/bruno-host.ts');
          const replacement = nodeModules[source.replace(/^node:/, '').replace(/\/$/, '')];
          return replacement === undefined ? undefined : path.join(root, 'node_modules', replacement);
        },
        load(source) {
          if (source === `\0${LATE}lodash`) return lodashOfBruno;
          if (source.startsWith(`\0${LATE}`)) return lateModule(source.slice(LATE.length + 1));
          if (source.startsWith(`\0${LAZY}`)) return lazy[source.slice(LAZY.length + 1)]?.();
          if (source === schemaCompiler) return precompiledSchema(root);
          if (source === keys) return schemaKeys(root);
          if (source === process) return 'module.exports = __process;';
          return source === nothing ? 'module.exports = {};' : undefined;
        },
      },
    ],
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

/** @param root the project's folder */
export function guestBundles(root: string): Plugin {
  return {
    name: 'outrigger-guest-bundles',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      const inSandbox = (file: string) => path.join(root, 'src/sandbox', file);
      const prelude = await bundleWithLateParts(inSandbox('prelude.ts'), []);
      const boot = await bundleWithLateParts(inSandbox('boot.ts'), lateParts.map(inSandbox));
      for (const module of [...prelude.modules, ...boot.modules]) this.addWatchFile(module);
      const bootCache = codeCacheOf(boot.code, root);
      if (bootCache === '') this.warn('The code of realms could not be compiled: sandbox processes start more slowly.');
      const bundles = { prelude: prelude.code, boot: boot.code, bootCache };
      return `export const bundles = ${JSON.stringify(bundles)};`;
    },
  };
}
