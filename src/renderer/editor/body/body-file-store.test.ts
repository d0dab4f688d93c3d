/** Choosing the file of a body, with the real host. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { Core } from '../../../core/create-core.ts';
import { testWorkspace } from '../../host/testing/test-workspace.ts';
import { createBodyFileStore } from './body-file-store.ts';
import { temporaryFolder } from '../../../core/testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../../core/testing/test-core.ts';

let base: string;
let root: string;
let core: Core;
let client: HostClient;
/** The person's choice in the system's dialog. */
let choice: string | null;

beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  base = temporaryFolder('files');
  root = path.join(base, 'workspace');
  mkdirSync(path.join(root, 'data'), { recursive: true });
  writeFileSync(path.join(root, 'data/in.bin'), 'x');
  writeFileSync(path.join(base, 'out.bin'), 'x');
  core = await openTestCore(root, {
    chooseFile: (startIn) => Promise.resolve(startIn === root ? choice : 'another folder'),
  });
  client = clientOf(core);
});
afterEach(() => core.close());

test('a file chosen among the folders is named relative to the workspace, or outside of it by its absolute path', async () => {
  const { getState } = createBodyFileStore(client, testWorkspace(client, root), { hasDialog: false });
  const chosen: string[] = [];
  const choose = (current: string) => getState().choose(current, (file) => chosen.push(file));
  await choose('data/in.bin');
  expect(getState().picker?.listing.folder).toBe(path.join(root, 'data'));
  await getState().browse(path.join(root, 'data/in.bin'));
  expect([chosen, getState().picker]).toEqual([['data/in.bin'], undefined]);

  await choose('{{file}}');
  expect(getState().picker?.listing.folder).toBe(root);
  await getState().browse(base);
  expect(getState().picker?.listing.entries.map(({ name }) => name)).toEqual(['workspace', 'out.bin']);
  await expect(getState().browse('/missing/file')).rejects.toMatchObject({ code: 'FileNotFound' });
  await getState().browse(path.join(base, 'out.bin'));
  expect(chosen).toEqual(['data/in.bin', path.join(base, 'out.bin')]);
  await getState().check(chosen[1] ?? '');
  expect(getState().states[chosen[1] ?? '']?.state).toBe('outside');
});

test("a file is chosen with the system's dialog, which can be closed without a choice", async () => {
  const { getState } = createBodyFileStore(client, testWorkspace(client, root), { hasDialog: true });
  const chosen: string[] = [];
  for (choice of [path.join(root, 'data/in.bin'), path.join(base, 'out.bin'), null]) {
    await getState().choose('', (file) => chosen.push(file));
  }
  expect([chosen, getState().picker]).toEqual([['data/in.bin', path.join(base, 'out.bin')], undefined]);
});
