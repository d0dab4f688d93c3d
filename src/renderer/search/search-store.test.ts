import { expect, test } from 'vitest';
import { createStore } from 'zustand';
import { hostContract, type HostApi } from '../../contract/host-contract.ts';
import { memoryPorts } from '../../contract/rpc/memory-port.ts';
import { serve } from '../../contract/rpc/rpc.ts';
import { connect } from '../../contract/rpc/rpc-client.ts';
import type { SearchHit, SearchedItem } from '../../contract/collection/search.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { AppStore } from '../context/app-store.ts';
import type { ScriptStore } from '../scripts/script-store.ts';
import { createSearchStore } from './search-store.ts';
import { testWorkspace } from '../host/testing/test-workspace.ts';

const hit = (id: string, occurrence: number): SearchHit => ({
  id,
  field: ['docs'],
  occurrence,
  part: 'docs',
  line: 1,
  text: 'order',
  start: 0,
  end: 5,
  replaceable: true,
});
const items: SearchedItem[] = [
  {
    kind: 'request',
    id: 'a.yml',
    name: 'a',
    method: 'GET',
    path: [],
    unsaved: false,
    hits: [hit('a.yml', 0), hit('a.yml', 1)],
  },
];

const script = { kind: 'script' as const, name: 'scripts/sign.js', method: '', path: [], unsaved: true };

function open() {
  const calls: string[] = [];
  const replaced: unknown[] = [];
  const api: Partial<HostApi> = {
    'collection.search'({ query, unsaved }) {
      calls.push(query?.text ?? '');
      const typed = unsaved.map(({ kind, id }) => ({ ...script, kind, id, hits: [{ ...hit(id, 0), line: 3 }] }));
      return {
        items: query?.text === 'order' ? items : query?.text === 'typed' ? typed : [],
        complete: true,
        searched: 1,
      };
    },
    'collection.replace'({ places }) {
      replaced.push(places);
      return { replaced: places.length, files: [], unsaved: [], problems: [] };
    },
  };
  const ports = memoryPorts();
  serve(hostContract, ports.server, api as HostApi, () => () => undefined);
  const opened: string[] = [];
  const app = createStore(() => ({ show: (view: string) => void opened.push(view) }) as unknown as AppStore);
  const requests = createStore(
    () =>
      ({
        open: [],
        unsaved: new Set(),
        unsavedEdits: () => Promise.resolve({ requests: [], folders: [] }),
        activeId: undefined,
        select: () => Promise.resolve(),
        load: () => Promise.resolve(),
      }) as unknown as RequestStore,
  );
  const scripts = createStore(
    () =>
      ({
        unsaved: () => [{ path: 'scripts/sign.js', content: 'order typed' }],
        openScript(path: string, line: number) {
          opened.push(`${path}:${line}`);
          return Promise.resolve();
        },
      }) as unknown as ScriptStore,
  );
  const client = connect<typeof hostContract>(ports.client);
  const workspace = testWorkspace(client, '/shop');
  const store = createSearchStore(client, { app, requests, scripts, workspace });
  return { store, calls, replaced, opened };
}

test('only the hits of the last query are shown', async () => {
  const { store } = open();
  const first = store.getState().ask({ text: 'order' });
  const second = store.getState().ask({ text: 'none' });
  await Promise.all([first, second]);
  expect(store.getState()).toMatchObject({ items: [], answered: true, searching: false });
});

test('a deselected hit is not replaced', async () => {
  const { store, replaced } = open();
  await store.getState().ask({ text: 'order' });
  expect(store.getState().items).toHaveLength(1);
  store.getState().toggle(hit('a.yml', 0));
  await store.getState().replace();
  expect(replaced).toEqual([[{ id: 'a.yml', field: ['docs'], occurrence: 1 }]]);
});

test('an opened hit is shown at its place', async () => {
  const { store } = open();
  await store.getState().open(hit('a.yml', 0));
  expect(store.getState().place).toMatchObject({ id: 'a.yml', part: 'docs', line: 1 });
});

test('unsaved text of a script is searched, and its hit is opened in the scripts', async () => {
  const { store, opened } = open();
  await store.getState().ask({ text: 'typed' });
  const [item] = store.getState().items;
  expect(item).toMatchObject({ kind: 'script', id: 'scripts/sign.js' });
  if (item?.hits[0]) await store.getState().open(item.hits[0]);
  expect(opened).toEqual(['scripts/sign.js:3', 'scripts']);
});
