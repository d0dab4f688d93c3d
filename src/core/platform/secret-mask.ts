/** The mask of a workspace's secrets, built again when one of them changes. */
import { createMask, type Mask } from './mask.ts';
import type { SecretStore } from './secret-store.ts';

/**
 * @param root of the workspace: its own secrets, those of its environments, tokens of listener, account and OAuth, and
 * the passphrases of its connection stand under names that hold it
 */
export function createSecretMask(secrets: SecretStore, root: () => string): () => Promise<Mask> {
  let built: { of: string; mask: Promise<Mask> } | undefined;
  return () => {
    const of = `${secrets.version()} ${root()}`;
    if (built?.of !== of) {
      const mask = secrets.valuesOf(root()).then((values) => createMask(values.flatMap(textsIn)));
      built = { of, mask };
    }
    return built.mask;
  };
}

const SECRET_FIELD = /token|secret|password|passphrase/i;

/** A value, or the secret ones of its fields: tokens of OAuth and the settings of a connection are kept as JSON. */
function textsIn(value: string): string[] {
  if (!value.startsWith('{')) return [value];
  try {
    return [...secretFields(JSON.parse(value) as unknown, '')];
  } catch {
    return [value];
  }
}

function* secretFields(value: unknown, name: string): Generator<string> {
  if (typeof value === 'string') {
    const password = name === 'proxyUrl' ? /:\/\/[^:@/]*:([^@/]*)@/.exec(value)?.[1] : undefined;
    if (password !== undefined) yield decodeURIComponent(password);
    else if (SECRET_FIELD.test(name)) yield value;
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* secretFields(item, Array.isArray(value) ? name : key);
  }
}
