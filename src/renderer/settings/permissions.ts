/** The permissions of this workspace's scripts and requests, and how they are revoked. */
import type { HostClient } from '../../contract/host-contract.ts';

export interface Permissions {
  /** Whether scripts of this workspace may use its secrets. */
  vaultAllowed: boolean;
  /** Whether scripts of this workspace may be debugged. */
  debuggingAllowed: boolean;
  /** Files outside the workspace that its requests may send. */
  allowedFiles: readonly string[];
  forbidVault(): Promise<void>;
  forbidDebugging(): Promise<void>;
  forbidFile(path: string): Promise<void>;
}

/**
 * Nothing is allowed until the permissions have been loaded from the host.
 * @param reload reads the settings again: what is being read may be older than what was revoked
 */
export function createPermissions(
  client: HostClient,
  set: (change: (state: Permissions) => Partial<Permissions>) => void,
  reload: () => Promise<void>,
): Permissions {
  return {
    vaultAllowed: false,
    debuggingAllowed: false,
    allowedFiles: [],
    async forbidVault() {
      await client.call('vault.forbid', {});
      set(() => ({ vaultAllowed: false }));
      await reload();
    },
    async forbidDebugging() {
      await client.call('debugger.consent', { allowed: false });
      set(() => ({ debuggingAllowed: false }));
      await reload();
    },
    async forbidFile(path) {
      await client.call('files.allow', { path, allow: false });
      set(({ allowedFiles }) => ({ allowedFiles: allowedFiles.filter((allowed) => allowed !== path) }));
      await reload();
    },
  };
}
