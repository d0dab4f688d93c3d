/** The script line that makes a call, from what was filled into the form. */

export interface CallForm {
  file: string;
  /** One argument a line. */
  args: string;
  command: string;
  cwd: string;
  /** NAME=value, one a line. */
  env: string;
  stdin: string;
  /** Milliseconds. */
  timeout: string;
  /** For a jar: the method that is called instead of its main. */
  method?: { className: string; method: string; paramTypes: string[] } | undefined;
}

export const emptyCall = (file: string): CallForm => ({
  ...{ file, args: '', command: '', cwd: '', env: '', stdin: '', timeout: '' },
});

const quote = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name));
const lines = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** `await pm.executeAsync('sign.py', ['a'], { cwd: 'x' })`, with only what was filled in. */
export function callExpression(form: CallForm): string {
  const args = lines(form.args).map((text, index) => argument(text, form.method?.paramTypes[index]));
  const options = Object.entries({
    className: form.method && quote(form.method.className),
    method: form.method && quote(form.method.method),
    paramTypes: form.method?.paramTypes.length ? `[${form.method.paramTypes.map(quote).join(', ')}]` : undefined,
    command: form.command && quote(form.command),
    cwd: form.cwd && quote(form.cwd),
    env: environment(form.env),
    stdin: form.stdin && quote(form.stdin),
    timeout: Number(form.timeout) > 0 ? String(Number(form.timeout)) : undefined,
  }).filter(([, value]) => value);
  const third = options.length > 0 ? `, { ${options.map(([name, value]) => `${name}: ${value}`).join(', ')} }` : '';
  const second = args.length > 0 || third ? `, [${args.join(', ')}]` : '';
  return `await pm.executeAsync(${quote(form.file)}${second}${third})`;
}

/** For a method a number or an array is written as such: its parameters are typed. */
function argument(text: string, type: string | undefined): string {
  if (type === undefined || type === 'String') return quote(text);
  try {
    // A long of more digits than a number holds stays a text.
    const value: unknown = JSON.parse(text);
    return typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value) ? quote(text) : text;
  } catch {
    return quote(text);
  }
}

function environment(text: string): string | undefined {
  const entries = lines(text)
    .filter((line) => line.includes('='))
    .map((line): [string, string] => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1)]);
  if (entries.length === 0) return undefined;
  return `{ ${entries.map(([name, value]) => `${key(name)}: ${quote(value)}`).join(', ')} }`;
}
