/**
 * The current values of a scope's variables. V8 copies them when a script stops, and an assignment in the debug console
 * changes the variable and not the copy.
 */
import type { DebugProperties, DebugValue } from '../../../contract/debugger/debugger-calls.ts';

const MAX_NAMES = 150;
const MAX_NAME = 40;
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const notVariables = new Set(['this', 'arguments']);

export interface EvaluationResult {
  value: DebugValue;
  threw: boolean;
}
export interface AskScript {
  evaluate(expression: string): Promise<EvaluationResult>;
  properties(handle: number): Promise<DebugProperties>;
}

/** @param shadowed names in inner scopes, which an expression finds first */
export async function currentValues(
  copied: DebugProperties,
  shadowed: ReadonlySet<string>,
  { evaluate, properties }: AskScript,
): Promise<DebugProperties> {
  const names = copied.properties
    .map(({ name }) => name)
    .filter((name) => name.length <= MAX_NAME && identifier.test(name))
    .filter((name) => !notVariables.has(name) && !shadowed.has(name))
    .slice(0, MAX_NAMES);
  // An uninitialised variable throws.
  const read = names.map((name) => `(() => { try { return ${name}; } catch {} })()`);
  const { value, threw } = await evaluate(`[${read.join()}]`);
  if (threw || value.handle === null) return copied;
  const items = (await properties(value.handle)).properties;
  const current = new Map(names.map((name, index) => [name, items.find((item) => item.name === String(index))?.value]));
  return {
    ...copied,
    properties: copied.properties.map(({ name, value: before }) => ({
      name,
      // An uninitialised one is not replaced.
      value: before === null ? null : (current.get(name) ?? before),
    })),
  };
}
