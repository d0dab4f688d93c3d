import { expect, test } from 'vitest';
import { createStore } from 'zustand';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { RequestStore } from '../request-state.ts';
import type { StoreParts } from '../store-parts.ts';
import { createDeleted } from './deleted.ts';
import { testWorkspace } from '../../host/testing/test-workspace.ts';

test('the list of deleted items stays closed when it is closed while one is restored', async () => {
  const call = (name: string) => Promise.resolve(name === 'collection.deleted' ? { entries: [] } : {});
  const client = { call, on: () => undefined } as unknown as HostClient;
  const { getState: get } = createStore<RequestStore>()(
    (set, get) =>
      ({
        ...createDeleted({ client, workspace: testWorkspace(client, '/shop'), set, get } as unknown as StoreParts),
        load: () => Promise.resolve(),
      }) as unknown as RequestStore,
  );
  await get().showDeleted();
  const restoring = get().restoreDeleted('token');
  get().hideDeleted();
  await restoring;
  expect(get().deleted).toBeUndefined();
  await get().showDeleted();
  const purging = get().purge(['token']);
  get().hideDeleted();
  await purging;
  expect(get().deleted).toBeUndefined();
});
