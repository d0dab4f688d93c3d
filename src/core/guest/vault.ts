/** `pm.vault` and `{{vault:name}}`: secrets that scripts store for their workspace, used once the person has allowed it. */
import { codedError } from '../../contract/errors.ts';
import { abortable } from '../platform/abortable.ts';
import type { SecretStore } from '../platform/secrets/secret-store.ts';
import type { Vault } from './resources.ts';

export interface VaultOptions {
  store: SecretStore;
  workspace: string;
  /** Receives each value that the run reads, and each that a script stores, before it is stored. */
  onSecret: (name: string, value: string) => void;
  /** Asks the person, once for a workspace. */
  ask: (name: string) => Promise<boolean>;
}

export function createVault({ store, workspace, onSecret, ask }: VaultOptions): Vault {
  let pendingQuestion: Promise<void> | undefined;
  const secrets = store.of({ workspace, purpose: 'vault' });
  const usedValues = new Set<string>();
  const use = (name: string, value: string): string => {
    usedValues.add(value);
    // Another window may have stored it after the mask was made.
    onSecret(name, value);
    return value;
  };
  const allowed = async (name: string, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    // Concurrent calls share one question, which continues when a script ends before the answer.
    pendingQuestion ??= (async () => {
      if (await store.scriptsAllowed(workspace)) return;
      if (!(await ask(name))) {
        throw codedError(
          'NotAllowed',
          'The run may not use the secrets of this workspace.',
          'Allow it when you are asked.',
        );
      }
      await store.allowScripts(workspace);
    })().finally(() => (pendingQuestion = undefined));
    await abortable(pendingQuestion, signal);
  };
  return {
    async get(name, signal) {
      await allowed(name, signal);
      const value = await secrets.get(name);
      return value === undefined ? undefined : use(name, value);
    },
    async getForRequest(name, signal) {
      const value = await secrets.get(name);
      // Nobody is asked about a secret that does not exist.
      if (value === undefined) return undefined;
      await allowed(name, signal);
      return use(name, value);
    },
    async set(name, value, signal) {
      await allowed(name, signal);
      await secrets.set(name, use(name, value));
    },
    async unset(name, signal) {
      await allowed(name, signal);
      await secrets.unset(name);
    },
    usedValues: () => [...usedValues],
  };
}
