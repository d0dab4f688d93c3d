/**
 * Files that record what a user did: history, notifications, cookies, drafts. They are in the user's data folder, never
 * in a workspace: a stranger's workspace could contain a prepared database or trash.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { hashText } from './hash-text.ts';
import { dataFolder } from './user-folders.ts';

/**
 * The folder for the state of one workspace; it need not exist yet.
 * @param root the real path of the workspace: two links to one folder share its state
 */
export function workspaceStateFolder(root: string, env: NodeJS.ProcessEnv = process.env): string {
  const name = hashText(root).slice(0, 32);
  return path.join(dataFolder(env), 'workspaces', name);
}

/** Creates a folder that only this user can enter, with its missing ancestors. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/**
 * Creates a file that only this user can read, with its folder. SQLite gives its journal files the permissions of the
 * database, so a database is created here before it is opened.
 */
export function makePrivateFile(file: string): void {
  makePrivateFolder(path.dirname(file));
  closeSync(openSync(file, 'a', 0o600));
}
