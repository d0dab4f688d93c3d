/** Folders that were recently opened as a workspace, stored in the user's settings. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { RecentWorkspace } from '../../contract/host-contract.ts';
import type { Settings } from '../../contract/settings.ts';
import type { JsonStore } from '../platform/json/json-store.ts';

const MAX_RECENT = 20;

export interface RecentWorkspaces {
  /** The latest first. */
  list(): Promise<RecentWorkspace[]>;
  /** @param root real path of a workspace that was just opened */
  add(root: string): Promise<void>;
  remove(root: string): Promise<void>;
}

export function createRecentWorkspaces(settings: JsonStore<Settings>): RecentWorkspaces {
  const without = (root: string) => settings.get().recentWorkspaces.filter((workspace) => workspace !== root);
  return {
    list: () =>
      Promise.all(
        settings.get().recentWorkspaces.map(async (root) => ({
          path: root,
          name: path.basename(root),
          exists: await stat(root).then(
            (stats) => stats.isDirectory(),
            () => false,
          ),
        })),
      ),
    async add(root) {
      if (settings.get().recentWorkspaces[0] === root) return;
      await settings.update((all) => ({ ...all, recentWorkspaces: [root, ...without(root)].slice(0, MAX_RECENT) }));
    },
    remove: (root) => settings.update((all) => ({ ...all, recentWorkspaces: without(root) })),
  };
}
