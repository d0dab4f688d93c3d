import type { Fields } from '../channel.ts';
import { defineHidden, PlainError, toText } from '../primordials.ts';

/**
 * The error of a failed call, with the place of the call in the script. Postman has a plain object here, which JSON and
 * a copy of its members contain as a whole, so name and message are enumerable.
 */
export function callError(fields: Fields, stack: string): Error {
  const all: Fields = { name: 'Error', ...fields, message: toText(fields['message']) };
  const members: Fields = {};
  for (const name of ['errno', 'code', 'syscall', 'hostname', 'address', 'port', 'name', 'message']) {
    if (all[name] !== undefined) members[name] = all[name];
  }
  const error = Object.assign(new PlainError(), members);
  defineHidden(error, 'toJSON', () => ({ ...members }));
  error.stack = `Error: ${error.message}\n${stack.split('\n').slice(1).join('\n')}`;
  return error;
}
