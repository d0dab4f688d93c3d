/** The change from one shown workspace to another. */
import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../contract/settings.ts';
import type { JsonStore } from '../platform/json/json-store.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createShownSession, type WindowSession } from './shown-session.ts';

const folder = realpathSync(temporaryFolder('shown-session'));

function sessionOf(name: string, calls: string[], close: () => Promise<void>): WindowSession {
  const root = path.join(folder, name);
  mkdirSync(root);
  const note = (call: string) => Promise.resolve(void calls.push(`${name} ${call}`));
  return {
    session: {
      root,
      notifications: { start: () => note('listens') },
      describe: () => Promise.resolve({ root }),
      close: () => note('closes').then(close),
    },
    api: {},
  } as unknown as WindowSession;
}

test('a former session that cannot be closed is reported, and the next one is shown nevertheless', async () => {
  const calls: string[] = [];
  let content: Settings = defaultSettings;
  const settings = {
    get: () => content,
    update: (change: (all: Settings) => Settings) => Promise.resolve((content = change(content))),
  } as unknown as JsonStore<Settings>;
  const next = sessionOf('next', calls, () => Promise.resolve());
  const shown = await createShownSession({
    first: sessionOf('first', calls, () => Promise.reject(new Error('the port is still in use'))),
    open: () => Promise.resolve(next),
    example: folder,
    settings,
    events: { emit: (name: string) => void calls.push(name) },
  });
  const signal = new AbortController().signal;
  await expect(shown.api['workspace.open']({ path: next.session.root }, signal)).rejects.toThrow(
    'the port is still in use',
  );
  expect(shown.current()).toBe(next);
  expect(calls).toEqual(['first listens', 'first closes', 'next listens', 'workspace.changed']);
  expect(content.lastWorkspace).toBe(next.session.root);
});
