import { expect, test } from 'vitest';
import { defaultConnection, type ConnectionSettings } from '../../contract/collection/connection.ts';
import { hostContract, type HostApi } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/rpc/memory-port.ts';
import { serve } from '../../contract/rpc/rpc.ts';
import { connect } from '../../contract/rpc/rpc-client.ts';
import { defaultSettings, type Settings } from '../../contract/settings.ts';
import { createAppStore } from '../context/app-store.ts';
import { testWorkspace } from '../host/testing/test-workspace.ts';
import { createSettingsStore } from './settings-store.ts';

const workspace = { root: '/shop', name: 'shop', scripts: [], programs: { directory: '', exists: false, files: [] } };

async function open() {
  const host = {
    settings: { ...defaultSettings, allowedFiles: { '/shop': ['/tmp/a.bin', '/tmp/b.bin'] } } as Settings,
    connection: defaultConnection,
    writes: [] as ConnectionSettings[],
    forbidden: [] as string[],
    vaultAllowed: true,
    debuggingAllowed: true,
  };
  const api: Partial<HostApi> = {
    'app.info': () => ({
      version: '1',
      runtime: 'Node',
      capabilities: { folderDialog: false, openFolder: false, menus: false },
      notices: [],
      instance: 'i',
    }),
    'workspace.get': () => workspace,
    'settings.get': () => host.settings,
    'settings.set': (change) => (host.settings = { ...host.settings, ...change }),
    'connection.get': () => host.connection,
    async 'connection.set'(connection) {
      await Promise.resolve();
      host.writes.push(connection);
      return {};
    },
    'vault.state': () => ({ allowed: host.vaultAllowed }),
    'vault.forbid'() {
      host.vaultAllowed = false;
      return {};
    },
    'debugger.consentState': () => ({ allowed: host.debuggingAllowed }),
    'debugger.consent'({ allowed }) {
      host.debuggingAllowed = allowed;
      return {};
    },
    'files.allow'({ path }) {
      host.forbidden.push(path);
      const allowedFiles = (host.settings.allowedFiles['/shop'] ?? []).filter((file) => file !== path);
      host.settings = { ...host.settings, allowedFiles: { '/shop': allowedFiles } };
      return { state: 'outside', path, reference: path };
    },
  };
  const ports = memoryPorts();
  serve(hostContract, ports.server, api as HostApi, () => () => undefined);
  const client = connect<typeof hostContract>(ports.client);
  const app = await createAppStore(client);
  const store = createSettingsStore(client, app, testWorkspace(client, workspace.root));
  await store.getState().load();
  return { host, app, store };
}

test('a change applies at once, and is stored by the host', async () => {
  const { host, app, store } = await open();
  const changing = store.getState().change({ fontSize: 16 });
  expect(app.getState().settings.fontSize).toBe(16);
  expect(store.getState().saving).toBe(true);
  await changing;
  expect(host.settings.fontSize).toBe(16);
  expect(store.getState().saving).toBe(false);
});

test('of changes in quick succession the last one is stored', async () => {
  const { host, store } = await open();
  const texts = ['h', 'ht', 'http://proxy:8080'];
  await Promise.all(texts.map((proxyUrl) => store.getState().changeConnection({ proxyUrl })));
  expect(host.writes.at(-1)?.proxyUrl).toBe('http://proxy:8080');
  expect(host.writes.length).toBeLessThan(texts.length);
});

test('permissions of scripts are listed, and can be taken back', async () => {
  const { host, store } = await open();
  expect(store.getState()).toMatchObject({
    vaultAllowed: true,
    debuggingAllowed: true,
    allowedFiles: ['/tmp/a.bin', '/tmp/b.bin'],
  });
  await store.getState().forbidFile('/tmp/a.bin');
  await store.getState().forbidVault();
  await store.getState().forbidDebugging();
  expect(host.debuggingAllowed).toBe(false);
  expect(host.forbidden).toEqual(['/tmp/a.bin']);
  expect(store.getState()).toMatchObject({
    vaultAllowed: false,
    debuggingAllowed: false,
    allowedFiles: ['/tmp/b.bin'],
  });
});

test('a setting is shown at its place on the page', async () => {
  const { app, store } = await open();
  store.getState().show('proxy');
  expect(app.getState().view).toBe('settings');
  expect(store.getState().requestedSetting).toBe('proxy');
});
