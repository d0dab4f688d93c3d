/**
 * Packages in the folder `node_modules` of a collection of Bruno, found as Node finds them. Their files are read and
 * evaluated like modules of the collection, so a package can do nothing that a script cannot.
 */
import { isArray, keysOf, parseJson, PlainError, toText } from '../primordials.ts';

type Require = (name: unknown) => unknown;

export interface PackageParts {
  /** @returns undefined where there is no such file */
  readFile(path: string): string | undefined;
  /** The exports of a file that was evaluated or read before. */
  loaded(path: string): { exports: unknown } | undefined;
  evaluate(path: string, source: string, require: Require): unknown;
  /** `require` of what is not a package of the collection. */
  requireLibrary: Require;
}

const PACKAGE = /^(@[^/]+\/[^/]+|[^@./][^/]*)(?:\/(.+))?$/;
/** The conditions of `exports` in package.json that apply to `require`. */
const conditions = new Set(['node', 'require', 'module-sync', 'default']);

/** @returns a function that requires a package from a folder of the collection; undefined where it does not exist */
export function createCollectionPackages(parts: PackageParts) {
  const readJson = (path: string) => {
    const text = parts.readFile(path);
    return text === undefined ? undefined : (parseJson(text) as Record<string, unknown>);
  };

  function find(folder: string, name: string): string | undefined {
    const [, packageName = '', inside] = PACKAGE.exec(name) ?? [];
    if (packageName === '') return undefined;
    for (let from: string | undefined = folder; from !== undefined; from = parentOf(from)) {
      const root = join(from, `node_modules/${packageName}`);
      const json = readJson(`${root}/package.json`);
      if (json) return entryOf(root, json, inside) ?? notCommonJs(name);
    }
    return undefined;
  }

  function entryOf(root: string, json: Record<string, unknown>, inside: string | undefined): string | undefined {
    if (json['exports'] !== undefined) {
      const target = targetOf(json['exports'], inside === undefined ? '.' : `./${inside}`);
      return target === undefined ? undefined : fileOf(join(root, target));
    }
    if (inside !== undefined) return fileOf(join(root, inside));
    const { main } = json;
    return (typeof main === 'string' ? fileOf(join(root, main), true) : undefined) ?? fileOf(`${root}/index`);
  }

  /** The file of a path, which may lack its extension or be a folder. @param isMain the path is itself a `main` */
  function fileOf(path: string, isMain = false): string | undefined {
    const names = /\.(c?js|json)$/.test(path) ? [path] : [];
    for (const end of ['.js', '.cjs', '.json', '/index.js', '/index.cjs', '/index.json']) names.push(path + end);
    const found = names.find((name) => parts.loaded(name) !== undefined || parts.readFile(name) !== undefined);
    if (found !== undefined || isMain) return found;
    const main = readJson(`${path}/package.json`)?.['main'];
    return typeof main === 'string' ? fileOf(join(path, main), true) : undefined;
  }

  function load(path: string): unknown {
    const known = parts.loaded(path);
    if (known) return known.exports;
    const folder = parentOf(path) ?? '';
    return parts.evaluate(path, parts.readFile(path) ?? '', (specifier) => {
      const name = toText(specifier);
      if (!/^\.\.?(\/|$)/.test(name)) return requireFrom(folder, name) ?? parts.requireLibrary(specifier);
      const file = fileOf(join(folder, name));
      if (file === undefined) throw new PlainError(`Cannot find module '${name}' from ${path}`);
      return load(file);
    });
  }

  function requireFrom(folder: string, name: string): unknown {
    const file = find(folder, name);
    return file === undefined ? undefined : load(file);
  }
  return requireFrom;
}

function notCommonJs(name: string): never {
  throw new PlainError(
    `The package '${name}' beside the collection has no file for require (CommonJS). Add it to the workspace as npm:${name}, which converts it.`,
  );
}

/** The file that `exports` of a package.json names for a path of the package. */
function targetOf(exports: unknown, path: string): string | undefined {
  if (typeof exports === 'string') return path === '.' ? exports : undefined;
  if (typeof exports !== 'object' || exports === null) return undefined;
  if (isArray(exports)) return (exports as unknown[]).map((item) => targetOf(item, path)).find(Boolean);
  const members = exports as Record<string, unknown>;
  const names = keysOf(members);
  if (!names.some((name) => name.startsWith('.')))
    return names
      .filter((name) => conditions.has(name))
      .map((name) => targetOf(members[name], path))
      .find(Boolean);
  if (members[path] !== undefined) return targetOf(members[path], '.');
  for (const name of names) {
    const [start = '', end] = name.split('*');
    if (end === undefined || !path.startsWith(start) || !path.endsWith(end)) continue;
    return targetOf(members[name], '.')?.replaceAll('*', path.slice(start.length, path.length - end.length));
  }
  return undefined;
}

/** The folder of a path; undefined for the folder of the workspace itself, which is an empty path. */
export const parentOf = (path: string): string | undefined =>
  path === '' ? undefined : path.slice(0, Math.max(0, path.lastIndexOf('/')));

/**
 * Joins paths by `/`. A path that leads out of the workspace is not shortened, so that the host can refuse it by name.
 */
export function join(folder: string, path: string): string {
  const steps = folder === '' ? [] : folder.split('/');
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}
