import type { ImportedSecret } from '../../interchange/imported/imported.ts';
import type { SecretStore } from '../../platform/secrets/secret-store.ts';

/** Stores what an import has brought and no file holds, for the environments that declare it. */
export async function storeImportedSecrets(
  secrets: SecretStore,
  workspace: string,
  imported: readonly ImportedSecret[],
): Promise<void> {
  for (const { environment, name, value } of imported) {
    if (environment !== null) await secrets.of({ workspace, environment }).set(name, value);
  }
}
