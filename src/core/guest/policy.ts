/**
 * What a script may read, send, store and run: the one place where a call is refused because of where the script runs.
 * Whether a program may be started is the person's decision (programs/trust/consent.ts) and is checked at each call.
 */
import { codedError } from '../../contract/errors.ts';
import type { HttpExchange, SendOptions } from '../http/http-client.ts';
import type { RunWebhooks } from '../notifications/run-webhooks.ts';
import { readPackage, type PackageSource } from '../packages/read-package.ts';
import { resolveInside } from '../platform/files/paths.ts';
import type { GuestResources, OtherRequest, RunOtherRequest, Vault } from './resources.ts';

export interface ScriptPolicy {
  /** Text of a file inside the workspace. @throws Unsupported, OutsideWorkspace, and the errors of reading */
  readFile(path: string): Promise<string>;
  /** An npm package that was added to the workspace. @throws Unsupported, and the errors of `readPackage` */
  readPackage(name: string): Promise<PackageSource>;
  /** The options for sending a request of the script, including which files its body may name. */
  sendOptions(): SendOptions;
  /** @throws Unsupported without a secret store */
  vault(): Vault;
  /** @throws Unsupported without notifications */
  webhooks(): RunWebhooks;
  /** @throws NoCollection, and the errors of the other request */
  runRequest(request: OtherRequest): Promise<HttpExchange | null>;
}

/** @param signal aborts when the script ends: from then on every call is refused */
export function createScriptPolicy(
  resources: GuestResources,
  runRequest: RunOtherRequest | undefined,
  signal: AbortSignal,
): ScriptPolicy {
  const { folder, bodyFiles, readFile, vault, webhooks, jar, connection } = resources;
  const need = <T>(resource: T | undefined, description: string): T => {
    signal.throwIfAborted();
    if (resource === undefined) throw codedError('Unsupported', description, 'Run the script in a workspace.');
    return resource;
  };
  const files = () => ({
    root: need(folder, 'This script has no workspace to read files from.'),
    readFile: need(readFile, 'This script has no workspace to read files from.'),
  });
  return {
    async readFile(path) {
      const { root, readFile: read } = files();
      return read(resolveInside(root, path));
    },
    readPackage: async (name) => readPackage(files(), name),
    sendOptions: () => ({ jar, signal, connection, bodyFiles, ...(folder === undefined ? {} : { folder }) }),
    vault: () => need(vault, 'This script has no secret store.'),
    webhooks: () => need(webhooks, 'This script has no notifications.'),
    async runRequest(request) {
      signal.throwIfAborted();
      const { nameOrId } = request;
      if (!runRequest) throw codedError('NoCollection', `There is no collection that has a request "${nameOrId}".`);
      return runRequest(request, signal);
    },
  };
}
