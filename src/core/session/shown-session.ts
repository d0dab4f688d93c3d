/**
 * The session that a window shows. Another folder's session is opened first, so that a folder that cannot be opened
 * changes nothing; then the former session is closed, with its runs.
 */
import pLimit from 'p-limit';
import type { HostApi, WorkspaceInfo } from '../../contract/host-contract.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Events } from '../platform/events.ts';
import type { JsonStore } from '../platform/json/json-store.ts';
import { createRecentWorkspaces } from '../settings/recent-workspaces.ts';
import type { SessionApi } from './session-api.ts';
import type { Session } from './session.ts';
import { copySample } from './files/sample-workspace.ts';
import { typedFolder } from './files/typed-folder.ts';
import { requireFolder } from './files/workspace-files.ts';

export interface WindowSession {
  session: Session;
  api: SessionApi;
}

type Name = 'open' | 'recent' | 'forgetRecent' | 'openExample';
export interface ShownSession {
  current(): WindowSession;
  api: Pick<HostApi, `workspace.${Name}`>;
}

export interface ShownSessionOptions {
  /** The session that is shown first. */
  first: WindowSession;
  /** @throws NotAFolder, FileUnreadable */
  open: (folder: string) => Promise<WindowSession>;
  /** The folder of the shipped sample: a copy of it is opened. */
  example: string;
  settings: JsonStore<Settings>;
  events: Pick<Events, 'emit'>;
}

/** Shows a session, and starts its listener if that is switched on for the workspace. */
export async function createShownSession({
  first,
  open,
  example,
  settings,
  events,
}: ShownSessionOptions): Promise<ShownSession> {
  let current = first;
  await current.session.notifications.start();
  const recent = createRecentWorkspaces(settings);
  await recent.add(current.session.root);

  const inTurn = pLimit(1);
  async function show(folder: string): Promise<WorkspaceInfo> {
    const previousSession = current;
    if ((await requireFolder(folder)) === previousSession.session.root) return previousSession.session.describe();
    const next = await open(folder);
    current = next;
    // The former session has to release its port before the next one listens. Where that fails, the next one is shown too.
    let info: WorkspaceInfo;
    try {
      await previousSession.session.close();
    } finally {
      info = await begin(next.session);
    }
    return info;
  }
  async function begin(session: Session): Promise<WorkspaceInfo> {
    await session.notifications.start();
    await settings.update((all) => ({ ...all, lastWorkspace: session.root }));
    await recent.add(session.root);
    const info = await session.describe();
    events.emit('workspace.changed', info);
    return info;
  }

  return {
    current: () => current,
    api: {
      'workspace.open': ({ path: typed, create = false }) => inTurn(async () => show(await typedFolder(typed, create))),
      'workspace.openExample': () => inTurn(async () => show(await copySample(example))),
      'workspace.recent': async () => ({ workspaces: await recent.list() }),
      async 'workspace.forgetRecent'({ path: root }) {
        await recent.remove(root);
        return { workspaces: await recent.list() };
      },
    },
  };
}
