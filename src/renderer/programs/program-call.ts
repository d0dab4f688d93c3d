/** Generates the script line for a call from the values of the form. */

export interface CallForm {
  file: string;
  /** One argument on each line. */
  args: string;
  command: string;
  cwd: string;
  /** NAME=value, one on each line. */
  env: string;
  stdin: string;
  /** Milliseconds. */
  timeout: string;
  /** For a jar: the method to call instead of its main. */
  method?: { className: string; method: string; paramTypes: string[] } | undefined;
}

export const emptyCall = (file: string): CallForm => ({
  file,
  args: '',
  command: '',
  cwd: '',
  env: '',
  stdin: '',
  timeout: '',
});

const quote = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name));
const lines = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** `await pm.executeAsync('sign.py', ['a'], { cwd: 'x' })`, with only the fields that have a value. */
export function callExpression(form: CallForm): string {
  const args = lines(form.args).map((text, index) => argument(text, form.method?.paramTypes[index]));
  const types = (form.method?.paramTypes ?? []).map((type, index) => typeFor(type, args[index]));
  const options = Object.entries({
    className: form.method && quote(form.method.className),
    method: form.method && quote(form.method.method),
    paramTypes: types.length > 0 ? `[${types.map(quote).join(', ')}]` : undefined,
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

/** Types whose values are entered as JSON; those of other types are entered as text. */
const writtenAsJson =
  /\]$|^(Number|int|Integer|long|Long|short|Short|byte|Byte|float|Float|double|Double|boolean|Boolean|BigInteger|BigDecimal|Object|Iterable|Collection|List|Set|Map)$/;

function argument(text: string, type: string | undefined): string {
  if (type === undefined || !writtenAsJson.test(type)) return quote(text);
  try {
    // A long with more digits than a number can represent stays a text.
    const value: unknown = JSON.parse(text);
    return typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value) ? quote(text) : text;
  } catch {
    return quote(text);
  }
}

/** Bytes that are not entered as an array of numbers are passed as text. */
const typeFor = (type: string, argument = '') => (type === 'byte[]' && argument.startsWith("'") ? 'byte[]:text' : type);

function environment(text: string): string | undefined {
  const entries = lines(text)
    .filter((line) => line.includes('='))
    .map((line): [string, string] => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1)]);
  if (entries.length === 0) return undefined;
  return `{ ${entries.map(([name, value]) => `${key(name)}: ${quote(value)}`).join(', ')} }`;
}
