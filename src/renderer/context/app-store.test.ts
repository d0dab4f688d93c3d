import { expect, test, vi } from 'vitest';
import { hostContract, type HostApi, type WorkspaceInfo } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/rpc/memory-port.ts';
import { serve } from '../../contract/rpc/rpc.ts';
import { connect } from '../../contract/rpc/rpc-client.ts';
import { defaultSettings } from '../../contract/settings.ts';
import { lateHost } from '../host/testing/late-host.ts';
import { createAppStore, isConsoleOpen } from './app-store.ts';

const workspace: WorkspaceInfo = {
  root: '/w',
  name: 'w',
  scripts: [],
  programs: { directory: '/w/programs', exists: true, files: [] },
};

/** A host that stores the settings in memory, for a second start of the window. */
async function open(stored = { settings: defaultSettings }) {
  const api: Pick<HostApi, 'app.info' | 'settings.get' | 'settings.set' | 'workspace.get'> = {
    'app.info': () => ({
      version: '1',
      runtime: 'Node',
      capabilities: { folderDialog: false, openFolder: false, menus: false },
      notices: [],
      instance: 'i',
    }),
    'settings.get': () => stored.settings,
    'settings.set': (changes) => (stored.settings = { ...stored.settings, ...changes }),
    'workspace.get': () => workspace,
  };
  const ports = memoryPorts();
  serve(hostContract, ports.server, api as HostApi, () => () => undefined);
  return { store: await createAppStore(connect<typeof hostContract>(ports.client)), stored };
}

test('the window starts with the requests and a closed console', async () => {
  const { store } = await open();
  expect(store.getState().view).toBe('requests');
  expect(isConsoleOpen(store.getState())).toBe(false);
});

test('each view remembers whether its console is open', async () => {
  const { store, stored } = await open();
  store.getState().toggleConsole();
  store.getState().show('webhooks');
  expect(isConsoleOpen(store.getState())).toBe(false);
  store.getState().showConsole(true);
  store.getState().toggleConsole();
  await vi.waitFor(() => expect(stored.settings.layout.consoleIn).toEqual(['requests']));
  const { store: next } = await open(stored);
  expect(isConsoleOpen(next.getState())).toBe(true);
});

test('the place of the response and the sizes of panels are stored together', async () => {
  const { store, stored } = await open();
  store.getState().setResponseBeside(false);
  store.getState().panelSizes.setItem('rows', '{"view":70}');
  await vi.waitFor(() =>
    expect(stored.settings.layout).toEqual({ consoleIn: [], responseBeside: false, sizes: { rows: '{"view":70}' } }),
  );
  expect(store.getState().panelSizes.getItem('rows')).toBe('{"view":70}');
  expect(store.getState().panelSizes.getItem('columns')).toBeNull();
});

test('a window that gets the focus again has the settings that another window has changed, and its own layout', async () => {
  const { store, stored } = await open();
  const { store: other } = await open(stored);
  store.getState().showConsole(true);
  other.getState().setWarmJar('/other.jar', true);
  await vi.waitFor(() => expect(stored.settings.warmJars).toEqual(['/other.jar']));
  stored.settings = { ...stored.settings, layout: defaultSettings.layout };
  await store.getState().refreshSettings();
  expect(isConsoleOpen(store.getState())).toBe(true);
  // Without that, it would replace the list by one that it does not know.
  store.getState().setWarmJar('/own.jar', true);
  await vi.waitFor(() => expect(stored.settings.warmJars).toEqual(['/other.jar', '/own.jar']));
});

test('a setting that is changed while the settings are read again stays changed', async () => {
  const { store, stored } = await open();
  const refreshing = store.getState().refreshSettings();
  store.getState().setTheme('dark');
  await refreshing;
  expect(store.getState().settings.theme).toBe('dark');
  await vi.waitFor(() => expect(stored.settings.theme).toBe('dark'));
});

test('a dialog that closes late does not close the one that was opened meanwhile, even of the same kind', async () => {
  const { store } = await open();
  const { showDialog, closeDialog } = store.getState();
  showDialog({ kind: 'listener' });
  const late = store.getState().dialog;
  showDialog({ kind: 'listener' });
  const opened = store.getState().dialog;
  closeDialog(late);
  expect(store.getState().dialog).toBe(opened);
  closeDialog(opened);
  expect(store.getState().dialog).toBe(undefined);
});

test('a workspace that is removed from the recent ones while they are read stays removed', async () => {
  const { client, reply } = lateHost();
  const creating = createAppStore(client);
  for (const name of ['app.info', 'settings.get', 'workspace.get']) await reply(name, {});
  const { getState } = await creating;
  void [getState().loadRecentWorkspaces(), getState().forgetWorkspace('/old')];
  await reply('workspace.forgetRecent', { workspaces: [] });
  await reply('workspace.recent', { workspaces: [{ path: '/old' }] });
  expect(getState().recentWorkspaces).toEqual([]);
});
