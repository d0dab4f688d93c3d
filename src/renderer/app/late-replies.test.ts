/** Two calls whose replies arrive in the other order: what was chosen last stays. */
import { expect, test } from 'vitest';
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import { createTabs } from '../collection/tabs/tabs.ts';
import { createLoadedCollection } from '../collection/tree/loaded-collection.ts';
import type { StoreParts } from '../collection/store-parts.ts';
import type { RequestStore } from '../collection/request-state.ts';
import type { RunStore } from '../console/run-store.ts';
import type { AppStore } from '../context/app-store.ts';
import { createBodyFileStore } from '../editor/body/body-file-store.ts';
import { createCookieStore, emptyCookie } from '../editor/dialogs/cookie-store.ts';
import { createVariablesStore } from '../environments/store/variables-store.ts';
import type { Drafts } from '../host/drafts.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';
import { createLoadStore } from '../load/load-store.ts';
import { createProgramStore } from '../programs/program-store.ts';
import { createQueueStore } from '../runner/queue/queue-store.ts';
import { createPastRuns } from '../runner/results/past-runs.ts';
import type { RunnerStore, RunPlan } from '../runner/runner-state.ts';
import { createSettingsStore } from '../settings/settings-store.ts';
import { createForwardStore } from '../webhooks/forward/forward-store.ts';
import { createWebhookStore } from '../webhooks/webhook-store.ts';
import { lateHost } from '../host/testing/late-host.ts';

const storeOf = <T>(state: Partial<T>) => createStore<T>()(() => state as T);
const drafts = { getItem: () => null } as unknown as Drafts;
const requests = storeOf<RequestStore>({ environment: null });
const started = {
  runs: storeOf<RunStore>({}),
  requests,
  runner: storeOf<RunnerStore>({}),
  drafts,
};

test('lists of runs', async () => {
  const { client, workspace, reply } = lateHost();
  const runner = createStore<RunnerStore>()(
    (set, get) => createPastRuns(client, workspace, { set, get }) as RunnerStore,
  );
  const load = createLoadStore({ client, workspace, ...started });
  void [runner.getState().load(), runner.getState().load(), load.getState().loadRuns(), load.getState().loadRuns()];
  for (const name of ['runner.list', 'load.list'])
    for (const runs of [[{ id: 2 }], [{ id: 1 }]]) await reply(name, { runs });
  expect([runner.getState().runs, load.getState().runs]).toEqual([[{ id: 2 }], [{ id: 2 }]]);
});

test('a load run is compared with the one before when the list of runs is read again meanwhile', async () => {
  const { client, workspace, reply } = lateHost();
  const runs = storeOf<RunStore>({ follow: (_owner, start) => start('run', new AbortController().signal) });
  const runner = storeOf<RunnerStore>({ toRun: () => ['a.yml'], plan: { savedFiles: true } as RunPlan });
  const { getState } = createLoadStore({ client, workspace, ...started, runs, runner });
  const starting = getState().start();
  const run = (id: number) => ({ id, name: 'Shop' });
  await reply('load.start', { id: 2, report: { seconds: [] } });
  void getState().loadRuns();
  await reply('load.list', { runs: [run(2), run(1)] }, 'first');
  await reply('load.list', { runs: [run(2), run(1)] });
  await reply('load.get', { report: { requests: 7 } });
  await starting;
  expect(getState()).toMatchObject({ shownId: 2, before: { requests: 7 } });
});

test('settings of the queue', async () => {
  const { client, workspace, reply } = lateHost();
  const { getState } = createQueueStore({ client, workspace, ...started });
  void [getState().load(), getState().save({ partSize: 7 })];
  await reply('runQueue.set', { partSize: 7, on: false });
  await reply('runQueue.get', { partSize: 50, on: false });
  expect(getState().settings.partSize).toBe(7);
});

test('deliveries of a notification', async () => {
  const { client, workspace, reply } = lateHost();
  const { getState } = createForwardStore(client, workspace);
  void [getState().showDeliveries(1), getState().showDeliveries(1)];
  for (const deliveries of [[{ id: 2 }], [{ id: 1 }]]) await reply('forwarding.deliveries', { deliveries });
  expect(getState().deliveries).toEqual([{ id: 2 }]);
});

test('the state of the listener and of the account, when another folder is opened meanwhile', async () => {
  const { client, workspace, leave, reply } = lateHost();
  const { getState } = createWebhookStore(client, workspace);
  void getState().load();
  leave({ root: '/other' });
  await reply('account.get', { idInstance: 'new' });
  await reply('account.get', { idInstance: 'old' });
  for (const port of [2, 1]) await reply('notifications.status', { port });
  expect(getState()).toMatchObject({ account: { idInstance: 'new' }, status: { port: 2 } });
});

test('a folder in the picker of files, which is closed meanwhile', async () => {
  const { client, workspace, reply } = lateHost();
  const { getState } = createBodyFileStore(client, workspace, { hasDialog: false });
  const chosenFiles: string[] = [];
  const listing = (folder: string) => ({ folder, file: null, entries: [] });
  void getState().choose('', (file) => chosenFiles.push(file));
  await reply('files.list', listing('/shop'));
  void [getState().browse('/slow.bin'), getState().browse('/fast')];
  await reply('files.list', listing('/fast'));
  await reply('files.list', { ...listing('/'), file: '/slow.bin' });
  expect([chosenFiles, getState().picker?.listing.folder]).toEqual([[], '/fast']);
  void getState().browse('/');
  getState().closePicker();
  void getState().choose('', (file) => chosenFiles.push(file));
  await reply('files.list', listing('/shop'));
  await reply('files.list', listing('/'));
  expect(getState().picker?.listing.folder).toBe('/shop');
});

test('trusted programs, of which one is not trusted any more', async () => {
  const { client, workspace, reply } = lateHost();
  const { getState } = createProgramStore(client, storeOf<AppStore>({}), workspace);
  void [getState().load(), getState().untrust('a')];
  await reply('programs.untrust', []);
  await reply('programs.trusted', [{ id: 'a' }]);
  expect(getState().trusted).toEqual([]);
});

const openSettings = (client: HostClient, workspace: ShownWorkspace) =>
  createSettingsStore(
    client,
    createStore<AppStore>()(
      () =>
        ({
          workspace: { root: '/shop' },
          settings: { allowedFiles: {} },
          refreshSettings: () => Promise.resolve(),
        }) as AppStore,
    ),
    workspace,
  );

test('cookies that are saved and restored while they are read again', async () => {
  const { client, workspace, reply } = lateHost();
  const { getState } = createCookieStore(client, workspace);
  const cookie = (name: string, value: string) => ({ ...emptyCookie, name, value, domain: 'x' });
  void getState().load();
  await reply('cookies.list', { cookies: [cookie('a', 'old')] });
  expect(getState().reading).toBe(false);
  getState().edit((getState().rows ?? []).map((row) => ({ ...row, value: 'typed' })));
  const work = [getState().save(), getState().load(), getState().restore([cookie('b', 'removed')])];
  expect(getState().reading).toBe(true);
  await reply('cookies.set', {});
  await reply('cookies.list', { cookies: [cookie('a', 'typed')] });
  await reply('cookies.set', {});
  await Promise.all(work);
  expect(getState()).toMatchObject({ reading: false, rows: [{ value: 'typed' }, { value: 'removed' }] });
});

test('settings of connections, which are changed while they are read again', async () => {
  const { client, workspace, reply } = lateHost();
  const { getState, setState } = openSettings(client, workspace);
  setState({ connection: { proxyUrl: '' } as never });
  void [getState().load(), getState().changeConnection({ proxyUrl: 'http://proxy' })];
  for (const name of ['vault.state', 'debugger.consentState']) await reply(name, { allowed: true });
  await reply('connection.get', { proxyUrl: '' });
  expect(getState()).toMatchObject({ connection: { proxyUrl: 'http://proxy' }, vaultAllowed: true });
});

test('a permission that is revoked while the permissions are read', async () => {
  const { client, workspace, reply } = lateHost();
  const { getState } = openSettings(client, workspace);
  const [loading, revoking] = [getState().load(), getState().forbidVault()];
  await reply('vault.forbid', {});
  for (const name of ['connection.get', 'debugger.consentState']) for (const _ of [1, 2]) await reply(name, {});
  await reply('vault.state', { allowed: false });
  await reply('vault.state', { allowed: true });
  await Promise.all([loading, revoking]);
  expect(getState().vaultAllowed).toBe(false);
});

test('settings, permissions, cookies, files and deliveries of a folder, when another one is opened meanwhile', async () => {
  const { client, workspace, leave, reply } = lateHost();
  const stores = {
    settings: openSettings(client, workspace),
    cookies: createCookieStore(client, workspace),
    bodyFiles: createBodyFileStore(client, workspace, { hasDialog: false }),
    forwarding: createForwardStore(client, workspace),
    programs: createProgramStore(client, storeOf<AppStore>({}), workspace),
  };
  const { settings, cookies, bodyFiles, forwarding, programs } = stores;
  void [settings.getState().load(), cookies.getState().load(), bodyFiles.getState().choose('', () => undefined)];
  void [forwarding.getState().load(), forwarding.getState().showDeliveries(1), programs.getState().select('a.jar')];
  leave({ root: '/other' });
  const empty = Object.values(stores).map((store) => store.getState());
  for (const name of ['vault.state', 'debugger.consentState']) await reply(name, { allowed: true });
  await reply('connection.get', { proxyUrl: 'http://proxy' });
  await reply('cookies.list', { cookies: [{ name: 'session' }] });
  await reply('files.list', { folder: '/shop', file: null, entries: [] });
  await reply('forwarding.status', { on: true });
  await reply('forwarding.deliveries', { deliveries: [{ id: 1 }] });
  await reply('programs.jarMethods', [{ className: 'A' }]);
  expect(Object.values(stores).map((store) => store.getState())).toEqual(empty);
});

test('the collection and the variables of the open request', async () => {
  const { client, workspace, reply } = lateHost();
  const typed = { environment: () => null, unsaved: () => new Set() };
  const { getState } = createStore<RequestStore>()((set, get, store: StoreApi<RequestStore>) => {
    const parts = { client, workspace, typed, set: store.setState, get } as unknown as StoreParts;
    const collection = createLoadedCollection(parts);
    return {
      ...collection,
      active: () => undefined,
      refreshOpen: () => Promise.resolve(),
      unsaved: new Set(),
    } as unknown as RequestStore;
  });
  const loads = [getState().load(), getState().load()];
  const collection = (name: string) => ({ collection: { name, environments: [], items: [] } });
  await reply('collection.get', collection('new'));
  await reply('collection.get', collection('old'));
  expect(getState().collection).toMatchObject({ name: 'new' });
  const variables = (value: string) => ({ variables: [{ name: 'a', value }], inheritedAuth: null });
  await reply('collection.visible', variables('first'));
  await Promise.all(loads);
  void [getState().loadVariables(), getState().loadVariables()];
  await reply('collection.visible', variables('new'));
  await reply('collection.visible', variables('old'));
  expect(getState().variables).toMatchObject([{ value: 'new' }]);
});

test('variables of an environment, when those of another owner are shown meanwhile', async () => {
  const { client, workspace, reply } = lateHost();
  const { getState } = createVariablesStore(client, workspace, () => Promise.resolve());
  const variables = (...values: string[]) => ({
    variables: values.map((value) => ({ name: 'a', value, secret: false })),
    current: {},
    version: '',
    stored: [],
    inherited: [],
    hidden: [],
  });
  const environment = (name: string) => getState().show({ kind: 'environment', name });
  void environment('Local');
  await reply('variables.read', variables('local'));
  expect(getState().rows).toMatchObject([{ value: 'local' }]);
  void getState().reloadFromDisk();
  await new Promise((resolve) => setTimeout(resolve));
  void environment('Staging');
  await reply('variables.read', variables('staging'));
  await reply('variables.read', variables('local'));
  expect([getState().owner, getState().rows]).toMatchObject([{ name: 'Staging' }, [{ value: 'staging' }]]);
  void [getState().refresh(), getState().refresh()];
  await reply('variables.read', variables('new'));
  await reply('variables.read', variables('old'));
  expect(getState().rows).toMatchObject([{ value: 'new' }]);
});

test('the collection, when another folder is opened meanwhile', async () => {
  const { client, workspace, leave, reply } = lateHost();
  const typed = { environment: () => null };
  const { getState } = createStore<RequestStore>()((set, get) => {
    const parts = { client, workspace, typed, set, get } as unknown as StoreParts;
    return createLoadedCollection(parts) as unknown as RequestStore;
  });
  const loading = getState().load();
  leave({ root: '/other' });
  await reply('collection.get', { collection: { name: 'old', environments: [], items: [] } });
  await loading;
  expect(getState().collection).toBe(null);
});

test('a request and the tabs of a folder, when another folder is opened meanwhile', async () => {
  const { client, workspace, leave, reply } = lateHost();
  const typed = {
    restore: (item: unknown) => item,
    tabs: () => ({ open: ['b.yml'], activeId: 'b.yml' }),
    setTabs: () => undefined,
  };
  const { getState } = createStore<RequestStore>()((set, get) => {
    const runs = storeOf<RunStore>({ of: () => undefined });
    const parts = { client, workspace, typed, runs, keptDraftIds: new Map<string, string>(), set, get };
    return {
      ...createTabs(parts as unknown as StoreParts),
      loadVariables: () => Promise.resolve(),
      unsaved: new Set(),
    } as unknown as RequestStore;
  });
  const opening = [getState().select('a.yml'), getState().restore()];
  leave({ root: '/other' });
  for (const name of ['b', 'a']) await reply('collection.read', { name, request: {}, version: '1' });
  await Promise.all(opening);
  expect(getState()).toMatchObject({ open: [], activeId: undefined });
});
