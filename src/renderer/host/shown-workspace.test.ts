import { expect, test } from 'vitest';
import { createStore } from 'zustand';
import type { HostClient, WorkspaceInfo } from '../../contract/host-contract.ts';
import { createShownWorkspace } from './shown-workspace.ts';

test('a store that is emptied shows no draft of the folder before', async () => {
  let draft: string | null = 'of the first';
  let change: (workspace: WorkspaceInfo) => void = () => undefined;
  const client = { on: (_name: string, listener: typeof change) => (change = listener) } as unknown as HostClient;
  const reading = Promise.withResolvers<void>();
  const drafts = {
    flush: () => Promise.resolve(),
    async reload() {
      draft = null;
      await reading.promise;
      draft = 'of the second';
    },
  };
  const workspace = createShownWorkspace(client, drafts, '/first');
  const store = createStore(() => ({ draft }));
  workspace.empty(store, () => store.setState({ draft }));
  change({ root: '/second' } as WorkspaceInfo);
  expect(store.getState().draft).toBe(null);
  reading.resolve();
  await expect.poll(() => store.getState().draft).toBe('of the second');
});
