/**
 * A fresh realm per script. `node:vm` is no wall, and is not used as one: it gives each script globals of its
 * own; the walls are those of the process.
 */
import vm from 'node:vm';
import type { HostFunction } from '../../../contract/scripts/guest-operations.ts';
import { bundles } from 'virtual:guest-bundles';

/** `import()` in a script is rejected with a primitive: an error object would belong to the process's realm. */
const refuseImport = (): never => {
  // oxlint-disable-next-line typescript/only-throw-error -- see above
  throw 'import() is not available in scripts; use require or pm.require.';
};
const compile = (name: string, source: string) =>
  new vm.Script(source, { filename: `outrigger:${name}`, importModuleDynamically: refuseImport });

const prelude = compile('prelude', bundles.prelude);
const boot = compile('boot', bundles.boot);
/** Chunks of libraries, compiled when first asked for; their code is shared by every realm of this process. */
const compiled = new Map<string, vm.Script>();
/** Libraries that the last script has used. */
const used = new Set<string>();
export const noteUse = (library: string): void => void used.add(library);

export interface Realm {
  deliver(text: string): void;
  unhandled(reason: unknown): void;
}
/** The function of a chunk, made in the realm; undefined when there is no such chunk. */
type LoadChunk = (name: string) => unknown;
type Boot = (realm: { global: object; hostFunction: HostFunction; loadChunk: LoadChunk; preload: string }) => Realm;

/** @param readLibrary the source text of a chunk; empty when there is none */
export function createRealm(hostFunction: HostFunction, readLibrary: (name: string) => string): Realm {
  // DONT_CONTEXTIFY: the global is an ordinary object of the realm, with no interceptors of ours behind it.
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
    importModuleDynamically: refuseImport,
    codeGeneration: { strings: true, wasm: true },
  });
  prelude.runInContext(context);
  // Who has used a library once will use it again: it is there before the next script, not during it.
  const preload = [...used].join('\n');
  used.clear();
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

/** Where V8 finds fault with a source it will not compile, counted as the user counts; nothing is run. */
export function locateSyntaxError(source: string): { line: number; column: number } | undefined {
  try {
    compile('script', `(async function () {\n${source}\n})`);
    return undefined;
  } catch (error) {
    const [place = '', , carets = ''] = String((error as Error).stack).split('\n');
    const sourceLine = Number(/:(\d+)$/.exec(place)?.[1]) - 1;
    if (!Number.isInteger(sourceLine)) return undefined;
    // A bracket too many is found behind the source, at the one that we have added.
    const line = Math.min(Math.max(1, sourceLine), source.split('\n').length);
    return { line, column: carets.search(/\S/) + 1 || 1 };
  }
}
