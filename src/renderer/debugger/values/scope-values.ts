/**
 * Variables of a scope as they are now. V8 copies them when a script stops: an assignment in the debug console changes the
 * variable and not the copy.
 */
import type { DebugProperties, DebugValue } from '../../../contract/debugger/debugger-calls.ts';

const MAX_NAMES = 150;
const MAX_NAME = 40;
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const notVariables = new Set(['this', 'arguments']);

export interface Evaluated {
  value: DebugValue;
  threw: boolean;
}
export interface AskScript {
  evaluate(expression: string): Promise<Evaluated>;
  properties(handle: number): Promise<DebugProperties>;
}

/** @param shadowed names of the scopes inside of this one, which an expression finds first */
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
  // A variable that has no value yet throws.
  const read = names.map((name) => `(() => { try { return ${name}; } catch {} })()`);
  const { value, threw } = await evaluate(`[${read.join()}]`);
  if (threw || value.handle === null) return copied;
  const items = (await properties(value.handle)).properties;
  const current = new Map(names.map((name, index) => [name, items.find((item) => item.name === String(index))?.value]));
  return {
    ...copied,
    properties: copied.properties.map(({ name, value: before }) => ({
      name,
      // One without a value yet stays so.
      value: before === null ? null : (current.get(name) ?? before),
    })),
  };
}
