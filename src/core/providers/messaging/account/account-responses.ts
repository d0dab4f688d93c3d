/**
 * Validates the service's responses about an account like those of a stranger: known fields of the documented types,
 * bounded.
 */
import * as z from 'zod';
import { codedError } from '../../../../contract/errors.ts';

const MAX_TEXT = 2000;
/** Limit of settings that are read; the service has about thirty. */
const MAX_SETTINGS = 200;

const responseSchemas = {
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
export type AccountOperation = keyof typeof responseSchemas;

/** Omits values that are neither texts nor numbers, or are too long; the dialog shows them as unknown. */
function plainSettings(settings: Record<string, unknown>): Record<string, string | number> {
  const isPlain = (value: unknown): value is string | number =>
    typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_TEXT);
  const entries = Object.entries(settings).filter((entry): entry is [string, string | number] => isPlain(entry[1]));
  return Object.fromEntries(entries.slice(0, MAX_SETTINGS));
}

/** @throws AccountRefused when the response differs from the documented form */
export function readAccountResponse(operation: AccountOperation, json: unknown): unknown {
  const read = responseSchemas[operation].safeParse(json);
  if (read.success) return read.data;
  throw codedError(
    'AccountRefused',
    `The response of the service to ${operation} differs from its documentation.`,
    'Check apiUrl: another server may answer there.',
  );
}
