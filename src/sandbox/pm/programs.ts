/**
 * pm.execute and pm.executeAsync (docs/external-programs.md). Every value of the call is read exactly once here and
 * sent as plain JSON, so that the values which the host checks are those that are used.
 */
import type { Channel, Fields } from '../channel.ts';
import { isArray, keysOf, PlainError, toJson, toText } from '../primordials.ts';
import { callerStack, positionIn } from '../script-position.ts';

/**
 * Thrown when a call fails. Fields: code, exitCode, signal, stdout, stderr, command, durationMs; if known, remedy, and
 * file and line of the program's source.
 */
class ProgramError extends PlainError {
  constructor(fields: Fields, stack: string) {
    super(toText(fields['message']));
    this.name = 'ProgramError';
    const { message: _message, ...rest } = fields;
    Object.assign(this, rest);
    // The promise is rejected later without a stack of the script, so the stack of the call is used.
    this.stack = `ProgramError: ${this.message}\n${stack.split('\n').slice(1).join('\n')}`;
  }
}

export interface Programs {
  execute(filePath: unknown, args?: unknown, options?: unknown): string;
  executeAsync(filePath: unknown, args?: unknown, options?: unknown): Promise<string>;
}

export function createPrograms(channel: Channel): Programs {
  return {
    execute(filePath, args, options) {
      const stack = callerStack();
      const reply = channel.callSync('programs.execute', readCall({ filePath, args, options, stack, name: 'execute' }));
      if (reply.ok) return reply.value;
      throw new ProgramError(reply.error, stack);
    },
    async executeAsync(filePath, args, options) {
      const stack = callerStack();
      const call = readCall({ filePath, args, options, stack, name: 'executeAsync' });
      const reply = await channel.call('programs.executeAsync', call);
      if (reply.ok) return reply.value;
      throw new ProgramError(reply.error, stack);
    },
  };
}

interface Call {
  filePath: unknown;
  args: unknown;
  options: unknown;
  stack: string;
  name: string;
}

function readCall({ filePath, args, options, stack, name }: Call): Fields {
  const invalid = (problem: string) =>
    new ProgramError({ code: 'InvalidCall', message: `pm.${name}: ${problem}`, stdout: '', stderr: '' }, stack);
  if (filePath === undefined || filePath === null || filePath === '') {
    throw invalid('the first argument is the path of the program, but it is empty.');
  }
  if (args !== undefined && args !== null && !isArray(args)) {
    throw invalid(`the second argument is an array of parameters, but it is ${kindOf(args)}.`);
  }
  if (options !== undefined && (typeof options !== 'object' || isArray(options))) {
    throw invalid(`the third argument is an object of options, but it is ${kindOf(options)}.`);
  }
  const read = readOptions((options ?? {}) as Fields, invalid);
  // A named jar method gets JSON, every other program gets text.
  const asJson = read['className'] !== undefined && read['className'] !== '';
  let convertedObject = false;
  const converted = Array.from((args ?? []) as unknown[], (value) => {
    if (asJson) return typeof value === 'bigint' ? `${value}` : (toJson(value) ?? 'null');
    if (typeof value === 'object' && value !== null) convertedObject = true;
    return toText(value);
  });
  const { line } = positionIn(stack);
  return {
    file: toText(filePath),
    args: converted,
    options: read,
    ...(convertedObject ? { convertedObject } : {}),
    ...(line ? { line } : {}),
  };
}

function readOptions(options: Fields, invalid: (what: string) => Error): Fields {
  const read: Fields = {};
  for (const key of keysOf(options)) {
    const value = options[key];
    // An option with the value undefined or null is ignored.
    if (value === undefined || value === null) continue;
    if (key === 'env') {
      if (typeof value !== 'object' || isArray(value)) {
        throw invalid(`the option "env" is an object of variables, but it is ${kindOf(value)}.`);
      }
      const env: Record<string, string | null> = {};
      for (const name of keysOf(value)) {
        const text = (value as Fields)[name];
        env[name] = text === undefined ? null : toText(text);
      }
      read[key] = env;
    } else {
      read[key] = isArray(value) ? Array.from(value, (item) => toText(item)) : plain(value);
    }
  }
  return read;
}

function plain(value: unknown): unknown {
  return typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol' ? toText(value) : value;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'an array';
  return `${/^[aeiou]/.test(typeof value) ? 'an' : 'a'} ${typeof value}`;
}
