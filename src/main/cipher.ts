/** Encrypts secrets with the system's key, where that key is not public. */
import type { Cipher } from '../core/platform/secrets/secret-store.ts';
import type { SafeStorage } from 'electron';

export const NO_KEYRING =
  'This system has no keyring that Outrigger can use: secrets are stored unencrypted, in a file that only you can read. ' +
  'Install and unlock GNOME Keyring or KWallet, then start Outrigger again and enter the secrets once more.';

/** Undefined where the system has no key; then only the permissions of the file protect the secrets. */
export async function createCipher(safeStorage: SafeStorage): Promise<Cipher | undefined> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return undefined;
  // Without a keyring, Chromium on Linux encrypts with a password from its public source code.
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') return undefined;
  return {
    encrypt: async (text) => (await safeStorage.encryptStringAsync(text)).toString('base64'),
    decrypt: async (text) => (await safeStorage.decryptStringAsync(Buffer.from(text, 'base64'))).result,
  };
}
