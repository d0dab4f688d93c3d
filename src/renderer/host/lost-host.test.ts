import { expect, onTestFinished, test, vi } from 'vitest';
import { hostContract, type HostApi, type HostClient } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/rpc/memory-port.ts';
import { connect } from '../../contract/rpc/rpc-client.ts';
import { serve } from '../../contract/rpc/rpc.ts';
import { MAX_DRAFT_LENGTH } from '../../contract/collection/draft-limits.ts';
import { storeAfterLoss, typedTexts } from './lost-host.ts';

const lost = { instance: 'first', root: '/folder' };

/** A host that answers who it is and which folder it shows, and refuses drafts that begin with "large". */
function connectTo({ instance, root } = lost, isDisconnected: (call: string) => boolean = () => false) {
  const stored: Record<string, string | null> = {};
  const capabilities = { folderDialog: false, openFolder: false, menus: false };
  const api = {
    'app.info': () => ({ version: '1', runtime: 'x', capabilities, notices: [], instance }),
    'workspace.get': () => ({
      root,
      name: 'folder',
      scripts: [],
      programs: { directory: root, exists: false, files: [] },
    }),
    'drafts.set'({ drafts }: { drafts: Record<string, string | null> }) {
      if ('request /folder full' in drafts) throw new Error('The disk is full.');
      const refused = Object.keys(drafts).filter((name) => drafts[name]?.startsWith('large'));
      Object.assign(stored, Object.fromEntries(Object.entries(drafts).filter(([name]) => !refused.includes(name))));
      return { refused, conflicts: {} };
    },
  } as unknown as HostApi;
  const ports = memoryPorts();
  serve(hostContract, ports.server, api, () => () => undefined);
  const client = connect<typeof hostContract>(ports.client);
  const call = (name: never, params: never) => {
    if (isDisconnected(name)) ports.close();
    return client.call(name, params);
  };
  return { client: { ...client, call } as HostClient, stored };
}

/** Every wait ends at once. */
function withoutWaiting(): void {
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((next) => {
    queueMicrotask(next);
    return undefined as never;
  });
  onTestFinished(() => void vi.restoreAllMocks());
}

test('a page stores its drafts in the same host once that answers, also when the connection breaks again', async () => {
  withoutWaiting();
  const host = connectTo();
  const breaking = ['app.info', 'workspace.get', 'drafts.set'].map((name) => connectTo(lost, (call) => call === name));
  const open = vi.fn(() => Promise.resolve(host.client)).mockRejectedValueOnce(new Error('Nothing answers.'));
  for (const { client } of breaking) open.mockResolvedValueOnce(client);
  const drafts = { 'request /folder a': 'edited', 'request /folder b': null };
  expect(await storeAfterLoss(lost, open, drafts)).toEqual({});
  expect(host.stored).toEqual(drafts);
});

test('what the host refuses is returned, and the others are stored', async () => {
  const { client, stored } = connectTo();
  const refused = {
    'request /folder full': 'a',
    'request /folder large': 'large text',
    'request /folder longest': 'x'.repeat(MAX_DRAFT_LENGTH + 1),
  };
  expect(
    await storeAfterLoss(lost, () => Promise.resolve(client), { ...refused, 'request /folder last': 'b' }),
  ).toEqual(refused);
  expect(stored).toEqual({ 'request /folder last': 'b' });
});

test.each([
  ['another process', { instance: 'of another user', root: '/folder' }],
  ['a host that shows another folder', { instance: 'first', root: '/another-folder' }],
])('%s gets nothing of a page', async (_who, other) => {
  const { client, stored } = connectTo(other);
  expect(await storeAfterLoss(lost, () => Promise.resolve(client), { 'request /folder a': 'edited' })).toBeUndefined();
  expect(stored).toEqual({});
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
