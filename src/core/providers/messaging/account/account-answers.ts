/** What the service answers about an account, read as a stranger's: known fields of the documented types, none of them long. */
import * as z from 'zod';
import { codedError } from '../../../../contract/errors.ts';

const MAX_TEXT = 2000;
/** Settings that are read; the service has some thirty. */
const MAX_SETTINGS = 200;

const answers = {
  getStateInstance: z.object({ stateInstance: z.string().min(1).max(100) }),
  getSettings: z.record(z.string(), z.unknown()).transform(plainSettings),
  getWebhooksCount: z.object({ count: z.number().int().nonnegative() }),
  clearWebhooksQueue: z.object({
    isCleared: z.boolean(),
    reason: z
      .unknown()
      .transform((reason) => (typeof reason === 'string' ? reason.slice(0, MAX_TEXT) : undefined))
      .optional(),
  }),
};
export type AccountOperation = keyof typeof answers;

/** What is no text and no number, or too long to be a setting, is left out: the dialog then says that it was not told. */
function plainSettings(settings: Record<string, unknown>): Record<string, string | number> {
  const isPlain = (value: unknown): value is string | number =>
    typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_TEXT);
  const entries = Object.entries(settings).filter((entry): entry is [string, string | number] => isPlain(entry[1]));
  return Object.fromEntries(entries.slice(0, MAX_SETTINGS));
}

/** @throws AccountRefused when it is not what the service documents */
export function readAccountAnswer(operation: AccountOperation, json: unknown): unknown {
  const read = answers[operation].safeParse(json);
  if (read.success) return read.data;
  throw codedError(
    'AccountRefused',
    `The service answered ${operation} otherwise than documented.`,
    'Check apiUrl: another server may answer there.',
  );
}
