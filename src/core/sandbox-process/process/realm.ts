/**
 * Creates a fresh realm for each script. `node:vm` only gives each script its own globals; it is not a security
 * boundary and is not used as one. The walls are those of the process.
 */
import { Buffer } from 'node:buffer';
import vm from 'node:vm';
import { IMPORT_REFUSED, type HostFunction } from '../../../contract/scripts/guest-operations.ts';
import { bundles } from 'virtual:guest-bundles';

/** `import()` in a script is rejected with a primitive, because an error object would belong to the process's realm. */
const refuseImport = (): never => {
  // oxlint-disable-next-line typescript/only-throw-error -- see above
  throw IMPORT_REFUSED;
};
const compile = (name: string, source: string, cachedData?: Buffer) =>
  new vm.Script(source, { filename: `outrigger:${name}`, cachedData, importModuleDynamically: refuseImport });

const boot = compile('boot', bundles.boot, Buffer.from(bundles.bootCache, 'base64'));
/** Chunks of libraries, compiled when first needed; every realm of this process shares their code. */
const compiled = new Map<string, vm.Script>();
/** The libraries that the last script has used. */
const usedLibraries = new Set<string>();
export const noteUse = (library: string): void => void usedLibraries.add(library);

let globalNames: readonly PropertyKey[] | undefined;
/** The global names of the language: those of the first realm, before anything ran in it. */
export function namesOfLanguage(): readonly PropertyKey[] {
  if (!globalNames) throw new Error('There is no realm yet.');
  return globalNames;
}

export interface Realm {
  deliver(text: string): void;
  unhandled(reason: unknown): void;
}
/** Returns the function of a chunk, created in the realm; undefined when there is no such chunk. */
type LoadChunk = (name: string) => unknown;
type Boot = (realm: { global: object; hostFunction: HostFunction; loadChunk: LoadChunk; preload: string }) => Realm;

/** @param readLibrary returns the source of a chunk, or an empty text */
export function createRealm(hostFunction: HostFunction, readLibrary: (name: string) => string): Realm {
  // DONT_CONTEXTIFY: the global is an ordinary object of the realm, without interceptors that call back into the
  // process's realm.
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
    importModuleDynamically: refuseImport,
    codeGeneration: { strings: true, wasm: true },
  });
  globalNames ??= Reflect.ownKeys(context);
  // Libraries that the last script has used are loaded before the next script, which will probably use them.
  const preload = [...usedLibraries].join('\n');
  usedLibraries.clear();
  const loadChunk: LoadChunk = (name) => {
    let script = compiled.get(name);
    if (!script) {
      const source = readLibrary(name);
      if (source === '') return undefined;
      compiled.set(name, (script = compile(`lib/${name}`, source)));
    }
    return script.runInContext(context);
  };
  const { boot: start } = boot.runInContext(context) as { boot: Boot };
  return start({ global: context, hostFunction, loadChunk, preload });
}

/** The place of a syntax error in a source, in the user's line numbers; nothing is executed. */
export function locateSyntaxError(source: string): { line: number; column: number } | undefined {
  try {
    compile('script', `(async function () {\n${source}\n})`);
    return undefined;
  } catch (error) {
    const [place = '', , carets = ''] = String((error as Error).stack).split('\n');
    const sourceLine = Number(/:(\d+)$/.exec(place)?.[1]) - 1;
    if (!Number.isInteger(sourceLine)) return undefined;
    // A superfluous closing bracket is reported after the source, at the bracket of our wrapper.
    const line = Math.min(Math.max(1, sourceLine), source.split('\n').length);
    return { line, column: carets.search(/\S/) + 1 || 1 };
  }
}
