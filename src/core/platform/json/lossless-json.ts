/**
 * JSON whose numbers keep their notation: JavaScript numbers cannot represent `1.0`, `1e400` and more than 15 digits.
 */

/** A JSON number in its original notation, which `JSON.stringify` writes unchanged. */
export interface RawJson {
  rawJSON: string;
}
const json = JSON as unknown as {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(source: string): RawJson;
  isRawJSON(value: unknown): value is RawJson;
};

export const { isRawJSON } = json;

/** Parses JSON; a number that JavaScript would write differently becomes a `RawJson`. @throws SyntaxError */
export const parseLossless = (text: string): unknown =>
  json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? json.rawJSON(source) : value,
  );
