import { expect, test } from 'vitest';
import type { Drafts } from '../host/drafts.ts';
import { createScriptDrafts } from './script-drafts.ts';

function open() {
  const items = new Map<string, string>();
  const drafts: Drafts = {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => void items.set(name, text),
    removeItem: (name) => void items.delete(name),
    names: () => [...items.keys()],
    flush: () => Promise.resolve(),
    unstored: () => ({}),
    reload: () => Promise.resolve(),
    onOtherWindows: () => undefined,
  };
  return { items, of: (root: string) => createScriptDrafts(drafts, () => root) };
}
const script = { path: 'scripts/a.js', content: 'typed', saved: 'on disk', version: '1' };

test('each workspace has its drafts', () => {
  const { of } = open();
  of('/one').store(script);
  expect(of('/one').list()).toEqual([{ path: 'scripts/a.js', content: 'typed' }]);
  expect(of('/two').list()).toEqual([]);
  expect(of('/two').read('scripts/a.js')).toBeUndefined();
});

test('a text that is changed back to the content of the file has no draft', () => {
  const { of, items } = open();
  of('/one').store(script);
  of('/one').store({ ...script, content: 'on disk' });
  expect(items.size).toBe(0);
});

test('an unreadable draft is ignored', () => {
  const { of, items } = open();
  of('/one').store(script);
  for (const name of items.keys()) items.set(name, '{"content":1}');
  expect(of('/one').read('scripts/a.js')).toBeUndefined();
  expect(of('/one').list()).toEqual([]);
});
