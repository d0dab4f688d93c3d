/** Files that the person allows are stored in the settings, for one workspace on this computer. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { defaultSettings, settings as settingsSchema } from '../../contract/settings.ts';
import { openJsonStore } from '../platform/json/json-store.ts';
import { createAllowedFiles } from './allowed-files.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const folder = temporaryFolder('allowed');
const [workspace, otherWorkspace, config] = ['one', 'two', 'config'].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
];
for (const created of [workspace, otherWorkspace, config]) mkdirSync(created);
const letter = path.join(folder, 'letter.txt');
for (const file of [letter, path.join(workspace, 'inside.txt'), path.join(config, 'secrets.json')])
  writeFileSync(file, 'x');
symlinkSync(letter, path.join(workspace, 'link'));
const before = process.env['OUTRIGGER_CONFIG_DIR'];
process.env['OUTRIGGER_CONFIG_DIR'] = config;
afterAll(() => {
  if (before === undefined) delete process.env['OUTRIGGER_CONFIG_DIR'];
  else process.env['OUTRIGGER_CONFIG_DIR'] = before;
});
const open = async (root: string) => {
  const settings = await openJsonStore({
    file: path.join(config, 'settings.json'),
    schema: () => settingsSchema,
    initial: defaultSettings,
    onNotice: (text) => expect.unreachable(text),
  });
  const { api, policy } = createAllowedFiles(settings, root);
  const signal = new AbortController().signal;
  return {
    reference: async (file: string) => (await api['files.state']({ path: file }, signal)).reference,
    state: async (file: string) => (await api['files.state']({ path: file }, signal)).state,
    allow: async (file: string, allow = true) => (await api['files.allow']({ path: file, allow }, signal)).state,
    policy: policy(),
  };
};

test('a file outside is allowed for one workspace, also after a restart, until it is taken back', async () => {
  const first = await open(workspace);
  expect(await first.state('inside.txt')).toBe('inside');
  expect(await first.state(letter)).toBe('outside');
  expect(await first.state('link')).toBe('outside');
  expect(await first.allow('../letter.txt')).toBe('allowed');
  const reopenedSession = await open(workspace);
  expect([await reopenedSession.state(letter), await reopenedSession.state('link')]).toEqual(['allowed', 'allowed']);
  expect(reopenedSession.policy(letter)).toBe(letter);
  expect(await (await open(otherWorkspace)).state(letter)).toBe('outside');
  expect(await reopenedSession.allow(letter, false)).toBe('outside');
  const last = await open(workspace);
  expect(() => last.policy(letter)).toThrow(/outside/);
});
test('a file of Outrigger itself cannot be allowed', async () => {
  const opened = await open(workspace);
  const secrets = path.join(config, 'secrets.json');
  expect(await opened.state(secrets)).toBe('private');
  await expect(opened.allow(secrets)).rejects.toMatchObject({ code: 'NotAllowed' });
});

test('a request names a file inside the workspace by its relative path, another by its absolute one', async () => {
  const { reference } = await open(workspace);
  expect(await reference(path.join(workspace, 'inside.txt'))).toBe('inside.txt');
  expect(await reference(path.join(workspace, 'folder/new.bin'))).toBe('folder/new.bin');
  expect(await reference(letter)).toBe(letter);
  expect(await reference(path.join(workspace, 'link'))).toBe(letter);
});
