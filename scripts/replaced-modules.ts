/**
 * Modules that are replaced while the libraries of scripts are bundled. At most one row of the table applies to an import,
 * so that the order of the rows has no meaning: a build ends where two do.
 */
import path from 'node:path';
import type { Plugin } from 'vite';
import { lazyLibraries } from './lazy-libraries.ts';
import { precompiledSchema, schemaKeys } from './precompiled-schema.ts';

/** Node's modules, implemented by packages that do not need Node. */
const nodeModules: Record<string, string> = {
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
export const late: Record<string, string> = {
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

interface Import {
  source: string;
  /** The file with the import; empty for an entry of the build. */
  importer: string;
}
export interface Replacement {
  applies(imported: Import): boolean;
  /** The file that is bundled instead, or the code of the module. `external`: the import stays as it is. */
  by(source: string): { file: string } | { code: () => string | Promise<string> } | 'external';
}

const nothing = { code: () => 'module.exports = {};' };
/** chai's formatter works without Node's, which it would prefer. */
const isFormatter = ({ source, importer }: Import) =>
  source === 'util' && /[\\/](chai|loupe|lodash)[\\/]/.test(importer);
const isHostOfJsonwebtoken = ({ source, importer }: Import) =>
  hostOfJsonwebtoken.test(source) && /[\\/]jsonwebtoken[\\/]/.test(importer);
const nodeModuleOf = (source: string): string => source.replace(/^node:/, '').replace(/\/$/, '');
/** An alias has replaced some names by the paths of files. */
const packageOf = (source: string): string => source.replace(/^.*[\\/]node_modules[\\/]([^\\/]+)[\\/].*$/, '$1');
const chunkOf = (source: string): string | undefined => Object.keys(late).find((name) => late[name] === source);

export function replacementsIn(root: string): readonly Replacement[] {
  const lazy = lazyLibraries(root);
  const ajv = path.join(root, 'node_modules/ajv/lib/ajv.js');
  const fileOf = (file: string) => ({ file: path.join(root, file) });
  return [
    // The `process` that libraries import is created in the realm and passed to each chunk.
    {
      applies: ({ source }) => /^(node:)?process\/?$/.test(source),
      by: () => ({ code: () => 'module.exports = __process;' }),
    },
    {
      applies: ({ source, importer }) => source === './compile' && importer === ajv,
      by: () => ({ code: () => precompiledSchema(root) }),
    },
    {
      applies: ({ source, importer }) => source === 'fast-json-stable-stringify' && importer === ajv,
      by: () => ({ code: () => schemaKeys(root) }),
    },
    // Only where a script requires the library: other libraries import single modules of it.
    {
      applies: ({ source, importer }) => importer === '' && Object.hasOwn(lazy, source),
      by: (source) => ({ code: () => lazy[source]?.() ?? '' }),
    },
    {
      applies: ({ source, importer }) => importsLate.test(importer) && chunkOf(source) !== undefined,
      by: (source) => ({ code: () => lateModule(chunkOf(source) ?? '') }),
    },
    {
      applies: ({ source, importer }) =>
        importsLateOfBruno.test(importer) && Object.hasOwn(lateOfBruno, packageOf(source)),
      by(source) {
        const chunk = lateOfBruno[packageOf(source)] ?? '';
        return { code: () => (chunk === 'lodash' ? lodashOfBruno : lateModule(chunk)) };
      },
    },
    { applies: ({ source }) => source.startsWith(LATE), by: () => 'external' },
    { applies: isHostOfJsonwebtoken, by: () => fileOf('src/sandbox/libraries/jsonwebtoken-host.ts') },
    {
      applies: (imported) => isFormatter(imported) || (absent.test(imported.source) && !isHostOfJsonwebtoken(imported)),
      by: () => nothing,
    },
    // A separate copy of chai, because `pm` adds assertions of the same names and other meaning to its own.
    {
      applies: ({ source, importer }) => source === 'chai' && brunoFile.test(importer),
      by: () => fileOf('node_modules/chai/chai.js'),
    },
    { applies: ({ source }) => hostOfBruno.test(source), by: () => fileOf('src/sandbox/bruno/bruno-host.ts') },
    {
      applies: (imported) => Object.hasOwn(nodeModules, nodeModuleOf(imported.source)) && !isFormatter(imported),
      by: (source) => fileOf(`node_modules/${nodeModules[nodeModuleOf(source)]}`),
    },
  ];
}

/** @throws where two replacements apply, and at the end of a build that did not need one of them */
export function replaceModules(root: string, replacements = replacementsIn(root)): Plugin {
  const unused = new Set(replacements);
  /** By the id of the module, which names its replacement, so that equal ones are one module. */
  const codes = new Map<string, () => string | Promise<string>>();
  return {
    name: 'replaced-modules',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const [replacement, other] = replacements.filter(({ applies }) => applies({ source, importer }));
      if (!replacement) return undefined;
      if (other) throw new Error(`Two replacements apply to ${source}, imported by ${importer}.`);
      unused.delete(replacement);
      const by = replacement.by(source);
      if (by === 'external') return { id: source, external: true };
      if ('file' in by) return by.file;
      const id = by === nothing ? '\0nothing' : `\0replaced-${replacements.indexOf(replacement)}:${packageOf(source)}`;
      codes.set(id, by.code);
      return id;
    },
    load: (id) => codes.get(id)?.(),
    buildEnd(error) {
      if (error || unused.size === 0) return;
      const numbers = [...unused].map((replacement) => replacements.indexOf(replacement) + 1).join(', ');
      throw new Error(`No import is replaced by these rows of the table in scripts/replaced-modules.ts: ${numbers}.`);
    },
  };
}
