/** The store of the palette with the real host. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStore, type StoreApi } from 'zustand';
import type { Core } from '../../core/create-core.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../core/testing/test-core.ts';
import { createRequestStore } from '../collection/request-store.ts';
import { createRunStore } from '../console/run-store.ts';
import { openDrafts } from '../host/testing/open-drafts.ts';
import { createRunnerStore } from '../runner/runner-store.ts';
import type { ScriptStore } from '../scripts/script-store.ts';
import { createPaletteStore } from './palette-store.ts';
import { testWorkspace } from '../host/testing/test-workspace.ts';

let core: Core;
let root: string;

beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  root = temporaryFolder('palette-store');
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  writeFileSync(path.join(root, 'a.yml'), 'info:\n  name: a\nhttp:\n  method: GET\n  url: http://127.0.0.1:1\n');
  core = await openTestCore(root);
});
afterEach(() => core.close());

test('runs are found by their name, in any case of letters, and only then', async () => {
  const client = clientOf(core);
  const drafts = await openDrafts(client);
  const runs = createRunStore(client);
  const workspace = testWorkspace(client, root, drafts);
  const requests = createRequestStore(client, runs, workspace, drafts);
  await requests.getState().load();
  await createRunnerStore({ client, runs, requests, drafts, workspace }).getState().start();
  const scripts = createStore(() => ({ activePath: undefined })) as unknown as StoreApi<ScriptStore>;
  const palette = createPaletteStore(client, { requests, scripts, drafts, workspace });
  const found = async (text: string) => {
    await palette.getState().search(text);
    return palette.getState().runs.map(({ name }) => name);
  };
  expect(await found('')).toEqual(['Shop']);
  expect(await found(' sho')).toEqual(['Shop']);
  expect(await found('other')).toEqual([]);
});
