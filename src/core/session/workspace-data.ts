/** What a session reads from the user's data and writes back: cookies, variables, secrets, allowed files, connection. */
import path from 'node:path';
import {
  connectionSettings,
  defaultConnection,
  type ConnectionSettings,
} from '../../contract/collection/connection.ts';
import { openCurrentValues } from '../collection/variables/current-values.ts';
import { openCookies, type WorkspaceCookies } from '../http/cookies/cookie-file.ts';
import { createAllowedFiles, type AllowedFiles } from '../settings/allowed-files.ts';
import type { ApplicationServices } from './application-services.ts';
import type { CloseStack } from './close-stack.ts';
import { createWorkspaceCollection, type WorkspaceCollection } from './collection/workspace-collection.ts';
import type { SessionOptions } from './session-options.ts';
import { createWorkspaceMask, type WorkspaceMask } from './workspace-mask.ts';

export interface WorkspaceData {
  readonly cookies: WorkspaceCookies;
  /** The collection in the folder, with the values of its variables and secrets. */
  readonly collection: WorkspaceCollection;
  readonly mask: WorkspaceMask;
  readonly allowedFiles: AllowedFiles;
  connection(): Promise<ConnectionSettings>;
}

/** @param closers receives what saves the state when the session closes */
export async function openWorkspaceData(
  services: Pick<ApplicationServices, 'settings' | 'secrets' | 'onNotice'>,
  { root, stateFolder, connection }: Pick<SessionOptions, 'root' | 'stateFolder' | 'connection'>,
  closers: Pick<CloseStack, 'add'>,
): Promise<WorkspaceData> {
  const { settings, secrets, onNotice } = services;
  const cookies = await openCookies(path.join(stateFolder, 'cookies.json'), onNotice);
  closers.add(() => cookies.save());
  const values = await openCurrentValues(path.join(stateFolder, 'variables.json'), onNotice);
  const mask = createWorkspaceMask(secrets, root);
  const collection = createWorkspaceCollection({
    root,
    trash: path.join(stateFolder, 'trash'),
    secrets,
    values,
    onSecretValues: mask.add,
    onScriptSecret: mask.set,
  });
  return {
    cookies,
    collection,
    mask,
    allowedFiles: createAllowedFiles(settings, root),
    connection: async () => connection ?? storedConnection(secrets, root),
  };
}

/** The settings contain passphrases and the proxy's password, so they are stored as a secret. */
async function storedConnection(secrets: ApplicationServices['secrets'], root: string): Promise<ConnectionSettings> {
  const text = await secrets.of({ workspace: root, purpose: 'connection' }).get('settings');
  return text === undefined ? defaultConnection : connectionSettings.parse(JSON.parse(text));
}
