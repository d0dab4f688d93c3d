/** The condition by which the inspector stops at a breakpoint, or logs in place of stopping. */
import { parse } from 'acorn';
import type { Breakpoint } from '../../../contract/debugger/debugger-calls.ts';

interface Text {
  text: string;
}
interface Value {
  expression: string;
}

/**
 * V8 takes a condition that throws for false, and says nothing: a script would run past a breakpoint with a misspelled
 * name. So the error goes to the console, and a breakpoint stops there.
 * @returns an expression of JavaScript; empty for a breakpoint that always stops
 */
export function conditionOf({ condition = '', log }: Pick<Breakpoint, 'condition' | 'log'>): string {
  if (log === undefined && condition === '') return '';
  const isMet = condition === '' ? 'true' : `(${condition}\n)`;
  // A log point returns undefined, which does not stop.
  const [body, failed] =
    log === undefined
      ? [`return ${isMet};`, `console.error('The condition of this breakpoint failed: ' + error); return true;`]
      : [`if (${isMet}) ${loggingOf(log)};`, `console.error('This log point failed: ' + error);`];
  // An arrow function: `this` and `arguments` are those of the line.
  return `(() => { try { ${body} } catch (error) { ${failed} } })()`;
}

/** Values are joined with the text; where one is an object, the console gets all of them as values, to show them as such. */
function loggingOf(log: string): string {
  const parts = partsOf(log);
  const values = parts.filter((part) => 'expression' in part);
  const nameOf = (value: Value) => `values[${values.indexOf(value)}]`;
  const joined = parts.map((part) => ('text' in part ? JSON.stringify(part.text) : `String(${nameOf(part)})`));
  const separate = parts
    .filter((part) => 'expression' in part || part.text.trim() !== '')
    .map((part) => ('text' in part ? JSON.stringify(part.text.trim()) : nameOf(part)));
  const isText = 'values.every((value) => Object(value) !== value)';
  const logging = `${isText} ? console.log(${joined.join(' + ')}) : console.log(${separate.join(', ')})`;
  return `((...values) => ${logging})(${values.map(({ expression }) => `(${expression}\n)`).join(', ')})`;
}

/** `total is {a + b}` => the text `total is ` and the expression `a + b`. */
function partsOf(log: string): (Text | Value)[] {
  const parts: (Text | Value)[] = [];
  let end = 0;
  for (let start = log.indexOf('{'); start >= 0; start = log.indexOf('{', Math.max(start + 1, end))) {
    const close = closingBrace(log, start + 1);
    const expression = log.slice(start + 1, close).trim();
    if (close < 0 || expression === '') continue;
    parts.push({ text: log.slice(end, start) }, { expression });
    end = close + 1;
  }
  return [...parts, { text: log.slice(end) }].filter((part) => 'expression' in part || part.text !== '');
}

/** The brace behind an expression, which can have braces of its own; where nothing up to a brace is one, V8 says why. */
function closingBrace(log: string, start: number): number {
  const first = log.indexOf('}', start);
  for (let end = first; end >= 0; end = log.indexOf('}', end + 1)) if (isExpression(log.slice(start, end))) return end;
  return first;
}

function isExpression(text: string): boolean {
  try {
    parse(`(${text}\n)`, { ecmaVersion: 'latest' });
    return true;
  } catch {
    return false;
  }
}
