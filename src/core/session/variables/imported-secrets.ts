import type { ImportedSecret } from '../../interchange/imported/imported.ts';
import type { SecretStore } from '../../platform/secrets/secret-store.ts';

/** Stores the secret values of an import, which no file contains, for the environments that declare them. */
export async function storeImportedSecrets(
  secrets: SecretStore,
  workspace: string,
  imported: readonly ImportedSecret[],
): Promise<void> {
  for (const { environment, name, value } of imported) {
    if (environment !== null) await secrets.of({ workspace, environment }).set(name, value);
  }
}
