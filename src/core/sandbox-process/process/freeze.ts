/**
 * Freezes what the language brings to the process's own realm. Whoever gets hold of one object of it, in spite of
 * everything, finds nothing in it to change. Node's `--frozen-intrinsics` makes accessors of properties as well, at which
 * V8 gives up shortcuts in every realm of the process: `[...array]` in a script took 40 times as long, `slice` 30 times.
 */
import vm from 'node:vm';

const { freeze, getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { ownKeys } = Reflect;

/** Have no name: they are found as the prototypes of what they make. */
const unnamed = (): object[] => [
  [].values(),
  new Map().values(),
  new Set().values(),
  ''[Symbol.iterator](),
  ''.matchAll(/a/g),
  [].values().take(0),
  Iterator.from({ next: () => ({ done: true, value: undefined }) }),
  async function () {},
  function* () {},
  (function* () {})(),
  async function* () {},
  (async function* () {})(),
];

/** To be called once all modules are loaded: some of them change prototypes while they load. */
export function freezeIntrinsics(): void {
  // The names of the language are those of a realm that nothing was added to.
  const ofLanguage = ownKeys(vm.createContext(vm.constants.DONT_CONTEXTIFY));
  const reached = new Set<unknown>(unnamed().map(getPrototypeOf));
  for (const name of ofLanguage) {
    if (name !== 'globalThis') reached.add(getOwnPropertyDescriptor(globalThis, name)?.value);
  }
  // A Set hands out what is added while it is walked.
  for (const value of reached) {
    if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) continue;
    freeze(value);
    reached.add(getPrototypeOf(value));
    for (const key of ownKeys(value)) {
      const property = getOwnPropertyDescriptor(value, key);
      reached.add(property?.value).add(property?.get).add(property?.set);
    }
  }
  freeze(globalThis);
}
