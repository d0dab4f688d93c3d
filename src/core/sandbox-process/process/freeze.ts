/**
 * Freezes the built-in objects of the process's own realm, so that code that gets hold of one of them cannot change
 * anything. Node's `--frozen-intrinsics` is not used, because it also turns properties into accessors, for which V8
 * abandons fast paths in every realm of the process: `[...array]` in a script took 40 times as long, `slice` 30 times.
 */
import { namesOfLanguage } from './realm.ts';

const { freeze, getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { ownKeys } = Reflect;

/** Objects without a global name, found as the prototypes of values. */
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

/** To be called once the first realm exists and all modules are loaded: some of them change prototypes while they load. */
export function freezeIntrinsics(): void {
  const reachedObjects = new Set<unknown>(unnamed().map(getPrototypeOf));
  for (const name of namesOfLanguage()) {
    if (name !== 'globalThis') reachedObjects.add(getOwnPropertyDescriptor(globalThis, name)?.value);
  }
  // Iterating a Set includes values that are added meanwhile.
  for (const value of reachedObjects) {
    if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) continue;
    freeze(value);
    reachedObjects.add(getPrototypeOf(value));
    for (const key of ownKeys(value)) {
      const property = getOwnPropertyDescriptor(value, key);
      reachedObjects.add(property?.value).add(property?.get).add(property?.set);
    }
  }
  freeze(globalThis);
}
