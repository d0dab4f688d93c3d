/** Validates the options of `pm.webhooks.verify`, which come from a script. */
import * as z from 'zod';
import { describeProblems } from '../../contract/describe-problems.ts';
import { codedError } from '../../contract/errors.ts';
import { verifyOptions, type VerifyOptions } from '../../contract/webhooks/webhook-signature.ts';
import { ownValue } from '../platform/json/own-value.ts';

/** The names of the options in a script. */
const names: Record<string, string> = { secrets: 'secret', toleranceSeconds: 'tolerance' };

/** @throws InvalidParams, naming the option */
export function readVerifyOptions(options: unknown): VerifyOptions {
  const parsed = verifyOptions.safeParse(options);
  if (parsed.success) return parsed.data;
  const nameOf = ([first, ...rest]: PropertyKey[]) => {
    const place = first === 'scheme' ? rest : [ownValue(names, String(first)) ?? first ?? '', ...rest];
    return `the option "${z.core.toDotPath(place.filter((part) => part !== undefined))}"`;
  };
  const problems = describeProblems(parsed.error, nameOf);
  throw codedError('InvalidParams', `The signature cannot be checked: ${problems}.`);
}
