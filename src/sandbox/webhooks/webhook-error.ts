/** The errors of pm.webhooks, with the place of the script's call as their stack. */
import { PlainError, toText } from '../primordials.ts';

/** @param fields `code` and `message`; `name` replaces WebhookError */
export function webhookError(fields: Record<string, unknown>, stack: string): Error {
  const error = new PlainError(toText(fields['message']));
  const name = fields['name'] === undefined ? 'WebhookError' : toText(fields['name']);
  Object.assign(error, { code: fields['code'], name });
  error.stack = `${name}: ${error.message}\n${stack.split('\n').slice(1).join('\n')}`;
  return error;
}

export const invalidCall = (message: string, stack: string): Error =>
  webhookError({ code: 'InvalidCall', message }, stack);
