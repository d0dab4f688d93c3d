/** pm.vault: names and texts in the host's secret store. */
import type { Channel, Fields } from '../channel.ts';
import { parseJson, toText } from '../primordials.ts';
import { callerStack } from '../script-position.ts';
import { callError } from './call-error.ts';

export function createVault(channel: Channel) {
  const ask = async (method: string, params: Fields, stack: string): Promise<string> => {
    const reply = await channel.call(method, params);
    if (!reply.ok) throw callError(reply.error, stack);
    return reply.value;
  };
  const nameOf = (name: unknown, method: string, stack: string): string => {
    if (typeof name === 'string' && name !== '') return name;
    throw callError({ message: `pm.vault.${method}: the first argument is the name of a secret, a text.` }, stack);
  };
  return {
    async get(name: unknown) {
      const stack = callerStack();
      const text = await ask('vault.get', { name: nameOf(name, 'get', stack) }, stack);
      // As in Postman, null for a secret that does not exist.
      return text === '' ? null : (parseJson(text) as string);
    },
    async set(name: unknown, value: unknown) {
      const stack = callerStack();
      const params = { name: nameOf(name, 'set', stack), value: toText(value) };
      if (value === undefined || typeof value === 'object') {
        throw callError(
          { message: 'pm.vault.set: the second argument is a text; use JSON.stringify for others.' },
          stack,
        );
      }
      await ask('vault.set', params, stack);
      return value;
    },
    async unset(name: unknown) {
      const stack = callerStack();
      await ask('vault.unset', { name: nameOf(name, 'unset', stack) }, stack);
    },
  };
}
