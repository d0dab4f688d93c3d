/** JSON whose integers keep all their digits, also those that a double cannot represent. */

/** Such integers become BigInt. @throws SyntaxError */
export function parseExact(text: string): unknown {
  if (!/(?<![\d.])\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
    return isRounded && /^-?\d+$/.test(context?.source ?? '') ? BigInt(context?.source ?? '') : value;
  });
}

const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown };

/** The JSON of a value from `parseExact`. */
export const stringifyExact = (value: unknown, indent?: number): string | undefined =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? rawJSON(String(part)) : part), indent);
