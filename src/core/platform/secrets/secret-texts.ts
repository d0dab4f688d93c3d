/** Finds secret texts inside of stored JSON, such as OAuth tokens. */
const SECRET_FIELD = /token|secret|password|passphrase/i;

export function secretTexts(json: string): string[] {
  try {
    return [...secretFields(JSON.parse(json) as unknown, '')];
  } catch {
    return [json];
  }
}

function* secretFields(value: unknown, name: string): Generator<string> {
  if (typeof value === 'string') {
    if (SECRET_FIELD.test(name)) yield value;
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* secretFields(item, Array.isArray(value) ? name : key);
  }
}
