/** `pm.require`: CommonJS modules of the workspace, each evaluated once for each script (docs/pm-api.md). */
import { BEFORE_MODULE_FUNCTION } from '../../contract/scripts/module-function.ts';
import type { Channel } from '../channel.ts';
import { createCollectionPackages, join, parentOf } from './collection-packages.ts';
import type { Libraries } from '../libraries/libraries.ts';
import { parseJson, PlainError, toText } from '../primordials.ts';

interface Module {
  id: string;
  exports: unknown;
}
type Require = (name: unknown) => unknown;

/** As the parameters of a function. */
const LEGACY_NAMES =
  'tests,globals,environment,data,iteration,request,postman,responseCookies,responseHeaders,responseTime,responseCode,' +
  'responseBody,_,CryptoJS,tv4,cheerio,xml2Json,Backbone';

interface SourceRequest {
  method: 'files.read' | 'packages.read';
  params: Record<string, unknown>;
  /** The module's name as written by the script. */
  name: string;
}

/** The messages are Postman's, because scripts compare them. */
function readSource(channel: Channel, { name, ...call }: SourceRequest): string {
  const reply = channel.callSync(call.method, call.params);
  if (reply.ok) return reply.value;
  const { code, message } = reply.error;
  if (code !== 'FileNotFound')
    throw Object.assign(new PlainError(`Error while loading package '${name}': ${toText(message)}`), { code });
  throw Object.assign(new PlainError(`Cannot find package '${name}'`), { code, remedy: toText(message) });
}

interface ModuleParts {
  channel: Channel;
  libraries: Pick<Libraries, 'require' | 'process' | 'has'>;
  isOfBruno: () => boolean;
}

export interface WorkspaceModules {
  /** `pm.require`: a file of the workspace by its path, or an npm package that was added to it (`npm:<name>`). */
  require(name: unknown): unknown;
  /** A package in the folder `node_modules` of a collection of Bruno; undefined where there is none. */
  requireOfCollection(name: string): unknown;
}

export function createWorkspaceModules({ channel, libraries, isOfBruno }: ModuleParts): WorkspaceModules {
  const modules = new Map<string, Module>();
  const { evaluate, keepJson } = createEvaluation(modules);
  const requirePackage = createPackagesOfCollection(channel, { modules, libraries, evaluate, keepJson });

  function load(path: string, writtenName: string): unknown {
    const loaded = modules.get(path);
    if (loaded) return loaded.exports;
    const text = readSource(channel, { method: 'files.read', params: { path }, name: writtenName });
    if (path.endsWith('.json')) return keepJson(path, text);
    const folder = parentOf(path) ?? '';
    const require: Require = (specifier) => {
      const name = toText(specifier);
      if (/^\.\.?\//.test(name)) return load(withExtension(join(folder, name)), name);
      if (!isOfBruno() || libraries.has(specifier)) return libraries.require(specifier);
      return requirePackage(folder, name) ?? libraries.require(specifier);
    };
    return evaluate({ key: path, writtenName, source: text, require });
  }
  /** Without a version, the host returns the only one. */
  function loadPackage(name: string): unknown {
    const loaded = modules.get(name);
    if (loaded) return loaded.exports;
    const { key, source } = parseJson(readSource(channel, { method: 'packages.read', params: { name }, name })) as {
      key: string;
      source: string;
    };
    const { require } = libraries;
    const more = { process: libraries.process(), pm: undefined };
    return (
      modules.get(`npm:${key}`)?.exports ?? evaluate({ key: `npm:${key}`, writtenName: name, source, require, more })
    );
  }
  return {
    require(name) {
      const text = toText(name ?? '');
      if (text === '') throw new PlainError('pm.require: give it the path of a file of the workspace.');
      if (text.startsWith('npm:')) return loadPackage(text);
      const elsewhere = packageFromElsewhere(text);
      if (elsewhere !== undefined) throw new PlainError(`pm.require("${text}"): ${elsewhere}`);
      return load(withExtension(join('', text)), text);
    },
    requireOfCollection: (name) => (isOfBruno() ? requirePackage('', name) : undefined),
  };
}

interface ModuleToEvaluate {
  /** The key of the module's cache, which is also its name in error stacks. */
  key: string;
  /** Its name as written by the script. */
  writtenName: string;
  source: string;
  require: Require;
  /** What the module sees besides: packages get the globals of Node, and nothing of `pm`. */
  more?: Record<string, unknown>;
}

function createEvaluation(modules: Map<string, Module>) {
  return {
    evaluate({ key, writtenName, source, require, more }: ModuleToEvaluate): unknown {
      const module: Module = { id: writtenName, exports: {} };
      modules.set(key, module);
      const name = key.replace(/[\s()]+/g, '_');
      const values: Record<string, unknown> = { module, exports: module.exports, require, ...more };
      try {
        moduleFunction(Object.keys(values), `${source}\n`, name)(...Object.values(values));
      } catch (error) {
        modules.delete(key);
        throw errorInPackage(writtenName, error);
      }
      return module.exports;
    },
    keepJson(path: string, text: string): unknown {
      const module: Module = { id: path, exports: parseJson(text) };
      modules.set(path, module);
      return module.exports;
    },
  };
}

interface PackagesParts extends ReturnType<typeof createEvaluation>, Pick<ModuleParts, 'libraries'> {
  modules: Map<string, Module>;
}

/** Packages in the folder `node_modules` of a collection of Bruno. */
function createPackagesOfCollection(channel: Channel, { modules, libraries, evaluate, keepJson }: PackagesParts) {
  return createCollectionPackages({
    readFile(path) {
      const reply = channel.callSync('files.read', { path });
      if (reply.ok) return reply.value;
      const { code, message } = reply.error;
      if (code === 'FileNotFound' || code === 'FileUnreadable') return undefined;
      throw Object.assign(new PlainError(toText(message)), { code });
    },
    loaded: (path) => modules.get(path),
    evaluate(path, source, require) {
      if (path.endsWith('.json')) return keepJson(path, source);
      const folder = `/${parentOf(path) ?? ''}`;
      const more = { process: libraries.process(), pm: undefined, __filename: `/${path}`, __dirname: folder };
      return evaluate({ key: path, writtenName: path, source, require, more });
    },
    requireLibrary: libraries.require,
  });
}

/** Recognises packages that Postman downloads while a script runs; here nothing is downloaded. @returns the remedy */
function packageFromElsewhere(name: string): string | undefined {
  if (name.startsWith('jsr:')) {
    return 'packages of JSR cannot be used. Use an npm package (npm:<name>) that was added to the workspace.';
  }
  if (/^@[^/]+\/[^/.]+(@[^/]*)?$/.test(name)) {
    return 'packages of a Postman team are in its cloud. Copy the source into a file of the workspace, and require its path.';
  }
  return undefined;
}

/**
 * The globals from before `pm` are undefined in a module, as in Postman. The function with the module's source stands
 * inside of another one, so that a module may declare one of their names.
 */
function moduleFunction(parameters: readonly string[], source: string, name: string): (...values: unknown[]) => void {
  const text = `${BEFORE_MODULE_FUNCTION}(${parameters.join()}) => {${source}}\n//# sourceURL=${name}`;
  // oxlint-disable-next-line typescript/no-implied-eval -- a script of the user, in the realm of scripts
  return (new Function(LEGACY_NAMES, text) as () => ReturnType<typeof moduleFunction>)();
}

/** An error of a module, with its own stack, which leads to the line in the module. */
function errorInPackage(name: string, thrown: unknown): Error {
  const { message = thrown, stack } = Object(thrown) as { message?: unknown; stack?: unknown };
  const error = new PlainError(`Error in package '${name}': ${toText(message)}`, { cause: thrown });
  const frames = typeof stack === 'string' ? stack.indexOf('\n    at ') : -1;
  if (frames >= 0) error.stack = `Error: ${error.message}${toText(stack).slice(frames)}`;
  return error;
}

const withExtension = (path: string) => (/\.[a-z]+$/i.test(path) ? path : `${path}.js`);
