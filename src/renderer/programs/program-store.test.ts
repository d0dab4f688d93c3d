import { expect, test } from 'vitest';
import { codedError } from '../../contract/errors.ts';
import { hostContract, type HostApi } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/rpc/memory-port.ts';
import { serve } from '../../contract/rpc/rpc.ts';
import { connect } from '../../contract/rpc/rpc-client.ts';
import { defaultSettings } from '../../contract/settings.ts';
import { createAppStore } from '../context/app-store.ts';
import { testWorkspace } from '../host/testing/test-workspace.ts';
import { createProgramStore } from './program-store.ts';

const info = { root: '/w', name: 'w', scripts: [], programs: { directory: '/w/programs', exists: true, files: [] } };

/** A host that records its calls. Its folder dialog returns `chosen`; without it the host has no dialog. */
async function open(chosen?: string | null) {
  const calls: string[] = [];
  const api: Partial<HostApi> = {
    'app.info': () => ({
      version: '1',
      runtime: 'Node',
      capabilities: { folderDialog: chosen !== undefined, openFolder: false, menus: false },
      notices: [],
      instance: 'i',
    }),
    'settings.get': () => defaultSettings,
    'workspace.get': () => info,
    'workspace.chooseFolder': () => ({ path: chosen ?? null }),
    'programs.setDirectory'({ path }) {
      calls.push(`directory ${String(path)}`);
      return info;
    },
    'programs.create'({ name, extension }) {
      if (name === 'taken') throw codedError('WriteFailed', 'taken.py exists already.');
      return { path: `${name}${extension}`, source: name === 'outside' ? null : `programs/${name}${extension}` };
    },
    'programs.jarMethods'({ path }) {
      if (path === 'broken.jar') throw codedError('FileUnreadable', 'It is not a jar.');
      return [{ className: 'A', method: 'a', paramTypes: [], returns: 'void', isStatic: true }];
    },
  };
  const ports = memoryPorts();
  serve(hostContract, ports.server, api as HostApi, () => () => undefined);
  const client = connect<typeof hostContract>(ports.client);
  return { store: createProgramStore(client, await createAppStore(client), testWorkspace(client, '/shop')), calls };
}

test('the directory is the folder that the dialog returns; cancelling keeps the former one', async () => {
  const chosen = await open('/other');
  await chosen.store.getState().changeDirectory();
  expect(chosen.calls).toEqual(['directory /other']);
  const cancelled = await open(null);
  await cancelled.store.getState().changeDirectory();
  expect(cancelled.calls).toEqual([]);
  expect(cancelled.store.getState().isTypingDirectory).toBe(false);
});

test('if the host has no dialog, the directory is typed', async () => {
  const { store, calls } = await open();
  await store.getState().changeDirectory();
  expect(store.getState().isTypingDirectory).toBe(true);
  store.getState().closeDirectoryDialog();
  expect(store.getState().isTypingDirectory).toBe(false);
  expect(calls).toEqual([]);
});

test('a new program is selected, and its source is returned if it can be opened', async () => {
  const { store } = await open();
  expect(await store.getState().create('greet', '.py')).toBe('programs/greet.py');
  expect(store.getState().selected).toBe('greet.py');
  expect(await store.getState().create('outside', '.sh')).toBeNull();
  await expect(store.getState().create('taken', '.py')).rejects.toMatchObject({ code: 'WriteFailed' });
  expect(store.getState().selected).toBe('outside.sh');
});

test('a jar that cannot be read has no methods', async () => {
  const { store } = await open();
  expect(await store.getState().methodsOf('a.jar')).toHaveLength(1);
  expect(await store.getState().methodsOf('broken.jar')).toEqual([]);
});
