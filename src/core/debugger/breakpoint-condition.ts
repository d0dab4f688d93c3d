/** The condition by which the inspector stops at a breakpoint, or logs in place of stopping. */
import type { Breakpoint } from '../../contract/debugger-calls.ts';

/** An expression of JavaScript; empty for a breakpoint that always stops. */
export function conditionOf({ condition = '', log }: Pick<Breakpoint, 'condition' | 'log'>): string {
  if (log === undefined) return condition;
  const logging = `console.log(${logArguments(log)})`;
  // `console.log` returns undefined, which does not stop.
  return condition === '' ? logging : `(${condition}) && ${logging}`;
}

/** `total is {a + b}` => `"total is", a + b`: values stay values, so that the console can show them as such. */
function logArguments(text: string): string {
  const parts = text.split(/\{([^{}]*)\}/).map((part, index) => {
    if (index % 2 === 1) return part.trim() === '' ? '' : `(${part})`;
    return part.trim() === '' ? '' : JSON.stringify(part.trim());
  });
  return parts.filter(Boolean).join(', ');
}
