/** Values of the stopped script for the panel: their members, and the results of expressions. */
import type { DebuggerStore } from './debugger-state.ts';
import type { DebuggerParts } from './stopped-script.ts';

type DebugValues = Pick<
  DebuggerStore,
  'properties' | 'results' | 'expanded' | 'toggle' | 'open' | 'evaluateWatch' | 'lookUp'
>;

export function createDebugValues({ set, get, script }: DebuggerParts): DebugValues {
  /**
   * Undefined for an answer that arrives after another stop or frame was selected: its values are no longer shown,
   * and its handles are invalid.
   */
  async function ifStillShown<Answer>(pending: Promise<Answer>): Promise<Answer | undefined> {
    const { turn } = get();
    try {
      const answer = await pending;
      return get().turn === turn ? answer : undefined;
    } catch (error) {
      if (get().turn === turn) throw error;
      return undefined;
    }
  }
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
      if (get().properties[handle]) return;
      const contents = await ifStillShown(script.contents(handle));
      if (contents) set(({ properties }) => ({ properties: { ...properties, [handle]: contents } }));
    },
    async evaluateWatch(expression) {
      if (get().results[expression]) return;
      const result = await ifStillShown(script.evaluate(expression));
      if (result) set(({ results }) => ({ results: { ...results, [expression]: result } }));
    },
    async lookUp(expression) {
      const evaluate = isOfOutrigger(expression) ? script.evaluate : script.evaluateReadOnly;
      const { value, threw } = await evaluate(expression);
      if (threw) return undefined;
      return {
        value,
        contains: value.handle === null ? undefined : await ifStillShown(script.properties(value.handle)),
      };
    },
  };
}

/** Members of these objects are getters that load data without an effect on the script. */
const isOfOutrigger = (expression: string): boolean => /^(?:pm|bru|req|res)\b/.test(expression);
