/** Values of the stopped script as the panel shows them: what they contain, and what expressions evaluate to. */
import type { StoreApi } from 'zustand';
import type { DebuggerStore } from './debugger-state.ts';
import type { StoppedScript } from './stopped-script.ts';

type DebugValues = Pick<DebuggerStore, 'properties' | 'results' | 'expanded' | 'toggle' | 'open' | 'look' | 'lookUp'>;

/** An answer that arrives after another stop or frame was chosen is dropped: its handles are not valid any more. */
export function createDebugValues({
  set,
  get,
  script,
}: {
  set: StoreApi<DebuggerStore>['setState'];
  get: StoreApi<DebuggerStore>['getState'];
  script: StoppedScript;
}): DebugValues {
  return {
    properties: {},
    results: {},
    expanded: new Set(['scope 0']),
    toggle(path) {
      const expanded = new Set(get().expanded);
      if (!expanded.delete(path)) expanded.add(path);
      set({ expanded });
    },
    async open(handle) {
      const { turn, properties } = get();
      if (properties[handle]) return;
      const contents = await script.contents(handle);
      if (get().turn === turn) set((state) => ({ properties: { ...state.properties, [handle]: contents } }));
    },
    async look(expression) {
      const { turn, results } = get();
      if (results[expression]) return;
      const result = await script.evaluate(expression);
      if (get().turn === turn) set((state) => ({ results: { ...state.results, [expression]: result } }));
    },
    async lookUp(expression) {
      const evaluate = isOfOutrigger(expression) ? script.evaluate : script.evaluateReadOnly;
      const { value, threw } = await evaluate(expression);
      if (threw) return undefined;
      return { value, contains: value.handle === null ? undefined : await script.properties(value.handle) };
    },
  };
}

/** Members of these objects are getters that load what they return, which changes nothing for the script. */
const isOfOutrigger = (expression: string): boolean => /^(?:pm|bru|req|res)\b/.test(expression);
