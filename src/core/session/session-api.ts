/** The calls of the host contract about one workspace, answered by its session. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { HostApi } from '../../contract/host-contract.ts';
import { runScript } from '../runs/script/run-script.ts';
import { createCollectionApi } from './collection/collection-api.ts';
import { createExamplesApi } from './collection/workspace-examples.ts';
import { createSendApi } from './runs/send-request.ts';
import { createDebuggerApi } from './runs/workspace-debugger.ts';
import { createDrafts } from '../settings/drafts.ts';
import { createScript } from './files/new-files.ts';
import { createWorkspacePackages } from './files/workspace-packages.ts';
import { createProgramsApi, type ProgramsApi } from './files/program-calls.ts';
import type { Session } from './session.ts';
import { watchFile, watchWorkspace } from './files/watch.ts';
import { createWorkspaceAccount } from './notifications/workspace-account.ts';
import { createInterchangeApi } from './collection/workspace-interchange.ts';
import { createWorkspaceForwarding } from './forwarding/workspace-forwarding.ts';
import { createWorkspaceLoad } from './runs/workspace-load.ts';
import { createWorkspaceRunQueue } from './run-queue/workspace-run-queue.ts';
import { createWorkspaceRunner } from './runs/workspace-runner.ts';
import { createWorkspaceSearch } from './search/workspace-search.ts';
import { createNotificationBodies } from './notifications/notification-bodies.ts';
import { createWorkspaceState } from './runs/workspace-state.ts';
import { createVariablesApi } from './variables/workspace-variables.ts';

type Group =
  | 'drafts'
  | 'files'
  | 'collection'
  | 'variables'
  | 'runner'
  | 'runQueue'
  | 'load'
  | 'body'
  | 'history'
  | 'cookies'
  | 'connection'
  | 'tokens'
  | 'notifications'
  | 'webhookProviders'
  | 'debugger'
  | 'forwarding'
  | 'rehearsal'
  | 'packages'
  | 'account';
type UngroupedCall =
  | 'workspace.get'
  | 'workspace.readScript'
  | 'workspace.writeScript'
  | 'workspace.createScript'
  | 'runs.start'
  | 'runs.stop'
  | 'runs.exchange'
  | keyof ProgramsApi
  | 'vault.state'
  | 'vault.forbid';
export type SessionApi = Pick<HostApi, Extract<keyof HostApi, `${Group}.${string}`> | UngroupedCall>;

/**
 * Opens parts that only the interface needs (history, account, the watch of the folder); they close with the session.
 * @param showFolder shows a folder in the system's file manager, where the host can
 */
export function createSessionApi(
  session: Session,
  showFolder: ((folder: string) => Promise<void>) | undefined,
): SessionApi {
  const { root, events, notifications } = session;
  warnAboutFormerState(session);
  const announce = async () => {
    const info = await session.describe();
    events.emit('workspace.changed', info);
    return info;
  };
  // Loaded early, because the interface asks for the collection at once, and a large one takes seconds to parse.
  session.collection.load().catch(() => undefined);
  const state = createWorkspaceState(session);
  const collectionApi = createCollectionApi(session);
  const account = createWorkspaceAccount({
    services: session.services,
    root,
    queue: notifications.queue,
    events,
  });
  session.closeWith(account.close);
  session.closeWith(
    watchWorkspace(root, () => {
      void announce().catch(() => undefined);
      void notifications.providers.reload().catch(() => undefined);
    }),
  );

  return {
    'workspace.get': session.describe,
    ...createScriptsApi(session, announce),
    ...createRunsApi(session),
    ...createProgramsApi(session, { announce, showFolder }),
    ...createVaultApi(session),
    ...createDraftsApi(session),
    ...createWorkspacePackages(session, announce),
    ...session.allowedFiles.api,
    ...collectionApi,
    ...createWorkspaceSearch(session, collectionApi),
    ...createVariablesApi(session),
    ...createExamplesApi(session, state),
    ...createSendApi(session, state),
    ...createWorkspaceRunner(session, state),
    ...createInterchangeApi(session),
    ...createWorkspaceRunQueue(session, state),
    ...createWorkspaceLoad(session, state),
    ...state.api,
    ...notifications.api,
    ...createNotificationBodies(notifications.current, state.bodies),
    ...notifications.providers.api,
    ...createDebuggerApi(session),
    ...createWorkspaceForwarding(session),
    ...account.api,
  };
}

function createDraftsApi({
  stateFolder,
  services,
  events,
  closeWith,
}: Session): Pick<HostApi, `drafts.${'get' | 'set'}`> {
  // A folder of its own, because it is watched: beside it, databases write at each request and notification.
  const file = path.join(stateFolder, 'drafts', 'drafts.json');
  const drafts = createDrafts({ file, onNotice: services.onNotice, events });
  closeWith(drafts.close);
  closeWith(watchFile(file, () => void drafts.refresh().catch(() => undefined)));
  return drafts.api;
}

const createRunsApi = ({
  run,
  stopRun,
  exchanges,
  mask,
}: Session): Pick<HostApi, `runs.${'start' | 'stop' | 'exchange'}`> => ({
  'runs.start': (params, signal) =>
    run(params.runId, signal, async (begun) => ({ outcome: await runScript(params, begun, begun.signal) })),
  'runs.stop'({ runId }) {
    stopRun(runId);
    return {};
  },
  'runs.exchange': async ({ showsSecrets, ...key }) => ({
    exchange: exchanges.get(key, showsSecrets ? 'unmasked' : await mask()),
  }),
});

function createScriptsApi(
  { root, files }: Session,
  announce: () => Promise<unknown>,
): Pick<HostApi, `workspace.${'read' | 'write' | 'create'}Script`> {
  return {
    'workspace.readScript': (params) => files.readScript(params.path),
    'workspace.writeScript': (params) => files.writeScript(params.path, params.content, params.version),
    async 'workspace.createScript'({ name }) {
      const created = await createScript(root, name);
      await announce();
      return created;
    },
  };
}

function createVaultApi({ root, services: { secrets } }: Session): Pick<HostApi, 'vault.state' | 'vault.forbid'> {
  return {
    'vault.state': async () => ({ allowed: await secrets.scriptsAllowed(root) }),
    async 'vault.forbid'() {
      await secrets.forbidScripts(root);
      return {};
    },
  };
}

/**
 * Earlier versions stored their state in the workspace; it is neither read nor changed, because it may be a stranger's.
 */
function warnAboutFormerState({ root, services }: Session): void {
  const folder = path.join(root, '.outrigger');
  if (existsSync(folder)) services.onNotice(`${folder} is no longer used; it can be deleted.`);
}
