/** Secrets of the command line: `api-key` comes from the variable OUTRIGGER_SECRET_API_KEY. */
import path from 'node:path';
import type { SecretStore } from './secret-store.ts';

const PREFIX = 'OUTRIGGER_SECRET_';

/** What a run sets is for this run alone: the environment of the command belongs to its caller. */
export function environmentSecrets(env: NodeJS.ProcessEnv): SecretStore {
  const variable = (name: string) => `${PREFIX}${name.replace(/[^A-Za-z0-9]/g, '_').toUpperCase()}`;
  const changed = new Map<string, string | undefined>();
  const keyOf = (owner: string, name: string) => JSON.stringify([owner, name]);
  return {
    get(owner, name) {
      const key = keyOf(owner, name);
      if (changed.has(key)) return Promise.resolve(changed.get(key));
      return Promise.resolve(path.isAbsolute(owner) ? env[variable(name)] : undefined);
    },
    set: (owner, name, value) => Promise.resolve(void changed.set(keyOf(owner, name), value)),
    unset: (owner, name) => Promise.resolve(void changed.set(keyOf(owner, name), undefined)),
    names: () => Object.keys(env).flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])),
    scriptsAllowed: () => true,
    allowScripts: () => Promise.resolve(),
  };
}
