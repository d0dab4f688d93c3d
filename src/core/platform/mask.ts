/** Secrets out of reports: their values, also as they stand in addresses and in Basic auth. */

const MASK = '(secret)';
/** A shorter value would mask half of the report, and is no secret. */
const MIN_LENGTH = 4;

export function createMask(secrets: readonly string[]): <T>(value: T) => T {
  const forms = secrets
    .filter((secret) => secret.length >= MIN_LENGTH)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
  const wanted = [...new Set(forms)].sort((a, b) => b.length - a.length);
  const maskText = (text: string) => wanted.reduce((masked, form) => masked.replaceAll(form, MASK), text);
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return maskText(value);
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mask(item)]));
  };
  return wanted.length === 0 ? (value) => value : <T>(value: T) => mask(value) as T;
}
