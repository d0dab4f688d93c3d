/** Examples of the messaging service's notifications, with values of the user. */
import { codedError } from '../../contract/errors.ts';
import { exampleFor } from '../providers/messaging/recognition/recognize.ts';

/**
 * The documented example of a kind as it would be posted, with these values instead of its own. @throws InvalidParams
 */
export function sample(kind: string, values: Record<string, string>): string {
  const example = exampleFor(kind);
  if (example === undefined) throw codedError('InvalidParams', `There is no kind "${kind}".`);
  return JSON.stringify(withValues(example, values), null, 2);
}

/** Replaces texts and numbers under these names, at any depth. */
function withValues(value: unknown, values: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withValues(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const replacement = Object.hasOwn(values, key) ? values[key] : undefined;
      if (replacement === undefined || replacement === '' || (typeof item === 'object' && item !== null))
        return [key, withValues(item, values)];
      return [
        key,
        typeof item === 'number' && Number.isFinite(Number(replacement)) ? Number(replacement) : replacement,
      ];
    }),
  );
}
