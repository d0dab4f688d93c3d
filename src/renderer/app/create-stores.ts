/** Creates one store for each feature, all with one connection to the host. */
import type { HostClient } from '../../contract/host-contract.ts';
import { createDrafts, type Drafts, type DraftsPage } from '../host/drafts.ts';
import { createShownWorkspace } from '../host/shown-workspace.ts';
import { showError } from '../ui/messages/notify.ts';
import type { AppContext } from '../context/app-context.ts';
import { createAppStore } from '../context/app-store.ts';
import { createRunStore } from '../console/run-store.ts';
import { createBreakpointStore } from '../debugger/breakpoints/breakpoint-store.ts';
import { createDebugStartStore } from '../debugger/store/debug-start-store.ts';
import { createDebuggerStore } from '../debugger/store/debugger-store.ts';
import { createConsentStore } from '../programs/consent-store.ts';
import { createForwardStore } from '../webhooks/forward/forward-store.ts';
import { createPackageStore } from '../workspace/package-store.ts';
import { createWebhookStore } from '../webhooks/webhook-store.ts';
import { createProgramStore } from '../programs/program-store.ts';
import { createRequestStore } from '../collection/request-store.ts';
import { createBodyFileStore } from '../editor/body/body-file-store.ts';
import { createCodeStore } from '../editor/dialogs/code-store.ts';
import { createCookieStore } from '../editor/dialogs/cookie-store.ts';
import { createSignInStore } from '../editor/auth/sign-in-store.ts';
import { createResponseStore } from '../response/response-store.ts';
import { createHistoryStore } from '../history/history-store.ts';
import { createQueueStore } from '../runner/queue/queue-store.ts';
import { createLoadStore } from '../load/load-store.ts';
import { createRunnerStore } from '../runner/runner-store.ts';
import { createPaletteStore } from '../palette/palette-store.ts';
import { createSearchStore } from '../search/search-store.ts';
import { createSettingsStore } from '../settings/settings-store.ts';
import { createImportStore } from '../tree/import/import-store.ts';
import { createVariablesStore } from '../environments/store/variables-store.ts';
import { createScriptStore } from '../scripts/script-store.ts';

export type Stores = Omit<AppContext, 'commands'>;

export async function createStores(client: HostClient, page: DraftsPage): Promise<{ stores: Stores; drafts: Drafts }> {
  const [app, drafts] = await Promise.all([createAppStore(client), createDrafts(client, showError, page)]);
  const workspace = createShownWorkspace(client, drafts, app.getState().workspace.root);
  const scripts = createScriptStore(client, workspace, drafts);
  const breakpoints = createBreakpointStore({ client, drafts, workspace });
  const debugStart = createDebugStartStore(client, breakpoints);
  const runs = createRunStore(client, (runId) => debugStart.getState().prepare(runId, requests.getState().activeId));
  const requests = createRequestStore(client, runs, workspace, drafts);
  requests.subscribe(({ moved }, before) => {
    if (!moved || moved === before.moved) return;
    breakpoints.getState().rename(moved.from, moved.to);
    runs.getState().renameRequests(moved.from, moved.to);
  });
  const runner = createRunnerStore({ client, runs, requests, drafts, workspace });
  const stores: Stores = {
    app,
    scripts,
    runs,
    consent: createConsentStore(client),
    programs: createProgramStore(client, app, workspace),
    webhooks: createWebhookStore(client, workspace),
    forwarding: createForwardStore(client, workspace),
    packages: createPackageStore(client),
    requests,
    history: createHistoryStore(client, workspace),
    variables: createVariablesStore(client, workspace, () => requests.getState().load()),
    runner,
    load: createLoadStore({ client, runs, requests, runner, drafts, workspace }),
    queue: createQueueStore({ client, runs, requests, runner, workspace }),
    palette: createPaletteStore(client, { requests, scripts, drafts, workspace }),
    settings: createSettingsStore(client, app, workspace),
    search: createSearchStore(client, { app, requests, scripts, workspace }),
    code: createCodeStore(client, requests),
    cookies: createCookieStore(client, workspace),
    bodyFiles: createBodyFileStore(client, workspace, { hasDialog: app.getState().capabilities.folderDialog }),
    signIn: createSignInStore(client),
    imports: createImportStore(client, { app, requests }),
    response: createResponseStore(client, requests, runs, workspace),
    breakpoints,
    debugStart,
    debugger: createDebuggerStore({ client, runs, breakpoints }),
  };
  workspace.empty(stores.packages);
  workspace.empty(stores.debugger);
  workspace.follow({
    left() {
      debugStart.getState().answer(false);
      // The end of a run in another workspace is not the state of this one.
      runs.setState({ latest: undefined });
    },
  });
  return { stores, drafts };
}
