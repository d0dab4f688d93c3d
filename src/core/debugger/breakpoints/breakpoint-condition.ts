/** Builds the condition with which the inspector stops at a breakpoint, or logs instead of stopping. */
import { parse } from 'acorn';
import type { Breakpoint } from '../../../contract/debugger/debugger-calls.ts';

interface Text {
  text: string;
}
interface Value {
  expression: string;
}

/**
 * V8 treats a condition that throws as false and reports nothing, so a script would run past a breakpoint with a
 * misspelled name. The generated condition therefore writes the error to the console and stops.
 * @returns a JavaScript expression; empty for an unconditional breakpoint
 */
export function conditionOf({ condition = '', log }: Pick<Breakpoint, 'condition' | 'log'>): string {
  if (log === undefined && condition === '') return '';
  const isMet = condition === '' ? 'true' : `(${condition}\n)`;
  // A log point returns undefined, which does not stop.
  const [body, onFailure] =
    log === undefined
      ? [`return ${isMet};`, `console.error('The condition of this breakpoint failed: ' + error); return true;`]
      : [`if (${isMet}) ${loggingOf(log)};`, `console.error('This log point failed: ' + error);`];
  // An arrow function, so that `this` and `arguments` are those of the line.
  return `(() => { try { ${body} } catch (error) { ${onFailure} } })()`;
}

/**
 * Values are joined with the text; if one is an object, all of them are passed to the console as values, which shows
 * objects.
 */
function loggingOf(log: string): string {
  const parts = partsOf(log);
  const values = parts.filter((part) => 'expression' in part);
  const nameOf = (value: Value) => `values[${values.indexOf(value)}]`;
  const joinedText = parts.map((part) => ('text' in part ? JSON.stringify(part.text) : `String(${nameOf(part)})`));
  const separate = parts
    .filter((part) => 'expression' in part || part.text.trim() !== '')
    .map((part) => ('text' in part ? JSON.stringify(part.text.trim()) : nameOf(part)));
  const isText = 'values.every((value) => Object(value) !== value)';
  const logging = `${isText} ? console.log(${joinedText.join(' + ')}) : console.log(${separate.join(', ')})`;
  return `((...values) => ${logging})(${values.map(({ expression }) => `(${expression}\n)`).join(', ')})`;
}

/** Splits `total is {a + b}` into the text `total is ` and the expression `a + b`. */
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

/**
 * Finds the brace that ends an expression, which may contain braces itself. If no candidate makes an expression, V8
 * reports the error.
 */
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
