/** Which script is shown while the host reads several files. */
import { expect, test } from 'vitest';
import type { HostClient, WorkspaceInfo } from '../../contract/host-contract.ts';
import type { Drafts } from '../host/drafts.ts';
import { createScriptStore } from './script-store.ts';
import { testWorkspace } from '../host/testing/test-workspace.ts';

const workspace = (root: string): WorkspaceInfo => ({
  root,
  name: 'shop',
  scripts: [],
  programs: { directory: root, exists: false, files: [] },
});

/** The scripts of a host that reads a file when the test says so. */
function openScripts() {
  const reads = new Map<string, () => void>();
  let changed: (info: WorkspaceInfo) => unknown = () => undefined;
  const client = {
    call: (name: string, { path }: { path: string }) =>
      name === 'workspace.readScript'
        ? new Promise((resolve) => reads.set(path, () => resolve({ content: path, version: '1' })))
        : Promise.resolve(changed(workspace('/other'))),
    on: (_name: string, listener: typeof changed) => (changed = listener),
  } as unknown as HostClient;
  const drafts = {
    getItem: () => null,
    names: () => [],
    flush: () => Promise.resolve(),
    reload: () => Promise.resolve(),
    onOtherWindows: () => undefined,
  } as unknown as Drafts;
  const scripts = createScriptStore(client, testWorkspace(client, '/shop', drafts), drafts).getState;
  return { scripts, read: (path: string) => reads.get(path)?.() };
}

test('of two scripts, the one that was opened last is shown, whichever is read first', async () => {
  const { scripts, read } = openScripts();
  const opening = [scripts().openScript('large.js', 7), scripts().openScript('small.js')];
  read('small.js');
  await opening[1];
  read('large.js');
  await opening[0];
  expect(scripts()).toMatchObject({ activePath: 'small.js', place: undefined });
  expect(
    scripts()
      .open.map(({ path }) => path)
      .toSorted(),
  ).toEqual(['large.js', 'small.js']);
});

test('a script that is read late is not shown in the folder that was opened meanwhile', async () => {
  const { scripts, read } = openScripts();
  const opening = scripts().openScript('large.js');
  await scripts().openWorkspace('/other');
  read('large.js');
  await opening;
  expect(scripts()).toMatchObject({ open: [], activePath: undefined });
});
