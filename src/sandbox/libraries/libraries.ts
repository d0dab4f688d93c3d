/** The libraries that are part of the sandbox: evaluated in this realm when first required. This file is evaluated late. */
import { apply, PlainError, withoutPrototype, PlainMap, PlainSet } from '../primordials.ts';
import { createRequireLibrary, type RequireLibrary, type RequireLibraryParts } from './require-library.ts';

/** Returns the function of a chunk, created in this realm, or undefined. */
export type LoadChunk = (name: string) => unknown;

export interface Libraries extends RequireLibrary {
  /** A library by its name, including those that are not for scripts; the caller knows its type. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- see above
  load<T>(name: string): T;
  /** Evaluates libraries in advance, without counting them as used. */
  preload(names: readonly string[]): void;
  /** Whether the library is currently being evaluated; without a name, whether any is. */
  loading(name?: string): boolean;
  /** Whether the script has already used it. */
  inUse(name: string): boolean;
  anyInUse(): boolean;
  /** The value of `process` for packages written for Node. */
  process(): object;
}

/** The `process` that packages written for Node expect; it gives no access to anything outside. */
const createProcess = () => ({
  env: {},
  argv: [],
  browser: true,
  platform: 'browser',
  version: '',
  versions: {},
  cwd: () => '/',
  // chai's printer reads it while loading, and throwing an error there would take as long as everything else.
  binding: () => ({ getPromiseDetails: () => undefined }),
  emitWarning: () => undefined,
  nextTick: (callback: (...values: unknown[]) => void, ...values: unknown[]) =>
    void Promise.resolve().then(() => callback(...values)),
});

export interface LibraryHooks extends Pick<RequireLibraryParts, 'isOfBruno' | 'builtIn'> {
  /** Modifies a library's exports after its first evaluation. */
  onLoaded: (name: string, exports: unknown) => void;
  /** Called once for each library that the script uses. */
  onUsed: (name: string) => void;
}

export function createLibraries(
  loadChunk: LoadChunk,
  { isOfBruno, builtIn, onLoaded, onUsed }: LibraryHooks,
): Libraries {
  const usedLibraries = new PlainSet<string>();
  let processObject: ReturnType<typeof createProcess> | undefined;
  const process = () => (processObject ??= createProcess());
  const chunks = createModules({ loadChunk, onLoaded, process });
  const use = (name: string) => {
    if (!usedLibraries.has(name)) {
      usedLibraries.add(name);
      onUsed(name);
    }
    return chunks.load(name);
  };

  return withoutPrototype<Libraries>({
    __proto__: null,
    ...createRequireLibrary({ use, isOfBruno, builtIn }),
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- see Libraries
    load: <T>(name: string) => use(name) as T,
    loading: chunks.isLoading,
    inUse: (name) => usedLibraries.has(name),
    anyInUse: () => usedLibraries.size > 0,
    preload: (list) => list.forEach(chunks.load),
    process,
  });
}

interface ModuleParts extends Pick<LibraryHooks, 'onLoaded'> {
  loadChunk: LoadChunk;
  process: () => object;
}

/** Evaluates each chunk once; chunks that require each other get the exports so far, as in Node. */
function createModules({ loadChunk, onLoaded, process }: ModuleParts) {
  const modules = new PlainMap<string, { exports: unknown }>();
  const loading = new PlainSet<string>();

  function load(name: string): unknown {
    const loaded = modules.get(name);
    if (loaded) return loaded.exports;
    let factory: unknown;
    try {
      factory = loadChunk(name);
    } catch {
      // The thrown value may belong to another realm.
      throw new PlainError(`The library ${name} could not be loaded.`);
    }
    if (typeof factory !== 'function') throw new PlainError(`There is no library ${name}.`);
    const module = { exports: {} };
    modules.set(name, module);
    loading.add(name);
    try {
      const fromChunk = (path: string) => load(path.replace(/^(?:(?:\.\.?\/)+|outrigger-late:)/, ''));
      apply(factory as () => unknown, module.exports, [module.exports, fromChunk, module, process()]);
    } catch (error) {
      modules.delete(name);
      throw error;
    } finally {
      loading.delete(name);
    }
    onLoaded(name, module.exports);
    return module.exports;
  }
  return { load, isLoading: (name?: string) => (name === undefined ? loading.size > 0 : loading.has(name)) };
}
