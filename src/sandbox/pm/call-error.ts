import type { Fields } from '../channel.ts';
import { PlainError, toText } from '../primordials.ts';

/** The error of a failed call, with the place of the call in the script. */
export function callError(fields: Fields, stack: string): Error {
  const error = new PlainError(toText(fields['message']));
  for (const name of ['code', 'errno', 'syscall', 'address', 'port']) {
    if (fields[name] !== undefined) Object.assign(error, { [name]: fields[name] });
  }
  error.stack = `Error: ${error.message}\n${stack.split('\n').slice(1).join('\n')}`;
  return error;
}
