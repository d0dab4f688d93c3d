/** The debug console: expressions that were entered, and their results. */
import type { DebuggerStore } from './debugger-state.ts';
import type { DebuggerParts } from './stopped-script.ts';

const MAX_ENTRIES = 500;

export function createDebugEntries({
  set,
  get,
  script,
}: DebuggerParts): Pick<DebuggerStore, 'entries' | 'enter' | 'clearEntries'> {
  let lastKey = 0;
  return {
    entries: [],
    async enter(expression) {
      const key = (lastKey += 1);
      const entry = { key, expression, turn: get().turn };
      set(({ entries }) => ({ entries: [...entries, entry].slice(-MAX_ENTRIES) }));
      const result = await script.evaluate(expression);
      set(({ entries, turn }) => ({
        entries: entries.map((entry) => (entry.key === key ? { ...entry, ...result } : entry)),
        // The expression may have changed the shown values.
        ...(turn === entry.turn ? { results: {}, properties: {} } : {}),
      }));
    },
    clearEntries: () => set({ entries: [] }),
  };
}
