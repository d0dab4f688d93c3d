import { expect, onTestFinished, test, vi } from 'vitest';
import { hostContract, type HostApi, type HostClient } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/rpc/memory-port.ts';
import { connect } from '../../contract/rpc/rpc-client.ts';
import { serve } from '../../contract/rpc/rpc.ts';
import { findHostAgain, typedTexts } from './lost-host.ts';

/** A host that answers who it is and which folder it shows. */
function connectTo(instance: string, root: string): HostClient {
  const capabilities = { folderDialog: false, openFolder: false, menus: false };
  const api = {
    'app.info': () => ({ version: '1', runtime: 'x', capabilities, notices: [], instance }),
    'workspace.get': () => ({
      root,
      name: 'folder',
      scripts: [],
      programs: { directory: root, exists: false, files: [] },
    }),
  } as unknown as HostApi;
  const ports = memoryPorts();
  serve(hostContract, ports.server, api, () => () => undefined);
  return connect<typeof hostContract>(ports.client);
}

test('a page goes back to the same host once that answers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const host = connectTo('first', '/folder');
  const open = vi.fn(() => Promise.resolve(host)).mockRejectedValueOnce(new Error('Nothing answers.'));
  const found = findHostAgain({ instance: 'first', root: '/folder' }, open);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  vi.runAllTimers();
  expect(await found).toBe(host);
});

test.each([
  ['another process', 'of another user', '/folder'],
  ['a host that shows another folder', 'first', '/another-folder'],
])('%s gets nothing of a page', async (_who, instance, root) => {
  const open = () => Promise.resolve(connectTo(instance, root));
  expect(await findHostAgain({ instance: 'first', root: '/folder' }, open)).toBeUndefined();
});

test('only texts that a person has typed are shown, under their path in the workspace', () => {
  const drafts = {
    'request /my folder api/a.yml': 'edited',
    'request /other b.yml': 'of another folder',
    'outrigger.draft /my folder scripts/sign.js': JSON.stringify({ content: 'code', version: '1' }),
    'outrigger.draft /my folder scripts/removed.js': null,
    'tabs /my folder': '{}',
  };
  expect(typedTexts(drafts, '/my folder')).toEqual([
    { path: 'api/a.yml', text: 'edited' },
    { path: 'scripts/sign.js', text: 'code' },
  ]);
});
