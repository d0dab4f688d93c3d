/** The workspace that the window shows, and what happens when it shows another one. */
import type { StoreApi } from 'zustand';
import type { HostClient, WorkspaceInfo } from '../../contract/host-contract.ts';
import type { Drafts } from './drafts.ts';
import { createLatestCall, type LatestCall } from './latest-call.ts';

interface WorkspaceFollower {
  /** Stores what was typed, before another workspace is opened. @throws when it cannot: the other one is not opened */
  leaving?: () => Promise<void>;
  /** Another workspace is shown. */
  left?: () => void;
  /** The drafts of the workspace that is shown now have been loaded. */
  opened?: (workspace: WorkspaceInfo) => void;
  /** A file of the shown workspace has changed. */
  changed?: () => void;
}

export interface ShownWorkspace {
  /** Its folder. */
  root(): string;
  follow(follower: WorkspaceFollower): void;
  /**
   * Empties a store of what belongs to a workspace when another one is shown.
   * @param restore shows what the drafts have of the workspace
   */
  empty<T>(store: StoreApi<T>, restore?: () => void): void;
  /** Calls that replace each other, and are cancelled when another workspace is shown. */
  latestCall(): LatestCall;
  /** Stores what was typed, and makes the call that opens another workspace. Settles when its drafts are loaded. */
  open(call: () => Promise<unknown>): Promise<void>;
}

/** @param root the folder of the workspace that is shown first, whose drafts are loaded */
export function createShownWorkspace(
  client: Pick<HostClient, 'on'>,
  drafts: Pick<Drafts, 'flush' | 'reload'>,
  root: string,
): ShownWorkspace {
  let shownRoot = root;
  let opening = Promise.resolve();
  const openings = createLatestCall();
  const followers: WorkspaceFollower[] = [];
  const follow = (follower: WorkspaceFollower) => void followers.push(follower);
  async function show(workspace: WorkspaceInfo): Promise<void> {
    const latest = openings.begin();
    shownRoot = workspace.root;
    // Before the stores are emptied, because they are restored from the drafts.
    const reloading = drafts.reload().catch(() => undefined);
    for (const { left } of followers) left?.();
    await reloading;
    if (!latest.aborted) for (const { opened } of followers) opened?.(workspace);
  }
  client.on('workspace.changed', (workspace) => {
    if (workspace.root === shownRoot) for (const { changed } of followers) changed?.();
    else opening = show(workspace);
  });
  return {
    root: () => shownRoot,
    follow,
    empty(store, restore) {
      const left = () => {
        store.setState(store.getInitialState(), true);
        restore?.();
      };
      follow({ left, ...(restore ? { opened: restore } : {}) });
    },
    latestCall() {
      const latest = createLatestCall();
      follow({ left: latest.cancel });
      return latest;
    },
    async open(call) {
      await Promise.all([drafts.flush(), ...followers.map(({ leaving }) => leaving?.())]);
      await call();
      await opening;
    },
  };
}
