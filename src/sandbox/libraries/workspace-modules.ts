/** `pm.require`: CommonJS modules of the workspace, each evaluated once for each script (docs/pm-api.md). */
import { BEFORE_MODULE_FUNCTION } from '../../contract/scripts/module-function.ts';
import type { Channel } from '../channel.ts';
import type { Libraries } from './libraries.ts';
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

interface Reading {
  method: 'files.read' | 'packages.read';
  params: Record<string, unknown>;
  /** The module's name as written by the script. */
  name: string;
}

/** The messages are Postman's, because scripts compare them. */
function readSource(channel: Channel, { name, ...call }: Reading): string {
  const reply = channel.callSync(call.method, call.params);
  if (reply.ok) return reply.value;
  const { code, message } = reply.error;
  if (code !== 'FileNotFound')
    throw Object.assign(new PlainError(`Error while loading package '${name}': ${toText(message)}`), { code });
  throw Object.assign(new PlainError(`Cannot find package '${name}'`), { code, remedy: toText(message) });
}

/** Loads files of the workspace, and packages of npm that were added to it. */
export function createWorkspaceModules(channel: Channel, libraries: Pick<Libraries, 'require' | 'process'>) {
  const modules = new Map<string, Module>();

  /**
   * @param key the key of the module's cache, which is also its name in error stacks
   * @param writtenName its name as written by the script
   */
  function evaluate(key: string, writtenName: string, source: string, require: Require): unknown {
    const module: Module = { id: writtenName, exports: {} };
    modules.set(key, module);
    const name = key.replace(/[\s()]+/g, '_');
    const values: Record<string, unknown> = { module, exports: module.exports, require };
    // Packages get the globals of Node, and nothing of the request.
    if (key.startsWith('npm:')) Object.assign(values, { process: libraries.process(), pm: undefined });
    try {
      moduleFunction(Object.keys(values), `${source}\n`, name)(...Object.values(values));
    } catch (error) {
      modules.delete(key);
      throw errorInPackage(writtenName, error);
    }
    return module.exports;
  }

  function load(path: string, writtenName: string): unknown {
    const loaded = modules.get(path);
    if (loaded) return loaded.exports;
    const text = readSource(channel, { method: 'files.read', params: { path }, name: writtenName });
    if (path.endsWith('.json')) {
      const module: Module = { id: path, exports: parseJson(text) };
      modules.set(path, module);
      return module.exports;
    }
    return evaluate(path, writtenName, text, (specifier) => {
      const name = toText(specifier);
      return /^\.\.?\//.test(name) ? load(withExtension(resolve(path, name)), name) : libraries.require(specifier);
    });
  }
  /** Without a version, the host returns the only one. */
  function loadPackage(name: string): unknown {
    const loaded = modules.get(name);
    if (loaded) return loaded.exports;
    const { key, source } = parseJson(readSource(channel, { method: 'packages.read', params: { name }, name })) as {
      key: string;
      source: string;
    };
    return modules.get(`npm:${key}`)?.exports ?? evaluate(`npm:${key}`, name, source, libraries.require);
  }
  return (path: unknown): unknown => {
    const text = toText(path ?? '');
    if (text === '') throw new PlainError('pm.require: give it the path of a file of the workspace.');
    if (text.startsWith('npm:')) return loadPackage(text);
    const elsewhere = packageFromElsewhere(text);
    if (elsewhere !== undefined) throw new PlainError(`pm.require("${text}"): ${elsewhere}`);
    return load(withExtension(resolve('', text)), text);
  };
}

/** Recognises packages that Postman downloads while a script runs; here nothing is downloaded. @returns the remedy */
function packageFromElsewhere(name: string): string | undefined {
  if (name.startsWith('jsr:')) {
    return 'packages of JSR cannot be used. Use a package of npm (npm:<name>) that was added to the workspace.';
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

/**
 * Joins paths by `/`. A path that leads out of the workspace is not shortened, so that the host can refuse it by name.
 */
function resolve(from: string, path: string): string {
  const steps = from.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}
